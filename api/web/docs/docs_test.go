package docs_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/api/web"
	"biom/api/web/docs"
)

func documentation(t *testing.T) *docs.Docs {
	t.Helper()
	d, err := docs.New(web.OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func findPage(t *testing.T, d *docs.Docs, name string) *docs.Page {
	t.Helper()
	i := slices.IndexFunc(d.Pages, func(p *docs.Page) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no page %s", name)
	}
	return d.Pages[i]
}

func TestEveryFileIsAPage(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	d := documentation(t)
	for _, file := range files {
		p := findPage(t, d, strings.TrimSuffix(file, ".md"))
		if p.Title == "" || len(p.About) < 40 || len(p.Sections) < 3 {
			t.Errorf("%s: title %q, about %q, %d sections", file, p.Title, p.About, len(p.Sections))
		}
	}
	if len(files) != len(d.Pages) {
		t.Errorf("%d files, %d pages", len(files), len(d.Pages))
	}
}

// otherTargets are the targets of links that are not in the documentation.
var otherTargets = []string{"/", "/#retrieve", "/apidocs", "/openapi.json", "/llms.txt"}

// addresses returns all addresses in the documentation, with their anchors.
func addresses(d *docs.Docs) map[string]bool {
	all := map[string]bool{}
	for _, p := range d.Pages {
		all[p.Source()] = true
		for i, s := range p.Sections {
			all[p.Path()] = true
			if i > 0 {
				all[p.Path()+"#"+s.ID] = true
			}
		}
	}
	return all
}

var href = regexp.MustCompile(`href="([^"]*)"`)

func TestEveryLinkHasATarget(t *testing.T) {
	t.Parallel()
	d := documentation(t)
	known, links := addresses(d), 0
	for _, p := range append(d.Pages, nil) {
		html, err := d.Document(p, "/static/x/")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range href.FindAllStringSubmatch(string(html), -1) {
			to := m[1]
			if strings.HasPrefix(to, "/static/") || to == "#main" {
				continue
			}
			if strings.HasPrefix(to, "#") {
				to = p.Path() + to
			}
			links++
			if !known[to] && !slices.Contains(otherTargets, to) {
				t.Errorf("a link leads to %s, which does not exist; addresses: %v", to, slices.Sorted(maps.Keys(known)))
			}
		}
	}
	if links < 300 {
		t.Errorf("only %d links were found", links)
	}
}

func TestAnchorsAreUniqueInAPage(t *testing.T) {
	t.Parallel()
	for _, p := range documentation(t).Pages {
		seen := map[string]bool{}
		for _, s := range p.Sections {
			if seen[s.ID] {
				t.Errorf("%s has two sections #%s", p.Name, s.ID)
			}
			seen[s.ID] = true
		}
	}
}

func TestBlocksOfCode(t *testing.T) {
	t.Parallel()
	for _, p := range documentation(t).Pages {
		for i, f := range p.Fences {
			if f.Info == "output" && (i == 0 || !strings.HasPrefix(p.Fences[i-1].Info, "sh")) {
				t.Errorf("%s: an output without a command before it:\n%s", p.Name, f.Code)
			}
			if strings.HasPrefix(f.Info, "json") && !json.Valid([]byte(f.Code)) {
				t.Errorf("%s: not valid JSON:\n%s", p.Name, f.Code)
			}
		}
	}
}

func TestRenderRefusesFaultyPages(t *testing.T) {
	t.Parallel()
	const begin = "# Title\n\nWhat it is for.\n\n"
	for text, want := range map[string]string{
		"No title.\n":                          "begins with its title",
		"# Title\n\n## Section\n":              "what it is for",
		begin + "```bash\nls\n```\n":           `marked "bash"`,
		begin + "```\nls\n```\n":               `marked ""`,
		begin + "```shell session\nls\n```\n":  `marked "shell session"`,
		begin + "```sh\nls\n```\n":             "",
		begin + "```json report.json\n{}\n```": "",
	} {
		_, err := docs.Render("page", []byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestSearchIndexHasExistingAddresses(t *testing.T) {
	t.Parallel()
	d := documentation(t)
	index, err := d.Search()
	if err != nil {
		t.Fatal(err)
	}
	var entries []struct {
		ID                      int
		Path, Page, Title, Text string
	}
	if err := json.Unmarshal(index, &entries); err != nil {
		t.Fatal(err)
	}
	known := addresses(d)
	for i, e := range entries {
		if e.ID != i || !known[e.Path] || e.Page == "" || e.Title == "" && strings.Contains(e.Path, "#") {
			t.Errorf("entry %d: %+v", i, e)
		}
	}
	if len(entries) < 100 {
		t.Errorf("only %d entries", len(entries))
	}
}

func TestTextsForLanguageModels(t *testing.T) {
	t.Parallel()
	d := documentation(t)
	text, full, known := string(d.LLMs()), string(d.LLMsFull()), addresses(d)
	if !regexp.MustCompile(`^# biom\n\n> .+\n\n.+\n\n## `).MatchString(text) {
		t.Errorf("not of the form of llmstxt.org:\n%s", text)
	}
	for _, p := range d.Pages {
		if want := "- [" + p.Title + "](" + p.Source() + "): " + p.About + "\n"; !strings.Contains(text, want) {
			t.Errorf("%s is missing", want)
		}
		if !strings.Contains(full, "\n## "+p.Title+"\n") {
			t.Errorf("%s is not in the full text", p.Title)
		}
	}
	small, err := d.LLMsSmall()
	if err != nil || len(small) > 14<<10 || strings.Count(string(small), "\n```")%2 != 0 {
		t.Errorf("the small text has %d bytes, %v", len(small), err)
	}
	for _, want := range []string{"api/v1/biom/process", "`AL`", "EXTRACTION_TIMEOUT", "Retry-After"} {
		if !strings.Contains(string(small), want) {
			t.Errorf("the small text has no %s", want)
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([a-z-]+\.md|/[^)#]*)`).FindAllStringSubmatch(full+string(small), -1) {
		if !known[link[1]] && !slices.Contains(otherTargets, link[1]) {
			t.Errorf("a text for models links to %s", link[1])
		}
	}
}

// The page about errors lists every code, and every error status of the API's
// description, and no others.
func TestErrorsAreDocumented(t *testing.T) {
	t.Parallel()
	page := string(findPage(t, documentation(t), "errors").Markdown)
	source, err := os.ReadFile("../../../shared/problem/problem.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`Code = "([A-Z_]+)"`).FindAllStringSubmatch(string(source), -1)
	if len(codes) < 9 {
		t.Errorf("only %d codes were found", len(codes))
	}
	rows := map[string]bool{} // the statuses that have a row
	known := []string{}
	for _, c := range codes {
		known = append(known, c[1])
		if !strings.Contains(page, "| `"+c[1]+"` | ") {
			t.Errorf("errors.md has no row of %s", c[1])
		}
	}
	statuses := map[string]bool{"405": true} // not in the description of any route
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| (\\d+) \\|").FindAllStringSubmatch(page, -1) {
		rows[row[2]] = true
		if !slices.Contains(known, row[1]) {
			t.Errorf("errors.md has a row of %s, which is no code", row[1])
		}
	}
	var api struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	if err := json.Unmarshal(web.OpenAPI(), &api); err != nil {
		t.Fatal(err)
	}
	for _, methods := range api.Paths {
		for _, op := range methods {
			for status := range op.Responses {
				statuses[status] = status >= "400"
			}
		}
	}
	for status, isError := range statuses {
		if isError && !rows[status] {
			t.Errorf("errors.md has no row with the status %s", status)
		}
	}
	for status := range rows {
		if !statuses[status] {
			t.Errorf("errors.md has a row with the status %s, which no route answers with", status)
		}
	}
}
