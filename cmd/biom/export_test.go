package main

import (
	"archive/zip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/client"
)

// exporting returns a service that serves archives. broken may answer attempt n,
// from 1, in another way, and then returns true.
func exporting(t *testing.T, broken func(w http.ResponseWriter, n int) bool) (f *fakeService, got *[]client.Export) {
	f, got = newFakeService(t), new([]client.Export)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var e client.Export
		body, err := io.ReadAll(r.Body)
		if err != nil || json.Unmarshal(body, &e) != nil || r.ContentLength != int64(len(body)) || r.URL.Path != "/api/v1/biom/export" {
			t.Errorf("%s: %d of %d bytes, %v", r.URL, len(body), r.ContentLength, err)
		}
		*got = append(*got, e)
		if broken(w, len(*got)) {
			return
		}
		w.Header().Set("Content-Type", "application/zip")
		archive := zip.NewWriter(w)
		for _, r := range e.Responses {
			file, _ := archive.Create(r.Filename)
			_, _ = file.Write(r.Response)
		}
		for _, format := range []client.Format{client.CSV, client.XLSX} {
			if slices.Contains(e.Formats, format) {
				file, _ := archive.Create("biom-export-1." + string(format))
				_, _ = file.Write([]byte("the table as " + format))
			}
		}
		archive.Close()
	})
	return f, got
}

func works(http.ResponseWriter, int) bool { return false }

