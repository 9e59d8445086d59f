package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/api/web"
	"biom/api/web/docs"
	"biom/shared/testenv"
)

// Every example of the documentation is executed as it is written, page by page.
// Blocks `sh` are executed by bash, one after the other in one shell; blocks
// `sh background` run until the page ends. A block with the name of a file is the
// content of that file, and a block `output` is what the previous example must have
// printed. A page runs in a folder with reports. If it starts no server of its own,
// it finds one on http://localhost:8080, as a reader would.
func TestDocsExamples(t *testing.T) {
	docsExamples(t, func(page string) bool { return !slices.Contains(clientPages, page) })
}

// The pages that install or build a client take longest.
func TestLongDocsExamples(t *testing.T) {
	npm(t, nil, "run", "build") // of the TypeScript client
	docsExamples(t, func(page string) bool { return slices.Contains(clientPages, page) })
}

// clientPages are the pages whose examples use our clients as libraries.
var clientPages = []string{"index", "go-client", "python-client", "typescript-client"}

// docsExamples executes the examples of the wanted pages.
func docsExamples(t *testing.T, wanted func(page string) bool) {
	t.Helper()
	bin := programs(t)
	for i, page := range documentation(t).Pages {
		if !wanted(page.Name) {
			continue
		}
		t.Run(page.Name, func(t *testing.T) {
			t.Parallel()
			newReader(t, i, bin).read(page)
		})
	}
}

