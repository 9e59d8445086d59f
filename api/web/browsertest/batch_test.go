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
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func TestBatchIsReadAndExported(t *testing.T) {
	t.Parallel()
	readAndExportBatch(t, 2, 2)
}

func TestLongBatchOfTwentyReportsIsReadAndExported(t *testing.T) {
	t.Parallel()
	readAndExportBatch(t, 14, 6)
}

// readAndExportBatch sends documents, direct entries and a broken file as one
// batch. The export contains all but the broken file.
func readAndExportBatch(t *testing.T, documents, entries int) {
	t.Helper()
	b := open(t, "/#batch")
	files := textReports(t, documents)
	for i := range entries {
		files = append(files, directEntry(t, fmt.Sprintf("entry-%d.json", i)))
	}
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	b.must(os.WriteFile(broken, []byte("no PDF"), 0o600))
	b.expectStatus(http.StatusBadRequest, processPath)
	b.chooseFiles("#batch-files", append(files, broken)...)
	b.waitVisible("#batch-progress")
	b.waitJobs(map[string]int{"done": documents + entries, "failed": 1})
	b.click(".job[data-state=done] .job-open")
	b.waitVisible("#panel-batch .report")
	b.checkExport(b.download("#batch-export"), documents+entries)
	b.wantStored(map[string]bool{"IOLMaster700": false})
	b.click("#batch-clear") // everything was exported: the page does not ask
	b.waitHidden(".job")
}

