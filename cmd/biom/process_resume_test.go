package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestProcessSendsOnlyWhatIsNotSaved(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	names := []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf"}
	p := runProcess(t, f, t.Context(), names)
	if p.failure != nil {
		t.Fatal(p.failure)
	}
	file := func(name string) string { return filepath.Join(p.dir, name) }
	half, err := os.ReadFile(file("b.pdf.biom.json"))
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	for _, err := range []error{
		os.WriteFile(file("b.pdf.biom.json"), half[:len(half)/2], 0o600),
		os.Chtimes(file("c.pdf"), later, later), // another report under the same name
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f.seen = nil
	p.again(t, f, t.Context(), "-j1", "DIR")
	if p.failure != nil || len(f.seen) != 2 || !strings.HasPrefix(f.seen[0], "b.pdf") || !strings.HasPrefix(f.seen[1], "c.pdf") {
		t.Errorf("got %v, sent %q", p.failure, f.seen)
	}
	p.says(t, &p.out, "2 processed, 2 saved before, 0 failed", "/a.pdf  saved before  Argos", "/b.pdf  saved         Argos")
	f.seen = nil
	p.again(t, f, t.Context(), "--again", "DIR")
	if len(f.seen) != 4 {
		t.Errorf("--again sent %q", f.seen)
	}
}

// dir/* names the responses of an earlier run as well.
func TestProcessLeavesOutResponsesBesideTheirReports(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := runProcess(t, f, t.Context(), []string{"a.pdf"})
	f.seen = nil
	p.again(t, f, t.Context(), "DIR/a.pdf", "DIR/a.pdf.biom.json")
	if p.failure != nil || len(f.seen) != 0 {
		t.Errorf("got %v, sent %q", p.failure, f.seen)
	}
	p.again(t, f, t.Context(), "DIR/a.pdf.biom.json")
	if p.failure != nil || len(f.seen) != 1 {
		t.Errorf("named alone: got %v, sent %q", p.failure, f.seen)
	}
}

func TestProcessADirectory(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("year/%d/file%d.pdf", i%7, i))
	}
	p := &processing{dir: t.TempDir()}
	p.write(t, append([]string{"year/.hidden/x.pdf", "year/.x.pdf", "year/notes.txt", "year/any.json", "year/1/old.pdf.biom.json"}, names...))
	p.again(t, f, t.Context(), "-j16", "--out=DIR/out", "DIR/year")
	if p.failure != nil || len(f.charged) != len(names) {
		t.Errorf("got %v, %d charged", p.failure, len(f.charged))
	}
	p.says(t, &p.out, "300 processed, 0 failed")
	if got := p.files(t, "out/6"); len(got) != 42 {
		t.Errorf("%d in out/6", len(got))
	}
}

func TestProcessOddNames(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	odd := []string{"-j9.pdf", "[1].pdf", "a*b?.pdf", "Größe 眼軸長.PDF", "line\nbreak\x1b[31m.pdf", "not UTF-8 \xff.pdf", `back\slash.pdf`, "  .pdf", "Doe, John.pdf"}
	p := &processing{dir: t.TempDir()}
	p.write(t, odd)
	p.again(t, f, t.Context(), "-j1", "DIR/[1].pdf", "DIR/a*b?.pdf", "DIR")
	if p.failure != nil || len(f.seen) != len(odd) {
		t.Errorf("got %v, sent %q", p.failure, f.seen)
	}
	if got := p.files(t, ""); len(got) != len(odd) {
		t.Errorf("saved %q", got)
	}
	if all := p.out.String() + p.err.String(); strings.Contains(all, "\x1b") || strings.Contains(all, "\xff") || strings.Contains(all, "\nbreak") {
		t.Errorf("a name steers the terminal: %q", all)
	}
}

func TestProcessOfNothing(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	p := &processing{dir: t.TempDir()}
	p.write(t, []string{"a.pdf", "empty/notes.txt"})
	for args, want := range map[string]string{
		"DIR/*.png":         "no file matches " + p.dir + "/*.png",
		"DIR/[":             "no file matches " + p.dir + "/[",
		"DIR/a.pdf DIR/x?y": "no file matches",
		"DIR/empty":         "there are no PDFs or images in " + p.dir + "/empty",
	} {
		p.again(t, f, t.Context(), strings.Fields(args)...)
		if p.failure == nil || !strings.Contains(p.failure.Error(), want) || len(f.seen) != 0 {
			t.Errorf("%s: got %v, sent %v", args, p.failure, f.seen)
		}
	}
}

func TestProcessWithoutAPlaceToSave(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	long := strings.Repeat("x", 250) + ".pdf"
	p := &processing{dir: t.TempDir()}
	p.write(t, []string{"a.pdf", "b.pdf", long, "c.pdf"})
	if err := os.Mkdir(filepath.Join(p.dir, "b.pdf.biom.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	p.again(t, f, t.Context(), "--out=DIR/c.pdf/out", "DIR/a.pdf")
	if p.failure == nil || !strings.Contains(p.failure.Error(), "the directory for the responses cannot be made") {
		t.Errorf("got %v", p.failure)
	}
	blocked := []string{"DIR/a.pdf", "DIR/b.pdf", "DIR/" + long}
	for _, args := range [][]string{blocked, append([]string{"--again"}, blocked...)} {
		p.again(t, f, t.Context(), args...)
		if p.failure == nil || p.failure.Error() != "2 of 3 files failed" {
			t.Errorf("got %v", p.failure)
		}
		p.says(t, &p.out, "there is no place to save the response, so nothing was sent (--out names another directory): "+p.dir+"/b.pdf.biom.json is not a file", "file name too long")
	}
	if len(f.charged) != 1 || f.charged["a.pdf"] == 0 {
		t.Errorf("charged %v", f.charged)
	}
}
