package deploy_test

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
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
		Build       struct{ Dockerfile string }
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
	Networks map[string]struct {
		Internal bool
		IPAM     struct {
			Config []struct{ Subnet string }
		}
	}
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

// versioned matches an image whose tag names a complete version and the version of its
// base, such as 1.28.3-alpine3.23.
var versioned = regexp.MustCompile(`^[a-z]+:\d+\.\d+(\.\d+)?-[a-z]+[\d.]*$`)

func TestComposeServicesHaveNoUnneededRights(t *testing.T) {
	t.Parallel()
	builders := 0
	for name, s := range readCompose(t).Services {
		if uid, _, _ := strings.Cut(s.User, ":"); uid == "" || uid == "0" || uid == "root" {
			t.Errorf("%s runs as user %q", name, s.User)
		}
		if !s.ReadOnly || s.Privileged || len(s.CapAdd) > 0 || !slices.Equal(s.CapDrop, []string{"ALL"}) ||
			!slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) {
			t.Errorf("%s has rights to spare", name)
		}
		if len(s.Healthcheck.Test) < 2 {
			t.Errorf("%s has no health check", name)
		}
		if s.Build.Dockerfile == "" && s.Image != "biom:local" && !versioned.MatchString(s.Image) {
			t.Errorf("%s: image %q is not pinned", name, s.Image)
		}
		if s.Build.Dockerfile == "deploy/Dockerfile" && s.Image == "biom:local" {
			builders++
		}
	}
	if builders != 1 {
		t.Errorf("%d services build our image, want one", builders)
	}
}

func TestImageIsPinnedAndDoesNotRunAsRoot(t *testing.T) {
	t.Parallel()
	text := readFile(t, "Dockerfile")
	bases := regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(text, -1)
	if len(bases) != 3 {
		t.Errorf("%d stages, want 3", len(bases))
	}
	for _, base := range bases {
		if !versioned.MatchString(base[1]) {
			t.Errorf("base %q is not pinned", base[1])
		}
	}
	last := text[strings.LastIndex(text, "\nFROM "):]
	if !regexp.MustCompile(`(?m)^USER [1-9]\d*:[1-9]\d*$`).MatchString(last) {
		t.Error("the image's user is root")
	}
}

func TestComposeHasNoDefaultPasswords(t *testing.T) {
	t.Parallel()
	text := readFile(t, "../docker-compose.yml")
	required := map[string]bool{}
	for _, m := range regexp.MustCompile(`\$\{(\w*(?:PASSWORD|KEYS?))([^}]*)\}`).FindAllStringSubmatch(text, -1) {
		switch name, rest := m[1], m[2]; {
		case strings.HasPrefix(rest, ":?"):
			required[name] = true
		case rest != "":
			t.Errorf("%s has a default", name)
		}
	}
	want := []string{"BIOM_JOB_KEY", "NATS_PASSWORD", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}
	if got := slices.Sorted(maps.Keys(required)); !slices.Equal(got, want) {
		t.Errorf("required: %v, want %v", got, want)
	}
	for name, s := range readCompose(t).Services {
		for key, value := range s.Environment {
			if secret := regexp.MustCompile(`PASSWORD|KEY|AUTH`); secret.MatchString(key) && !strings.HasPrefix(strings.Trim(value, `'"`), "${") {
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
		if len(s.Ports) > 0 && (name != "proxy" || !strings.HasPrefix(s.Ports[0], "127.0.0.1:")) {
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
	for _, name := range []string{"api", "worker"} {
		if c.Services[name].Environment["BIOM_QUEUE_REPLICAS"] != "3" {
			t.Errorf("%s does not keep the queue on three nodes", name)
		}
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
			if _, passed := services[role].Environment[name]; !passed && !notPassed.MatchString(role+" "+name) {
				t.Errorf("docker-compose.yml does not pass %s on to %s", name, role)
			}
		}
	}
}

// TestSettingsExist checks that every setting in the configuration and the scripts is one
// that a command reads.
func TestSettingsExist(t *testing.T) {
	t.Parallel()
	known := readSettings(t)
	for role, read := range known {
		for name := range readCompose(t).Services[role].Environment {
			if !slices.Contains(read, name) {
				t.Errorf("docker-compose.yml sets %s, which %s does not read", name, role)
			}
		}
	}
	all := append(slices.Concat(known["api"], known["worker"], known["exporter"]), "BIOM_PORT", "BIOM_EDGE_SUBNET", "BIOM_FRONT_PROXIES") // those of docker-compose.yml itself
	for _, file := range []string{"cluster", "haproxy.cfg", "nats.conf", "redis.conf", "../docker-compose.yml"} {
		for _, name := range settingName.FindAllString(readFile(t, file), -1) {
			if !slices.Contains(all, name) {
				t.Errorf("%s names %s, which nobody reads", file, name)
			}
		}
	}
}

func TestNATSIsDurableAndClosed(t *testing.T) {
	t.Setenv("NATS_NAME", "nats-1")
	t.Setenv("NATS_PASSWORD", `"1e9"`)
	t.Setenv("NATS_ROUTES", `["nats://biom:1e9@nats-1:6222", "nats://biom:1e9@nats-2:6222"]`)
	opts, err := server.ProcessConfigFile("nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !opts.JetStream || !opts.SyncAlways || len(opts.Routes) != 2 || opts.Password != "1e9" || opts.Cluster.Password != "1e9" {
		t.Error("not a durable, closed cluster:", fmt.Sprintf("%+v", opts.Cluster))
	}
	if needed := job.MaxMessage(15 << 20); int(opts.MaxPayload) < needed || opts.MaxPending < 2*int64(needed) {
		t.Errorf("max_payload %d, max_pending %d; the default upload limit makes messages of %d", opts.MaxPayload, opts.MaxPending, needed)
	}
}
