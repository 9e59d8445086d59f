package deploy_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/nats-io/nats-server/v2/server"

	"biom/shared/job"
	"biom/shared/testenv"
)

// compose is the part of docker-compose.yml that these tests check.
type compose struct {
	Services map[string]struct {
		Image       string
		Build       struct{ Dockerfile, Target string }
		MemLimit    string `yaml:"mem_limit"`
		Secrets     []composeSecret
		CPUs        string
		DependsOn   map[string]any `yaml:"depends_on"`
		User        string
		ReadOnly    bool     `yaml:"read_only"`
		Privileged  bool     `yaml:"privileged"`
		CapDrop     []string `yaml:"cap_drop"`
		CapAdd      []string `yaml:"cap_add"`
		SecurityOpt []string `yaml:"security_opt"`
		Environment map[string]string
		Command     any
		Deploy      struct{ Replicas int }
		Networks    []string
		Ports       []string
		Healthcheck struct{ Test []string }
	}
	Secrets  map[string]struct{ File string }
	Networks map[string]struct {
		Internal bool
		IPAM     struct {
			Config []struct{ Subnet string }
		}
	}
}

// composeSecret is a secret of a service: a name alone is a file in /run/secrets.
type composeSecret struct{ Source, Target string }

func (s *composeSecret) UnmarshalYAML(text []byte) error {
	if yaml.Unmarshal(text, &s.Source) == nil {
		s.Target = "/run/secrets/" + s.Source
		return nil
	}
	type long composeSecret
	return yaml.Unmarshal(text, (*long)(s))
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readCompose(t *testing.T) (c compose) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, "../docker-compose.yml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// targets are our images and what they are made of.
var targets = map[string]string{"biom:local": "biom", "biom-worker:local": "worker", "biom-nats:local": "nats", "biom-proxy:local": "proxy", "biom-backup:local": "backup"}

// TestOnlyWorkersHaveDocumentTools: api, exporter and servers have no programs that read documents.
func TestOnlyWorkersHaveDocumentTools(t *testing.T) {
	t.Parallel()
	for stage := range strings.SplitSeq(readFile(t, "Dockerfile"), "\nFROM ") {
		name := stage[strings.Index(stage, " AS ")+4 : strings.Index(stage, "\n")]
		if has := strings.Contains(stage, "tesseract") || strings.Contains(stage, "poppler") || strings.Contains(stage, "=build /out/ocr"); has != (name == "worker") {
			t.Errorf("%s: has document tools: %v", name, has)
		}
	}
	for name, s := range readCompose(t).Services {
		if (s.Image == "biom-worker:local") != (name == "worker") {
			t.Errorf("%s has image %s", name, s.Image)
		}
	}
}

// TestSecretsAreFiles: every secret of the stores and roles is a file that deploy/secrets makes, and
// each service gets those that it names and no others.
func TestSecretsAreFiles(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "secrets")
	if out, err := exec.Command("./secrets", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	c := readCompose(t)
	for name, secret := range c.Secrets {
		if text := readFile(t, filepath.Join(dir, filepath.Base(secret.File))); text == "" && name != "provider_keys" {
			t.Errorf("%s is empty", name)
		}
	}
	text := readFile(t, "../docker-compose.yml")
	for service, s := range c.Services {
		for _, secret := range s.Secrets {
			if c.Secrets[secret.Source].File == "" || !strings.Contains(text, secret.Target) {
				t.Errorf("%s gets %s, which nobody makes or reads", service, secret.Source)
			}
		}
		for key, value := range s.Environment {
			if strings.HasPrefix(value, "/run/secrets/") && !slices.ContainsFunc(s.Secrets, func(s composeSecret) bool { return s.Target == value }) {
				t.Errorf("%s: %s is %s, which it does not get", service, key, value)
			}
		}
	}
}

// TestExporterNeedsNothing: it waits for no other service.
func TestExporterNeedsNothing(t *testing.T) {
	t.Parallel()
	services := readCompose(t).Services
	if waits := services["exporter"].DependsOn; len(waits) > 0 {
		t.Errorf("the exporter waits for %v", waits)
	}
	if waits := services["worker"].DependsOn; len(waits) != 3 {
		t.Errorf("a worker waits for %v, not for NATS alone", waits)
	}
}

// TestPrometheusReachesEveryRole: each role's metrics can be scraped inside the network.
func TestPrometheusReachesEveryRole(t *testing.T) {
	t.Parallel()
	var prometheus struct {
		ScrapeConfigs []struct {
			DNS []struct {
				Names []string
				Port  int
			} `yaml:"dns_sd_configs"`
		} `yaml:"scrape_configs"`
	}
	if err := yaml.Unmarshal([]byte(readFile(t, "prometheus/prometheus.yml")), &prometheus); err != nil {
		t.Fatal(err)
	}
	services, scraped := readCompose(t).Services, prometheus.ScrapeConfigs[0].DNS[0]
	for _, role := range []string{"api", "worker", "exporter"} {
		env := services[role].Environment
		if !slices.Contains(scraped.Names, role) || env["BIOM_ADMIN_LISTEN"] != fmt.Sprintf("0.0.0.0:%d", scraped.Port) ||
			!slices.Contains(services[role].Networks, "back") || !slices.Contains(strings.Split(env["BIOM_ADMIN_HOSTS"], ","), role) {
			t.Errorf("%s cannot be scraped: %v", role, scraped)
		}
	}
	if !slices.Contains(services["prometheus"].Networks, "back") {
		t.Error("Prometheus is not in the network of the roles")
	}
}

// versioned matches an image whose tag names a complete version and the version of its
// base, such as 1.28.3-alpine3.23.
var versioned = regexp.MustCompile(`^([a-z]+:\d+\.\d+(\.\d+)?-[a-z]+[\d.]*|[a-z]+/[a-z]+:v?\d+\.\d+\.\d+)$`)

func TestComposeServicesHaveNoUnneededRights(t *testing.T) {
	t.Parallel()
	builders := map[string]int{} // our images → services that build them
	ours := map[string]bool{}
	for name, s := range readCompose(t).Services {
		if uid, _, _ := strings.Cut(s.User, ":"); uid == "" || uid == "0" || uid == "root" {
			t.Errorf("%s runs as user %q", name, s.User)
		}
		if !s.ReadOnly || s.Privileged || len(s.CapAdd) > 0 || !slices.Equal(s.CapDrop, []string{"ALL"}) ||
			!slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) {
			t.Errorf("%s has rights to spare", name)
		}
		if len(s.Healthcheck.Test) < 2 && !slices.Contains([]string{"backup", "operator"}, name) { // which run once
			t.Errorf("%s has no health check", name)
		}
		if s.MemLimit == "" || s.CPUs == "" {
			t.Errorf("%s: the limit of memory is %q, of processors %q", name, s.MemLimit, s.CPUs)
		}
		if strings.HasSuffix(s.Image, ":local") {
			ours[s.Image] = true
			if s.Build.Dockerfile == "deploy/Dockerfile" && targets[s.Image] == s.Build.Target {
				builders[s.Image]++
			}
		} else if !versioned.MatchString(s.Image) {
			t.Errorf("%s: image %q is not pinned", name, s.Image)
		}
	}
	for image := range ours {
		if builders[image] != 1 {
			t.Errorf("%d services build %s, want one", builders[image], image)
		}
	}
}

