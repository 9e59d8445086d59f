package browsertest_test

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// Twenty reports at once, documents and direct entries, and one that is none;
// what is exported is what was read.
func TestBatch(t *testing.T) {
	t.Parallel()
	b := open(t, "/#batch")
	files := texts(t, 14)
	for i := range 6 {
		files = append(files, direct(t, fmt.Sprintf("entry-%d.json", i)))
	}
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	b.must(os.WriteFile(broken, []byte("no PDF"), 0o600))
	b.expect(http.StatusBadRequest, process)
	b.choose("#batch-files", append(files, broken)...)
	b.sees("#batch-progress")
	b.jobs(map[string]int{"done": 20, "failed": 1})
	b.click(".job[data-state=done] .job-open")
	b.sees("#panel-batch .report")
	b.exports(b.download("#batch-export"), 20)
	b.keeps(map[string]bool{"IOLMaster700": false})
	b.click("#batch-clear") // nothing would be lost
	b.misses(".job")
}

// exports opens an export as its reader would, and counts.
func (b *tab) exports(path string, reports int) {
	b.Helper()
	archive, err := zip.OpenReader(path)
	b.must(err)
	defer archive.Close()
	documents := 0
	for _, f := range archive.File {
		r, err := f.Open()
		b.must(err)
		switch filepath.Ext(f.Name) {
		case ".csv":
			rows, err := csv.NewReader(r).ReadAll()
			b.must(err)
			b.rows(f.Name, rows[1:], reports)
		case ".xlsx":
			book, err := excelize.OpenReader(r)
			b.must(err)
			rows, err := book.GetRows(book.GetSheetName(0))
			b.must(err)
			b.rows(f.Name, rows[2:], reports) // below the names, the units
		case ".json":
			text, err := io.ReadAll(r)
			b.must(err)
			b.must(json.Unmarshal(text, &report{}))
			documents++
		}
	}
	if documents != reports {
		b.Errorf("%d documents, want %d", documents, reports)
	}
}

// rows wants two for each report: the right eye, the left.
func (b *tab) rows(name string, rows [][]string, reports int) {
	b.Helper()
	if len(rows) != 2*reports {
		b.Fatalf("%s: %d rows for %d reports", name, len(rows), reports)
	}
	for i, row := range rows {
		if want := fmt.Sprint(1 - i%2); !strings.HasPrefix(row[1], want) { // a workbook shows "1 right"
			b.Errorf("%s, row %d: right_eye is %s", name, i+1, row[1])
		}
	}
}

// A folder is read with those below it, and what cannot be read is told.
func TestBatchFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := newTab(t, everybodys(t))
	for _, name := range []string{"a.json", "deeper/b.json", "readme.txt"} {
		text, err := os.ReadFile(direct(t, "report.json"))
		b.must(err)
		path := filepath.Join(dir, name)
		b.must(os.MkdirAll(filepath.Dir(path), 0o700))
		b.must(os.WriteFile(path, text, 0o600))
	}
	b.visit("/#batch")
	b.choose("#batch-folder", dir)
	b.jobs(map[string]int{"done": 2})
	b.sees(".left-out")
	b.click("#batch-clear")
	b.click("#confirm-no") // nothing was exported
	b.jobs(map[string]int{"done": 2})
	b.click("#batch-clear")
	b.click("#confirm-yes")
	b.misses(".job")
}

// Each file of a batch can be stopped and tried again by itself, and all
// together.
func TestBatchCancel(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/#batch")
	b.choose("#batch-files", texts(t, 6)...)
	for range 4 { // at once
		v.waits()
	}
	b.jobs(map[string]int{"running": 4, "waiting": 2})
	b.click(".job[data-state=running] .job-cancel")
	v.waits() // it is the next one's turn
	b.jobs(map[string]int{"running": 4, "waiting": 1, "cancelled": 1})
	b.click("#batch-cancel")
	b.jobs(map[string]int{"cancelled": 6})
	b.click(".job[data-state=cancelled] .job-retry")
	v.answers(100) // from now on everybody's
	b.jobs(map[string]int{"cancelled": 5, "done": 1})
	b.click("#batch-retry-all")
	b.jobs(map[string]int{"done": 6})
}

// jobs waits until there are so many jobs in each state, and no others.
func (b *tab) jobs(want map[string]int) {
	b.Helper()
	b.awaitf(`(() => {
		const count = {}
		for (const job of document.querySelectorAll('.job')) count[job.dataset.state] = (count[job.dataset.state] ?? 0) + 1
		const want = %s
		return Object.keys({...count, ...want}).every(state => count[state] === want[state])
	})()`, jsonOf(b.T, want))
}

// A batch whose quota is used up waits, shows for how long, and goes on by
// itself.
func TestBatchPauses(t *testing.T) {
	t.Parallel()
	b := newTab(t, serve(t, "BIOM_QUOTA_BIOMJSON=1"), clock)
	b.visit("/#batch")
	b.expect(http.StatusTooManyRequests, process)
	b.choose("#batch-files", direct(t, "a.json"), direct(t, "b.json"))
	b.jobs(map[string]int{"done": 1, "waiting": 1})
	b.reads("#panel-batch .countdown", "24 h")
	b.moveOn(23 * time.Hour)
	b.reads("#panel-batch .countdown", "60 min")
	b.expect(http.StatusTooManyRequests, process)
	b.moveOn(2 * time.Hour)
	b.reads("#panel-batch .countdown", "24 h")
	b.click("#batch-cancel")
	b.misses("#panel-batch .countdown")
}

// A pause ends with what waited for its end, also while something else runs.
func TestBatchPauseEnds(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve("BIOM_QUOTA_BIOMJSON=1"))
	b.visit("/#batch")
	b.expect(http.StatusTooManyRequests, process)
	files := texts(t, 2)
	b.choose("#batch-files", files[0], direct(t, "a.json"), direct(t, "b.json"))
	v.waits()
	b.jobs(map[string]int{"running": 1, "done": 1, "waiting": 1})
	b.sees("#panel-batch .countdown")
	b.click("#batch-cancel")
	b.jobs(map[string]int{"done": 1, "cancelled": 2})
	b.misses("#panel-batch .countdown")
	b.choose("#batch-files", files[1])
	v.waits()
	v.answers(100)
	b.jobs(map[string]int{"done": 2, "cancelled": 2})
}

// Every report of a batch has its own share.
func TestBatchShares(t *testing.T) {
	t.Parallel()
	b := open(t, "/#batch")
	b.click("#batch-share")
	b.choose("#batch-files", direct(t, "a.json"), direct(t, "b.json"))
	b.jobs(map[string]int{"done": 2})
	b.turn("history")
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	codes := look[[]string](b, `[...document.querySelectorAll('.entry')].map(e => /[a-z]+-[a-z]+-\d{6}/.exec(e.innerText)?.[0] ?? '')`)
	if len(codes) != 2 || codes[0] == codes[1] || strings.Contains(strings.Join(codes, "|"), "||") {
		t.Errorf("%d codes", len(codes))
	}
}