// programs returns a directory with biom, biomdev and Debian's python3.
func programs(t *testing.T) (bin string) {
	t.Helper()
	bin = t.TempDir()
	for name, path := range map[string]string{"biom": testenv.Biom(t), "biomdev": testenv.Biomdev(t), "python3": debianPython} {
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return bin
}

func documentation(t *testing.T) *docs.Docs {
	t.Helper()
	d, err := docs.New(web.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The reports in the folder of every page.
var docsReports = map[string]string{
	"report.pdf":           "iolmaster700-en-01.pdf",
	"scan.png":             "iolmaster700-en-04.png",
	"reports/aladdin.pdf":  "aladdin-en-side-0005-text.pdf",
	"reports/anterion.pdf": "anterion-de-11.pdf",
	"reports/lenstar.pdf":  "lenstar900-de-06.pdf",
}

// pageReader does what a page says.
type pageReader struct {
	t      *testing.T
	dir    string
	shell  *shell
	toTest *strings.Replacer // from the addresses and paths of the pages to those of the test
	toPage *strings.Replacer // from those of the test to those of the pages
}

// newReader gives the nth page a folder and ports of its own. They are on a loopback
// address that only this process uses, so that the ports are free.
func newReader(t *testing.T, n int, bin string) *pageReader {
	t.Helper()
	r := &pageReader{t: t, dir: t.TempDir()}
	for name, sample := range docsReports {
		r.copy(filepath.Join(samples, sample), name)
	}
	pid := os.Getpid()
	address := fmt.Sprintf("127.%d.%d.%d", 128+pid>>16, pid>>8&255, pid&255)
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	forth, back := []string{"~/biom", repository}, []string{}
	for i, port := range []string{"8080", "8081", "8083", "9090", "9091", "9092", "9093", "9099"} {
		at := fmt.Sprintf("%s:%d", address, 20000+100*n+i)
		forth = append(forth, "localhost:"+port, at)
		back = append(back, at, "localhost:"+port)
	}
	r.toTest, r.toPage = strings.NewReplacer(forth...), strings.NewReplacer(back...)
	r.shell = newShell(t, r.dir, bin,
		"BIOM_LISTEN="+r.toTest.Replace("localhost:8080"), "BIOM_ADMIN_LISTEN="+r.toTest.Replace("localhost:9090"),
		"BIOM_SERVER="+r.toTest.Replace("http://localhost:8080"), "BIOM_EXTRACT_TIMEOUT=2m")
	return r
}

func (r *pageReader) copy(from, name string) {
	r.t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		r.t.Fatal(err)
	}
	r.write(name, string(content))
}

func (r *pageReader) write(name, content string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// read executes a page from its beginning to its end.
func (r *pageReader) read(page *docs.Page) {
	r.t.Helper()
	if strings.Contains(string(page.Markdown), "`npm install standardwebhooks`") {
		r.installNodePackages()
	}
	all := r.localized(page)
	if !strings.Contains(string(page.Markdown), "```"+docs.Background+"\n") {
		r.background("biom serve\n", "…serving on http://localhost:8080…")
	}
	for i, f := range all {
		want, compared := "…", i+1 < len(all) && all[i+1].Info == "output"
		if compared {
			want = all[i+1].Code
		}
		language, file, _ := strings.Cut(f.Info, " ")
		switch {
		case f.Info == docs.Background:
			r.background(f.Code, want)
		case f.Info == "sh":
			got := r.toPage.Replace(r.shell.run(f.Code))
			if compared && !matches(want, got) {
				r.t.Errorf("the example\n%s\nprints\n%s\nand not\n%s", f.Code, got, want)
			}
		case file != "":
			r.write(file, f.Code)
		case slices.Contains([]string{"go", "js", "python"}, language):
			r.t.Errorf("a program needs a file's name, so that it can be run:\n%s", f.Code)
		}
	}
}

// installNodePackages gives the folder the packages that deploy/setup has installed for it.
func (r *pageReader) installNodePackages() {
	r.t.Helper()
	packages, err := filepath.Abs("testdata/receiver/node_modules")
	if err == nil {
		_, err = os.Stat(packages)
	}
	if err != nil {
		r.t.Fatalf("%v; install it with: deploy/setup test", err)
	}
	if err := os.Symlink(packages, filepath.Join(r.dir, "node_modules")); err != nil {
		r.t.Fatal(err)
	}
}

// localized returns the page's blocks of code with the addresses and servers of the
// test.
func (r *pageReader) localized(page *docs.Page) []docs.Fence {
	replacements := []string{}
	for address, start := range map[string]func(testing.TB) string{
		"nats://localhost:4222": testenv.NATS, "redis://localhost:6379/0": testenv.Redis,
		"postgres://biom:password@localhost:5432/biom": testenv.Postgres,
	} {
		if strings.Contains(string(page.Markdown), address) {
			replacements = append(replacements, address, start(r.t))
		}
	}
	servers, all := strings.NewReplacer(replacements...), []docs.Fence{}
	for _, f := range page.Fences {
		if f.Info != "output" {
			f.Code = r.toTest.Replace(servers.Replace(f.Code))
		}
		all = append(all, f)
	}
	return all
}

// background starts an example in the background, and waits until it has printed
// want.
func (r *pageReader) background(code, want string) {
	r.t.Helper()
	step := r.shell.background(code)
	r.t.Cleanup(func() {
		if r.t.Failed() {
			r.t.Logf("%s\n%s%s", code, r.shell.read(step, ".out"), r.shell.read(step, ".err"))
		}
	})
	testenv.Await(r.t, "the output of "+code, func() bool { return matches(want, r.toPage.Replace(r.shell.read(step, ".out"))) })
}

// matches reports whether a text that was printed is the one that a page shows. On the
// page "…" stands for any text in a line, and on a line of its own for any lines. The
// number of spaces is ignored, because it depends on the content of a table.
func matches(want, got string) bool {
	pattern := regexp.QuoteMeta(tidy(want))
	pattern = regexp.MustCompile(`(?m)^…$`).ReplaceAllString(pattern, "(?s:.*)")
	pattern = strings.ReplaceAll(pattern, "…", ".*")
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(tidy(got))
}

var spaces = regexp.MustCompile(`[ \t\r]+`)

// almostDay matches what is left of a day in which a slow machine has already taken minutes.
var almostDay = regexp.MustCompile(`\b(24 h 0|23 h [45]\d) min`)

func tidy(text string) string {
	lines := strings.Split(strings.TrimSpace(almostDay.ReplaceAllString(text, "24 h 0 min")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(spaces.ReplaceAllString(line, " "))
	}
	return strings.Join(lines, "\n")
}