func TestImageIsPinnedAndDoesNotRunAsRoot(t *testing.T) {
	t.Parallel()
	text := readFile(t, "Dockerfile")
	bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(text, -1)
	if len(bases) != 7 {
		t.Errorf("%d stages, want 7", len(bases))
	}
	for _, base := range bases {
		if base[1] != "base" && !versioned.MatchString(base[1]) {
			t.Errorf("base %q is not pinned", base[1])
		}
	}
	for stage := range strings.SplitSeq(text, "\nFROM ") {
		users := regexp.MustCompile(`(?m)^USER (.*)$`).FindAllStringSubmatch(stage, -1)
		if strings.Contains(stage, " AS base\n") && len(users) == 0 || len(users) > 0 && users[len(users)-1][1] != "65532:65532" {
			t.Errorf("the user is root in %.40s", stage)
		}
	}
}

func TestComposeHasNoDefaultPasswords(t *testing.T) {
	t.Parallel()
	text := readFile(t, "../docker-compose.yml")
	for _, m := range regexp.MustCompile(`\$\{(\w*(?:PASSWORD|KEYS?|SECRET)\w*)`).FindAllStringSubmatch(text, -1) {
		t.Errorf("%s is not a file", m[1])
	}
	for name, s := range readCompose(t).Services {
		for key, value := range s.Environment {
			if secret := regexp.MustCompile(`PASSWORD|KEY|AUTH$`); secret.MatchString(key) && !strings.HasPrefix(value, "/run/secrets/") && value != "" && !strings.HasPrefix(strings.Trim(value, `'"`), "${") {
				t.Errorf("%s: %s is written out", name, key)
			}
			for _, m := range regexp.MustCompile(`://\w*:([^@]*)@`).FindAllStringSubmatch(value, -1) {
				if !strings.HasPrefix(m[1], "${") {
					t.Errorf("%s: a password is written out in %s", name, key)
				}
			}
		}
	}
}

