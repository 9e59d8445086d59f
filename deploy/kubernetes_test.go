package deploy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/nats-io/nats-server/v2/server"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/testenv"
)

// manifest is the part of an object of Kubernetes that these tests check.
type manifest struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Data     map[string]string
	Spec     struct {
		Template struct {
			Metadata labelled
			Spec     podSpec
		}
		Selector       any // of a Service: labels; of the others a labelSelector
		PodSelector    labelSelector
		ScaleTargetRef struct{ Kind, Name string }
		Triggers       []struct{ Metadata map[string]string }
		Fallback       struct{ Replicas int }
		Egress         []struct{ To []peer }
		Rules          []struct {
			BackendRefs []struct {
				Name string
				Port int
			}
		}
		Ports []struct {
			Port       int
			TargetPort string
		}
	}
}

type labelled struct{ Labels map[string]string }

type peer struct {
	PodSelector       *labelSelector
	NamespaceSelector *labelSelector
}

type labelSelector struct {
	MatchLabels      map[string]string
	MatchExpressions []struct {
		Key, Operator string
		Values        []string
	}
}

// selects reports whether the selector selects pods with these labels.
func (s labelSelector) selects(labels map[string]string) bool {
	for key, value := range s.MatchLabels {
		if labels[key] != value {
			return false
		}
	}
	for _, e := range s.MatchExpressions {
		if e.Operator != "In" || !slices.Contains(e.Values, labels[e.Key]) {
			return false
		}
	}
	return true
}

type podSpec struct {
	AutomountServiceAccountToken  *bool
	TerminationGracePeriodSeconds int
	SecurityContext               struct {
		RunAsNonRoot   bool
		SeccompProfile struct{ Type string }
	}
	Containers []container
	Volumes    []struct {
		Name     string
		EmptyDir *struct{ Medium string }
	}
}

type container struct {
	Name, Image string
	Args        []string
	Env         []struct {
		Name      string
		Value     string
		ValueFrom struct{ SecretKeyRef struct{ Name, Key string } }
	}
	EnvFrom   []struct{ ConfigMapRef struct{ Name string } }
	Lifecycle struct {
		PreStop struct{ Sleep struct{ Seconds int } }
	}
	Ports                                       []struct{ Name string }
	StartupProbe, LivenessProbe, ReadinessProbe struct {
		HTTPGet struct{ Path, Port, Host string }
	}
	Resources       struct{ Requests, Limits map[string]string }
	SecurityContext struct {
		AllowPrivilegeEscalation *bool
		ReadOnlyRootFilesystem   bool
		Capabilities             struct{ Drop []string }
	}
	VolumeMounts []struct{ Name, MountPath string }
}

// validate builds an overlay, and checks it against the schemas.
func validate(t *testing.T, overlay string) (output string, err error) {
	t.Helper()
	text, err := exec.Command("kubernetes/validate", overlay).CombinedOutput()
	return string(text), err
}

// buildOverlay returns the objects of an overlay.
func buildOverlay(t *testing.T, overlay string) (all []manifest) {
	t.Helper()
	cmd := exec.Command("kubernetes/validate", "--print", overlay)
	cmd.Stderr = t.Output()
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var object any
		err := decoder.Decode(&object)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		var m manifest
		convert(t, object, &m)
		all = append(all, m)
	}
}