// checkExport checks that each file of an export contains this many reports.
func (b *tab) checkExport(path string, reports int) {
	b.Helper()
	archive, err := zip.OpenReader(path)
	b.must(err)
	defer archive.Close()
	documents := 0
	for _, f := range archive.File {
		r, err := f.Open()
		b.must(err)
		switch extension := filepath.Ext(f.Name); {
		case strings.HasSuffix(f.Name, "-failed.csv"):
		case extension == ".csv":
			rows, err := csv.NewReader(r).ReadAll()
			b.must(err)
			b.checkRows(f.Name, rows[1:], reports)
		case extension == ".xlsx":
			book, err := excelize.OpenReader(r)
			b.must(err)
			rows, err := book.GetRows(book.GetSheetName(0))
			b.must(err)
			b.checkRows(f.Name, rows[1:], reports)
		case extension == ".json":
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

// checkRows checks that a table has two rows for each report: the right eye, then
// the left one.
func (b *tab) checkRows(name string, rows [][]string, reports int) {
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

// Files that cannot be read are listed as left out.
func TestBatchReadsAFolderWithItsSubfolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	b := newTab(t, defaultServer(t))
	for _, name := range []string{"a.json", "deeper/b.json", "readme.txt"} {
		text, err := os.ReadFile(directEntry(t, "report.json"))
		b.must(err)
		path := filepath.Join(dir, name)
		b.must(os.MkdirAll(filepath.Dir(path), 0o700))
		b.must(os.WriteFile(path, text, 0o600))
	}
	b.visit("/#batch")
	b.chooseFiles("#batch-folder", dir)
	b.waitJobs(map[string]int{"done": 2})
	b.waitVisible(".left-out")
	b.click("#batch-clear")
	b.click("#confirm-no") // the page asks, because nothing was exported
	b.waitJobs(map[string]int{"done": 2})
	b.click("#batch-clear")
	b.click("#confirm-yes")
	b.waitHidden(".job")
}

// The export says why a file was not read in the words of the app, with each fault of a report that was refused.
func TestExportNamesFailedFilesInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	wrong := writeJSON(t, "wrong.json", entry(map[string]any{"AL": 99}, map[string]any{"CCT": 500.5}, map[string]any{}, nil))
	inLanguages(t, "/#batch", func(b *tab, language string, words map[string]string) {
		b.expectStatus(http.StatusBadRequest, processPath)
		b.expectStatus(http.StatusUnprocessableEntity, processPath)
		b.chooseFiles("#batch-files", append(triageFiles(b.T), wrong)...)
		b.waitJobs(map[string]int{"done": 3, "failed": 2})
		b.waitText("#job-3 .job-says", words["failure.400.what"])
		b.waitText("#job-5 .job-says", words["failure.422.what"])
		faults := map[string]string{
			"en": " Axial length (AL), Right eye (OD): Must be 14 to 40 mm. Central corneal thickness (CCT), Left eye (OS): Must be a whole number. Must be 200 to 900 µm.",
			"de": " Achslänge (AL), Rechtes Auge (OD): Zulässig: 14 bis 40 mm. Zentrale Hornhautdicke (CCT), Linkes Auge (OS): Muss eine ganze Zahl sein. Zulässig: 200 bis 900 µm.",
		}[language]
		want := [][]string{{"\ufefffilename", "message"}, {"broken.pdf", words["failure.400.what"]}, {"wrong.json", words["failure.422.what"] + faults}}
		if rows := b.exportedTable("*-failed.csv"); !reflect.DeepEqual(rows, want) {
			b.Errorf("files that were not read: %q, want %q", rows, want)
		}
	})
}

// Cancel and retry work for a single file and for all files.
func TestLongBatchCancelAndRetry(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/#batch")
	b.chooseFiles("#batch-files", textReports(t, 6)...)
	for range 4 { // the batch sends four files at a time
		v.waitCall()
	}
	b.waitJobs(map[string]int{"running": 4, "waiting": 2})
	b.click(".job[data-state=running] .job-cancel")
	v.waitCall() // the next file is sent
	b.waitJobs(map[string]int{"running": 4, "waiting": 1, "cancelled": 1})
	b.click("#batch-cancel")
	b.waitJobs(map[string]int{"cancelled": 6})
	b.click(".job[data-state=cancelled] .job-retry")
	v.allowAnswers(100) // all calls from now on
	b.waitJobs(map[string]int{"cancelled": 5, "done": 1})
	b.click("#batch-retry-all")
	b.waitJobs(map[string]int{"done": 6})
}

// waitJobs waits until there are exactly these numbers of jobs in each state.
func (b *tab) waitJobs(want map[string]int) {
	b.Helper()
	b.awaitf(`(() => {
		const count = {}
		for (const job of document.querySelectorAll('.job')) count[job.dataset.state] = (count[job.dataset.state] ?? 0) + 1
		const want = %s
		return Object.keys({...count, ...want}).every(state => count[state] === want[state])
	})()`, jsonOf(b.T, want))
}

// The batch shows how long it waits, and then continues by itself.
func TestLongBatchPausesWhileTheQuotaIsUsedUp(t *testing.T) {
	t.Parallel()
	b := newTab(t, serve(t, "BIOM_QUOTA_BIOMJSON=1"), clock)
	b.visit("/#batch")
	b.expectStatus(http.StatusTooManyRequests, processPath)
	b.chooseFiles("#batch-files", directEntry(t, "a.json"), directEntry(t, "b.json"))
	b.waitJobs(map[string]int{"done": 1, "waiting": 1})
	b.waitText("#panel-batch .countdown", "24 h")
	b.advance(23 * time.Hour)
	b.waitText("#panel-batch .countdown", "60 min")
	b.expectStatus(http.StatusTooManyRequests, processPath)
	b.advance(2 * time.Hour)
	b.waitText("#panel-batch .countdown", "24 h")
	b.click("#batch-cancel")
	b.waitHidden("#panel-batch .countdown")
}

// The pause ends when no file waits for its end any more, even if another file is
// running.
func TestLongBatchPauseEndsWithTheLastWaitingFile(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve("BIOM_QUOTA_BIOMJSON=1"))
	b.visit("/#batch")
	b.expectStatus(http.StatusTooManyRequests, processPath)
	files := textReports(t, 2)
	b.chooseFiles("#batch-files", files[0], directEntry(t, "a.json"), directEntry(t, "b.json"))
	v.waitCall()
	b.waitJobs(map[string]int{"running": 1, "done": 1, "waiting": 1})
	b.waitVisible("#panel-batch .countdown")
	b.click("#batch-cancel")
	b.waitJobs(map[string]int{"done": 1, "cancelled": 2})
	b.waitHidden("#panel-batch .countdown")
	b.chooseFiles("#batch-files", files[1])
	v.waitCall()
	v.allowAnswers(100)
	b.waitJobs(map[string]int{"done": 2, "cancelled": 2})
}

func TestLongEachReportOfABatchHasItsOwnShare(t *testing.T) {
	t.Parallel()
	b := open(t, "/#batch")
	b.click("#batch-share")
	b.chooseFiles("#batch-files", directEntry(t, "a.json"), directEntry(t, "b.json"))
	b.waitJobs(map[string]int{"done": 2})
	b.openTab("history")
	b.click("#history-mine")
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	codes := eval[[]string](b, `[...document.querySelectorAll('.entry')].map(e => /[a-z]+-[a-z]+-\d{6}/.exec(e.innerText)?.[0] ?? '')`)
	if len(codes) != 2 || codes[0] == codes[1] || strings.Contains(strings.Join(codes, "|"), "||") {
		t.Errorf("%d codes, want 2 different ones", len(codes))
	}
}