func TestOnlyTheProxyIsTrustedAndReachable(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	edge := c.Networks["edge"]
	const furtherProxies = "${BIOM_FRONT_PROXIES:+,}${BIOM_FRONT_PROXIES:-}"
	if len(edge.IPAM.Config) != 1 || c.Services["api"].Environment["BIOM_TRUSTED_PROXIES"] != edge.IPAM.Config[0].Subnet+furtherProxies {
		t.Errorf("the api trusts %q, the proxy's network is %v", c.Services["api"].Environment["BIOM_TRUSTED_PROXIES"], edge.IPAM.Config)
	}
	if !edge.Internal || !c.Networks["back"].Internal {
		t.Error("edge and back lead outside")
	}
	for name, s := range c.Services {
		if slices.Contains(s.Networks, "edge") != (name == "proxy" || name == "api") {
			t.Errorf("%s: networks %v", name, s.Networks)
		}
		if len(s.Ports) > 0 && (name != "proxy" && name != "grafana" || !strings.HasPrefix(s.Ports[0], "127.0.0.1:")) {
			t.Errorf("%s: ports %v", name, s.Ports)
		}
	}
}

func TestComposeHasAllServices(t *testing.T) {
	t.Parallel()
	c := readCompose(t)
	if c.Services["api"].Deploy.Replicas != 2 || c.Services["worker"].Deploy.Replicas != 3 {
		t.Error("want two apis and three workers")
	}
	for _, name := range []string{"proxy", "exporter", "nats-1", "nats-2", "nats-3", "redis", "postgres"} {
		if c.Services[name].Image == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if c.Services["api"].Environment["BIOM_QUEUE_REPLICAS"] != "3" {
		t.Error("the queue is not kept on three nodes")
	}
}

var settingName = regexp.MustCompile(`\b(?:BIOM|EXPORT)_[A-Z_]*[A-Z]\b`)

// readSettings returns the names of the settings that each role reads.
func readSettings(t *testing.T) map[string][]string {
	t.Helper()
	biom, known := testenv.Biom(t), map[string][]string{}
	for _, role := range []string{"api", "worker", "exporter"} {
		help, err := exec.Command(biom, role, "--help").Output()
		if err != nil {
			t.Fatal(err)
		}
		known[role] = settingName.FindAllString(string(help), -1)
	}
	return known
}

// TestComposePassesSettingsOn checks that docker-compose.yml passes every setting on to
// the roles that read it.
func TestComposePassesSettingsOn(t *testing.T) {
	t.Parallel()
	notPassed := regexp.MustCompile(`^(\w+ BIOM_ADMIN_(LISTEN|HOSTS)|\w+ BIOM_TLS_.*|api EXPORT_.*)$`) // the proxy has the certificate, the exporter makes exports
	services := readCompose(t).Services
	for role, read := range readSettings(t) {
		for _, name := range read {
			_, passed := services[role].Environment[name]
			_, passedAsFile := services[role].Environment[name+"_FILE"]
			if !passed && !passedAsFile && !notPassed.MatchString(role+" "+name) {
				t.Errorf("docker-compose.yml does not pass %s on to %s", name, role)
			}
		}
	}
}

// TestSettingsExist checks that every setting in the configuration and the scripts is one
// that a command reads.
func TestSettingsExist(t *testing.T) {
	t.Parallel()
	limit := regexp.MustCompile(`^BIOM_(PROXY|API|WORKER|EXPORTER|NATS|REDIS|POSTGRES)_(MEMORY|CPUS)$`) // of containers
	known := readSettings(t)
	for role, read := range known {
		for name := range readCompose(t).Services[role].Environment {
			if !slices.Contains(read, strings.TrimSuffix(name, "_FILE")) {
				t.Errorf("docker-compose.yml sets %s, which %s does not read", name, role)
			}
		}
	}
	all := append(slices.Concat(known["api"], known["worker"], known["exporter"]), "BIOM_PORT", "BIOM_GRAFANA_PORT", "BIOM_EDGE_SUBNET", "BIOM_FRONT_PROXIES", // those of docker-compose.yml itself
		"BIOM_OCR_DIR") // is no flag
	for _, file := range []string{"cluster", "haproxy.cfg", "redis.conf", "../docker-compose.yml"} {
		for _, name := range settingName.FindAllString(readFile(t, file), -1) {
			if limit.MatchString(name) {
				continue
			}
			if !slices.Contains(all, strings.TrimSuffix(name, "_FILE")) {
				t.Errorf("%s names %s, which nobody reads", file, name)
			}
		}
	}
}

// TestNATSIsDurableAndClosed reads nats.conf as a node of Compose does, beside the file of deploy/secrets.
func TestNATSIsDurableAndClosed(t *testing.T) {
	t.Setenv("NATS_NAME", "nats-1")
	secrets := filepath.Join(t.TempDir(), "secrets")
	if out, err := exec.Command("./secrets", secrets).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	path := filepath.Join(secrets, "nats.conf")
	if err := os.WriteFile(path, []byte(readFile(t, "nats.conf")), 0o600); err != nil {
		t.Fatal(err)
	}
	opts, err := server.ProcessConfigFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !opts.JetStream || !opts.SyncAlways || len(opts.Routes) != 3 || opts.Username != "" || len(opts.Cluster.Password) < 32 {
		t.Error("not a durable, closed cluster:", fmt.Sprintf("%+v", opts.Cluster))
	}
	for _, u := range opts.Users {
		url := readFile(t, filepath.Join(secrets, "nats_"+u.Username+"_url"))
		if !strings.HasPrefix(url, "nats://"+u.Username+":"+u.Password+"@nats-1:4222,") || len(u.Password) < 32 || u.Permissions == nil {
			t.Errorf("user %s has another password, or every right", u.Username)
		}
	}
	if len(opts.Users) != 3 {
		t.Errorf("%d users", len(opts.Users))
	}
	if needed := job.MaxMessage(15 << 20); int(opts.MaxPayload) < needed || opts.MaxPending < 2*int64(needed) {
		t.Errorf("max_payload %d, max_pending %d; the default upload limit makes messages of %d", opts.MaxPayload, opts.MaxPending, needed)
	}
}