// convert copies a value into another by way of JSON, whose names need no tags.
func convert(t *testing.T, from, to any) {
	t.Helper()
	text, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// newOverlay copies the manifests, so that a test may change them, and returns the
// directory of its overlay, which has one component.
func newOverlay(t *testing.T, component string) (root, overlay string) {
	t.Helper()
	root = t.TempDir()
	if err := os.CopyFS(root, os.DirFS("kubernetes")); err != nil {
		t.Fatal(err)
	}
	overlay = filepath.Join(root, "test")
	if err := os.Mkdir(overlay, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "kind: Kustomization\nnamespace: biom\nresources: [../base]\ncomponents: [../" + component + "]\n"
	if err := os.WriteFile(filepath.Join(overlay, "kustomization.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return root, overlay
}

func TestLongKubernetesManifestsAreValid(t *testing.T) {
	t.Parallel()
	for _, component := range []string{"keda", "cpu", "gateway", "metrics"} {
		_, overlay := newOverlay(t, component)
		if output, err := validate(t, overlay); err != nil {
			t.Errorf("%s: %v\n%s", component, err, output)
		}
	}
	output, err := validate(t, "kubernetes/example")
	if err != nil || !strings.Contains(output, "Invalid: 0, Errors: 0, Skipped: 0") {
		t.Errorf("%v\n%s", err, output)
	}
}

func TestLongKubernetesBrokenManifestsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ component, file, from, to, problem string }{
		{"keda", "base/api.yaml", "minReadySeconds: 5", "minReadySeconds: five", "minReadySeconds"},
		{"keda", "base/api.yaml", "readOnlyRootFilesystem", "readOnlyRootFileSystem", "readOnlyRootFileSystem"},
		{"keda", "base/network.yaml", "podSelector: {}", "podSelectors: {}", "podSelectors"},
		{"keda", "base/worker.yaml", "apps/v1", "apps/v2", "could not find schema"},
		{"keda", "keda/worker.yaml", "pollingInterval: 10", "pollingIntervall: 10", "pollingIntervall"},
		{"keda", "keda/worker.yaml", "failureThreshold: 3, ", "", "failureThreshold"},
		{"gateway", "gateway/api.yaml", "request: 0s", "request: never", "timeouts"},
		{"metrics", "metrics/monitor.yaml", "interval: 15s", "interval: 15", "interval"},
	} {
		root, overlay := newOverlay(t, c.component)
		file := filepath.Join(root, c.file)
		broken := strings.Replace(readFile(t, file), c.from, c.to, 1)
		if err := os.WriteFile(file, []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if output, err := validate(t, overlay); err == nil || !strings.Contains(output, c.problem) {
			t.Errorf("%s with %s: %v\n%s", c.file, c.to, err, output)
		}
	}
}

// roles are the Deployments, by the role that they run.
func roles(t *testing.T, all []manifest) map[string]podSpec {
	t.Helper()
	found := map[string]podSpec{}
	for _, m := range all {
		if m.Kind == "Deployment" {
			found[m.Spec.Template.Spec.Containers[0].Args[0]] = m.Spec.Template.Spec
		}
	}
	if names := slices.Sorted(maps.Keys(found)); !slices.Equal(names, []string{"api", "exporter", "worker"}) {
		t.Fatal("roles:", names)
	}
	return found
}

// settings returns the settings of a container, by name. Secrets have no value.
func settings(t *testing.T, all []manifest, c container) map[string]string {
	t.Helper()
	set := map[string]string{}
	for _, from := range c.EnvFrom {
		i := slices.IndexFunc(all, func(m manifest) bool { return m.Kind == "ConfigMap" && m.Metadata.Name == from.ConfigMapRef.Name })
		if i < 0 {
			t.Fatalf("%s: no ConfigMap %s", c.Name, from.ConfigMapRef.Name)
		}
		maps.Copy(set, all[i].Data)
	}
	for _, e := range c.Env {
		if key := e.ValueFrom.SecretKeyRef.Key; key != "" && key != e.Name {
			t.Errorf("%s: %s is read from the key %s", c.Name, e.Name, key)
		}
		set[e.Name] = e.Value
	}
	return set
}

func TestLongKubernetesSettingsExist(t *testing.T) {
	t.Parallel()
	all, known := buildOverlay(t, "kubernetes/example"), readSettings(t)
	required := map[string][]string{
		"api":      {"BIOM_NATS_URL", "BIOM_JOB_KEY", "BIOM_REDIS_URL", "BIOM_DATABASE_URL", "BIOM_LISTEN", "BIOM_ADMIN_LISTEN", "BIOM_TRUSTED_PROXIES"},
		"worker":   {"BIOM_NATS_URL", "BIOM_JOB_KEY", "BIOM_ADMIN_LISTEN"},
		"exporter": {"BIOM_LISTEN", "BIOM_ADMIN_LISTEN"},
	}
	secret := regexp.MustCompile(`KEY|_URL$|PASSWORD`)
	for role, pod := range roles(t, all) {
		set := settings(t, all, pod.Containers[0])
		for name, value := range set {
			if !slices.Contains(known[role], name) {
				t.Errorf("%s has the setting %s, which it does not read", role, name)
			}
			if secret.MatchString(name) && value != "" && name != "BIOM_EXPORTER_URL" {
				t.Errorf("%s: %s is written out", role, name)
			}
		}
		for _, name := range required[role] {
			if _, found := set[name]; !found {
				t.Errorf("%s lacks %s", role, name)
			}
		}
	}
}

func TestLongKubernetesPodsHaveNoUnneededRights(t *testing.T) {
	t.Parallel()
	for role, pod := range roles(t, buildOverlay(t, "kubernetes/example")) {
		c := pod.Containers[0]
		confined := c.SecurityContext
		if confined.AllowPrivilegeEscalation == nil || *confined.AllowPrivilegeEscalation || !confined.ReadOnlyRootFilesystem ||
			!slices.Equal(confined.Capabilities.Drop, []string{"ALL"}) ||
			!pod.SecurityContext.RunAsNonRoot || pod.SecurityContext.SeccompProfile.Type != "RuntimeDefault" {
			t.Errorf("%s has rights to spare", role)
		}
		if pod.AutomountServiceAccountToken == nil || *pod.AutomountServiceAccountToken {
			t.Errorf("%s has a token of the cluster", role)
		}
		for _, resource := range []string{"cpu", "memory"} {
			if c.Resources.Requests[resource] == "" || c.Resources.Limits[resource] == "" {
				t.Errorf("%s: %s has no request or no limit", role, resource)
			}
		}
		if strings.HasSuffix(c.Image, ":latest") || !strings.Contains(c.Image, ":") {
			t.Errorf("%s: image %q is not pinned", role, c.Image)
		}
		for _, v := range pod.Volumes {
			if v.EmptyDir == nil || v.EmptyDir.Medium != "Memory" {
				t.Errorf("%s: documents could reach a disk in %s", role, v.Name)
			}
		}
	}
}

// A pod that is removed is told to stop after its preStop, and then has the time that
// docker-compose.yml gives it too, where a drain delay takes the place of the preStop.
func TestLongKubernetesPodsHaveTimeToStop(t *testing.T) {
	t.Parallel()
	compose := readFile(t, "../docker-compose.yml")
	seconds := func(pattern string) int {
		m := regexp.MustCompile(pattern).FindStringSubmatch(compose)
		if m == nil {
			t.Fatal("docker-compose.yml lacks", pattern)
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	needed := seconds(`stop_grace_period: (\d+)s`) - seconds(`BIOM_DRAIN_DELAY:-(\d+)s`)
	all := buildOverlay(t, "kubernetes/example")
	for role, pod := range roles(t, all) {
		c := pod.Containers[0]
		if delay := settings(t, all, c)["BIOM_DRAIN_DELAY"]; delay != "" {
			t.Errorf("%s has a drain delay of %s beside its preStop", role, delay)
		}
		before := c.Lifecycle.PreStop.Sleep.Seconds
		if pod.TerminationGracePeriodSeconds < before+needed {
			t.Errorf("%s is killed after %d s, %d of which are before the stop", role, pod.TerminationGracePeriodSeconds, before)
		}
		serves := slices.ContainsFunc(c.Ports, func(p struct{ Name string }) bool { return p.Name == "http" })
		if serves != (before > 0) {
			t.Errorf("%s waits %d s before it stops", role, before)
		}
		for _, probe := range []struct{ path, want string }{
			{c.StartupProbe.HTTPGet.Path, "/healthz"}, {c.LivenessProbe.HTTPGet.Path, "/healthz"}, {c.ReadinessProbe.HTTPGet.Path, "/readyz"},
		} {
			if probe.path != probe.want {
				t.Errorf("%s: a probe asks for %q, want %s", role, probe.path, probe.want)
			}
		}
		if c.ReadinessProbe.HTTPGet.Port != "admin" || c.ReadinessProbe.HTTPGet.Host != "" {
			t.Errorf("%s is not asked at its own address", role)
		}
	}
}

// TestLongKubernetesSelectorsFit checks that what is selected or named exists.
func TestLongKubernetesSelectorsFit(t *testing.T) {
	t.Parallel()
	all := buildOverlay(t, "kubernetes/example")
	pods, services := map[string]map[string]string{}, map[string]int{} // Deployment → labels; Service → port
	for _, m := range all {
		switch m.Kind {
		case "Deployment":
			pods[m.Metadata.Name] = m.Spec.Template.Metadata.Labels
		case "Service":
			services[m.Metadata.Name] = m.Spec.Ports[0].Port
		}
		if m.Kind != "Namespace" && m.Metadata.Namespace != "biom" {
			t.Errorf("%s %s is in the namespace %q", m.Kind, m.Metadata.Name, m.Metadata.Namespace)
		}
	}
	selected := func(m manifest, s labelSelector) (names []string) {
		for name, labels := range pods {
			if s.selects(labels) {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			t.Errorf("%s %s selects no pod", m.Kind, m.Metadata.Name)
		}
		return names
	}
	kinds := map[string]int{}
	for _, m := range all {
		kinds[m.Kind]++
		switch m.Kind {
		case "Service":
			var s labelSelector
			convert(t, map[string]any{"matchLabels": m.Spec.Selector}, &s)
			if names := selected(m, s); !slices.Equal(names, []string{m.Metadata.Name}) {
				t.Errorf("Service %s selects the pods of %v", m.Metadata.Name, names)
			}
		case "Deployment", "PodDisruptionBudget":
			var s labelSelector
			convert(t, m.Spec.Selector, &s)
			if names := selected(m, s); !slices.Equal(names, []string{m.Metadata.Name}) {
				t.Errorf("%s %s selects the pods of %v", m.Kind, m.Metadata.Name, names)
			}
		case "PodMonitor":
			var s labelSelector
			convert(t, m.Spec.Selector, &s)
			if names := selected(m, s); len(names) != len(pods) {
				t.Errorf("only %v are watched", names)
			}
		case "NetworkPolicy":
			selected(m, m.Spec.PodSelector)
			for _, rule := range m.Spec.Egress {
				for _, to := range rule.To {
					if to.PodSelector != nil && to.NamespaceSelector == nil {
						selected(m, *to.PodSelector)
					}
				}
			}
		case "HorizontalPodAutoscaler", "ScaledObject":
			if pods[m.Spec.ScaleTargetRef.Name] == nil {
				t.Errorf("%s %s scales %q", m.Kind, m.Metadata.Name, m.Spec.ScaleTargetRef.Name)
			}
		case "HTTPRoute":
			if to := m.Spec.Rules[0].BackendRefs[0]; services[to.Name] != to.Port {
				t.Errorf("the HTTPRoute leads to %v", to)
			}
		}
	}
	for kind, count := range map[string]int{"Deployment": 3, "PodDisruptionBudget": 3, "HorizontalPodAutoscaler": 1, "ScaledObject": 1, "HTTPRoute": 1, "PodMonitor": 1} {
		if kinds[kind] != count {
			t.Errorf("%d of %s, want %d", kinds[kind], kind, count)
		}
	}
	if kinds["Secret"] > 0 {
		t.Error("there is a Secret")
	}
}

// TestLongKubernetesScalesByLiveJobs asks a NATS server for what KEDA's scaler adds up:
// the pending and the unacknowledged messages of the consumers in the ScaledObjects.
func TestLongKubernetesScalesByLiveJobs(t *testing.T) {
	t.Parallel()
	nats := testenv.StartNATS(t, func(o *server.Options) { o.HTTPHost, o.HTTPPort = "127.0.0.1", server.RANDOM_PORT })
	conn, err := broker.Connect(t.Context(), broker.Config{URL: nats.URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	keys, err := job.ParseKeys("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	if err != nil {
		t.Fatal(err)
	}
	api, err := job.NewClient(t.Context(), conn, job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	handle := func(context.Context, *job.Delivery) (job.Result, error) { return job.Result{}, nil }
	if _, err := job.NewWorker(t.Context(), conn, job.WorkerConfig{Keys: keys, Handle: handle}); err != nil { // api and worker make the queue
		t.Fatal(err)
	}
	for _, subject := range []string{"biom.jobs.standard", "biom.jobs.standard", "biom.jobs.slow"} {
		if _, err := conn.JS.Publish(t.Context(), subject, nil); err != nil {
			t.Fatal(err)
		}
	}
	monitoring := "http://" + nats.Server.MonitorAddr().String()
	all := buildOverlay(t, "kubernetes/example")
	i := slices.IndexFunc(all, func(m manifest) bool { return m.Kind == "ScaledObject" })
	triggers := all[i].Spec.Triggers
	expect := func(when string, want ...int) {
		t.Helper()
		for i, trigger := range triggers {
			if live := liveJobs(t, monitoring, trigger.Metadata); live != want[i] {
				t.Errorf("%s: %d live jobs of %s, want %d", when, live, trigger.Metadata["consumer"], want[i])
			}
		}
	}
	expect("waiting", 2, 1)
	consumer, err := conn.JS.Consumer(t.Context(), job.StreamJobs, triggers[0].Metadata["consumer"])
	if err != nil {
		t.Fatal(err)
	}
	taken, err := consumer.Fetch(1)
	if err != nil {
		t.Fatal(err)
	}
	message := <-taken.Messages()
	expect("one is being worked on", 2, 1)
	if err := message.DoubleAck(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect("it has ended", 1, 1)

	worker := roles(t, all)["worker"].Containers[0]
	slots, _ := strconv.Atoi(settings(t, all, worker)["BIOM_WORKER_CONCURRENCY"])
	for i, most := range []int{slots, slots / 4} {
		if threshold, _ := strconv.Atoi(triggers[i].Metadata["lagThreshold"]); threshold < 1 || threshold > most {
			t.Errorf("%s jobs for each worker, which has %d slots for them", triggers[i].Metadata["lagThreshold"], most)
		}
	}
	if all[i].Spec.Fallback.Replicas < 1 {
		t.Error("there is no fallback")
	}
}

// liveJobs returns the number of live jobs as KEDA's scaler nats-jetstream does.
func liveJobs(t *testing.T, monitoring string, trigger map[string]string) int {
	t.Helper()
	res, err := http.Get(monitoring + "/jsz?consumers=true&config=true&acc=" + trigger["account"])
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var state server.JSInfo
	if err := json.NewDecoder(res.Body).Decode(&state); err != nil {
		t.Fatal(err)
	}
	for _, account := range state.AccountDetails {
		for _, stream := range account.Streams {
			for _, consumer := range stream.Consumer {
				if account.Name == trigger["account"] && stream.Name == trigger["stream"] && consumer.Name == trigger["consumer"] {
					return int(consumer.NumPending) + consumer.NumAckPending
				}
			}
		}
	}
	t.Fatalf("no consumer %s of %s in %s", trigger["consumer"], trigger["stream"], trigger["account"])
	return 0
}