// responses saves a response for each name in a new directory.
func responses(t *testing.T, names ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(fakeResponse("x")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func runExport(ctx context.Context, f *fakeService, c exportCmd) (out, err strings.Builder, failure error) {
	c.Service.Server, c.RetryFor = f.URL, time.Minute
	if c.Formats == nil {
		c.Formats = []string{"csv"}
	}
	return out, err, c.Run(f.terminal(ctx, &out, &err))
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestExport(t *testing.T) {
	t.Parallel()
	f, got := exporting(t, works)
	dir := responses(t, "in/a.pdf.biom.json", "in/sub/b.png.biom.json", "in/other.json", "in/.x.biom.json", "c.json")
	out := filepath.Join(dir, "all.zip")
	said, _, err := runExport(t.Context(), f, exportCmd{Out: out, Formats: []string{"csv", "json"},
		Files: []string{filepath.Join(dir, "in"), filepath.Join(dir, "*.json"), filepath.Join(dir, "in", "a.pdf.biom.json")}})
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	for _, r := range (*got)[0].Responses {
		sent = append(sent, r.Filename)
	}
	if !slices.Equal(sent, []string{"a.pdf", "sub/b.png", "c.json"}) || !slices.Equal((*got)[0].Formats, []client.Format{"csv", "json"}) {
		t.Errorf("sent %v as %v", sent, (*got)[0].Formats)
	}
	archive, err := zip.OpenReader(out)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	if len(archive.File) != 4 || !strings.HasPrefix(said.String(), "3 reports saved as "+out+" (") {
		t.Errorf("%d in the archive; %s", len(archive.File), &said)
	}
}

func TestExportNamesTheArchive(t *testing.T) {
	t.Parallel()
	dir := responses(t, "a.biom.json")
	f, _ := exporting(t, works)
	r := alone(t)
	r.workDir = dir
	r.biom(t, "export", "--server="+f.URL, ".")
	got := names(t, dir)
	if len(got) != 2 || got[0] != "a.biom.json" || !regexp.MustCompile(`^biom-export-\d{8}-\d{6}\.zip$`).MatchString(got[1]) {
		t.Errorf("got %v", got)
	}
}

// If the server ends in the middle, or a proxy hides that it did, no incomplete
// archive gets the name of a complete one.
func TestExportSavesNoIncompleteArchive(t *testing.T) {
	t.Parallel()
	half := func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/zip")
		_, _ = w.Write([]byte("PK\x03\x04 half"))
		_ = http.NewResponseController(w).Flush()
	}
	for name, c := range map[string]struct {
		broken func(w http.ResponseWriter, n int) bool
		tries  int
		want   string // "": it succeeds
	}{
		"cut, then whole": {func(w http.ResponseWriter, n int) bool {
			if n <= 2 {
				half(w)
				panic(http.ErrAbortHandler)
			}
			return false
		}, 3, ""},
		"busy, then whole": {func(w http.ResponseWriter, n int) bool {
			if n == 1 {
				w.Header().Set("Retry-After", "30")
				fakeJSON(w, 503, busy)
			}
			return n == 1
		}, 2, ""},
		"always cut":           {func(w http.ResponseWriter, _ int) bool { half(w); panic(http.ErrAbortHandler) }, 8, "the connection ended before the result came: unexpected EOF; nothing was saved"},
		"ended as if all were": {func(w http.ResponseWriter, _ int) bool { half(w); return true }, 1, "the archive arrived damaged and was not saved"},
		"refused": {func(w http.ResponseWriter, _ int) bool {
			fakeJSON(w, 413, `{"success":false,"error":{"code":"PAYLOAD_TOO_LARGE","message":"At most 1000 responses.","request_id":"r-413"}}`)
			return true
		}, 1, "Refused: At most 1000 responses.\n    413 PAYLOAD_TOO_LARGE, request r-413"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, got := exporting(t, c.broken)
			dir := responses(t, "a.biom.json")
			out := filepath.Join(dir, "a.zip")
			if err := os.WriteFile(out, []byte("earlier"), 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err := runExport(t.Context(), f, exportCmd{Files: []string{dir}, Out: out})
			text, _ := os.ReadFile(out)
			switch {
			case c.want == "" && (err != nil || !strings.HasPrefix(string(text), "PK")):
				t.Errorf("got %v, %q", err, text)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || string(text) != "earlier"):
				t.Errorf("got %v, %q", err, text)
			}
			if len(*got) != c.tries || len(names(t, dir)) != 2 {
				t.Errorf("%d tries, waits %v, left %v", len(*got), f.waits, names(t, dir))
			}
		})
	}
}

func TestExportIsStopped(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	f, _ := exporting(t, func(http.ResponseWriter, int) bool { stop(); panic(http.ErrAbortHandler) })
	dir := responses(t, "a.biom.json")
	_, _, err := runExport(ctx, f, exportCmd{Files: []string{dir}, Out: filepath.Join(dir, "a.zip")})
	if err == nil || err.Error() != "stopped; nothing was saved" || len(names(t, dir)) != 1 {
		t.Errorf("got %v, left %v", err, names(t, dir))
	}
}

func TestExportRefusesBeforeItSends(t *testing.T) {
	t.Parallel()
	f, got := exporting(t, works)
	dir := responses(t, "a.biom.json", "b.biom.json")
	for _, name := range []string{"bad1\x1b.json", "bad2.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(`{"data":{}}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		want string
		cmd  exportCmd
	}{
		{"no saved responses in", exportCmd{Files: []string{t.TempDir()}}},
		{"/bad1�.json is not a saved response\n" + dir + "/bad2.json is not a saved response", exportCmd{Files: []string{dir, dir + "/bad*"}}},
		{"no such file", exportCmd{Files: []string{dir + "/missing.biom.json"}}},
		{"there is no place for the archive: " + dir + " is not a file", exportCmd{Files: []string{dir}, Out: dir}},
		{"there is no place for the archive: ", exportCmd{Files: []string{dir}, Out: dir + "/missing/a.zip"}},
	} {
		if _, _, err := runExport(t.Context(), f, c.cmd); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if len(*got) != 0 {
		t.Errorf("sent %d times", len(*got))
	}
}

// Reports of two directories with the same names are told apart by their paths.
func TestExportNamesReportsOfTwoDirectories(t *testing.T) {
	t.Parallel()
	f, got := exporting(t, works)
	dir := responses(t, "monday/a.pdf.biom.json", "tuesday/a.pdf.biom.json", "tuesday/b.pdf.biom.json")
	if _, _, err := runExport(t.Context(), f, exportCmd{Out: filepath.Join(dir, "all.zip"), Files: []string{filepath.Join(dir, "monday"), filepath.Join(dir, "tuesday")}}); err != nil {
		t.Fatal(err)
	}
	var sent []string
	for _, r := range (*got)[0].Responses {
		sent = append(sent, strings.TrimPrefix(r.Filename, dir+"/"))
	}
	if !slices.Equal(sent, []string{"monday/a.pdf", "tuesday/a.pdf", "b.pdf"}) || !(*got)[0].CSVBOM {
		t.Errorf("%q", sent)
	}
}

// A name with the extension of a table gets that table.
func TestExportOfOneTable(t *testing.T) {
	t.Parallel()
	f, got := exporting(t, works)
	dir := responses(t, "a.pdf.biom.json")
	for _, extension := range []string{"csv", "xlsx"} {
		out := filepath.Join(dir, "study."+extension)
		if _, _, err := runExport(t.Context(), f, exportCmd{Out: out, Formats: []string{"json"}, Files: []string{dir}}); err != nil {
			t.Fatal(err)
		}
		table, err := os.ReadFile(out)
		if want := "the table as " + extension; err != nil || string(table) != want || !slices.Equal((*got)[len(*got)-1].Formats, []client.Format{client.Format(extension)}) {
			t.Errorf("%q, %v", table, err)
		}
	}
	if got := names(t, dir); !slices.Equal(got, []string{"a.pdf.biom.json", "study.csv", "study.xlsx"}) {
		t.Errorf("left %q", got)
	}
}

// One step reads the files and exports what was read, now and before, with the files that failed.
func TestProcessExports(t *testing.T) {
	t.Parallel()
	f, got := exporting(t, works)
	p := &processing{dir: t.TempDir()}
	p.write(t, []string{"before.pdf", "in/a.pdf", "in/quota.pdf"})
	p.again(t, f, t.Context(), "DIR/before.pdf")
	p.again(t, f, t.Context(), "-j1", "--retry-for=0s", "--export=DIR/study.xlsx", "DIR/before.pdf", "DIR/in")
	if p.failure == nil || p.failure.Error() != "1 of 3 files failed" {
		t.Errorf("%v", p.failure)
	}
	if table, err := os.ReadFile(filepath.Join(p.dir, "study.xlsx")); err != nil || string(table) != "the table as xlsx" {
		t.Errorf("%q, %v", table, err)
	}
	var sent []string
	for _, r := range (*got)[0].Responses {
		sent = append(sent, r.Filename)
	}
	failed := (*got)[0].Failed
	if !slices.Equal(sent, []string{"before.pdf", "a.pdf"}) || len(failed) != 1 || failed[0].Filename != "quota.pdf" || !strings.Contains(failed[0].Message, "25 credits are used up") {
		t.Errorf("%q, %+v", sent, failed)
	}
	if strings.Contains(failed[0].Message, "\n") || !strings.Contains(failed[0].Message, "; 429 ") {
		t.Errorf("a cell of the table: %q", failed[0].Message)
	}
	p.says(t, &p.out, "2 reports saved as ")
	p.again(t, f, t.Context(), "--export=DIR/in", "DIR/before.pdf")
	if p.failure == nil || !strings.Contains(p.failure.Error(), "there is no place for the export") {
		t.Errorf("%v", p.failure)
	}
}
