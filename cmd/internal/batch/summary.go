package batch

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/cmd/internal/table"
	"biom/shared/client"
)

// Summary counts the outcomes of the files of a batch.
type Summary struct {
	Processed   int     `json:"processed"`
	SavedBefore int     `json:"saved_before"`
	Failed      int     `json:"failed"`
	ToGo        int     `json:"to_go,omitempty"` // have no outcome because the batch was stopped
	Seconds     float64 `json:"seconds"`
	KeyIgnored  bool    `json:"key_ignored,omitempty"` // the service did not accept the service key
}

// Summarize counts the outcomes of files, which took the given time together.
func Summarize(files []*File, took time.Duration) (s Summary) {
	s.Seconds = took.Seconds()
	for _, f := range files {
		switch {
		case f.stopped():
			s.ToGo++
		case f.Err != nil:
			s.Failed++
		case f.SavedBefore:
			s.SavedBefore++
		default:
			s.Processed++
		}
		s.KeyIgnored = s.KeyIgnored || f.Info.KeyStatus != ""
	}
	return s
}

// String returns the summary in words.
func (s Summary) String() string {
	text := fmt.Sprintf("%d processed, ", s.Processed)
	if s.SavedBefore > 0 {
		text += fmt.Sprintf("%d saved before, ", s.SavedBefore)
	}
	text += fmt.Sprintf("%d failed, ", s.Failed)
	if s.ToGo > 0 {
		text += fmt.Sprintf("%d to go, ", s.ToGo)
	}
	return text + fmt.Sprintf("in %.1fs", s.Seconds)
}

// Report is what a person reads at the end of a batch.
type Report struct {
	Files      []*File
	Summary    Summary
	Server     string // address of the service, named in explanations
	ShareAsked bool   // a share code was asked for
	ShowEyes   bool   // show the measurements of several files too, not only of a single one
}

// Write prints the measurements, a line for each file, the errors, and the
// summary, each in the order of the files. Files without an outcome are only counted.
func (r Report) Write(w io.Writer) {
	for _, f := range r.Files {
		if f.Response != nil && (r.ShowEyes || len(r.Files) == 1) {
			writeFile(w, f, r.ShareAsked)
		}
	}
	ended := slices.DeleteFunc(slices.Clone(r.Files), (*File).stopped)
	if len(r.Files) > 1 && len(ended) > 0 {
		writeFiles(w, ended, r.ShareAsked)
	}
	for _, f := range ended {
		if f.Err != nil {
			fmt.Fprintf(w, "%s\n  %s\n\n", display.Printable(f.Path), explain.Upload(f.Err, r.Server))
		}
	}
	if r.Summary.KeyIgnored {
		fmt.Fprintln(w, "The service key was not accepted: what is above counted against the public limits.")
	}
	fmt.Fprintln(w, r.Summary)
}

// writeFile prints the response of one file.
func writeFile(w io.Writer, f *File, shareAsked bool) {
	fmt.Fprintln(w, display.Printable(f.Path))
	table.WriteResponse(w, f.Response, shareAsked)
	if f.Saved {
		fmt.Fprintf(w, "\n  Saved as %s\n", display.Printable(f.Target))
	}
	fmt.Fprintln(w)
}

// writeFiles prints a line for each file.
func writeFiles(w io.Writer, files []*File, shareAsked bool) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells [4]string, share string) {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s", cells[0], cells[1], cells[2], cells[3])
		if shareAsked {
			fmt.Fprint(out, "\t"+share)
		}
		fmt.Fprintln(out)
	}
	row([4]string{"FILE", "RESULT", "DEVICE", "WITHHELD"}, "SHARE CODE")
	for _, f := range files {
		cells, share := [4]string{display.Printable(f.Path), f.outcome(), display.None, display.None}, display.None
		if f.Response != nil {
			cells[2] = display.Printable(f.Response.Data.Biometer.DeviceName)
			if names := table.Withheld(f.Response.Metadata.Extraction.Withheld); names != "" {
				cells[3] = names
			}
			if s := table.ShareCode(f.Response.Biompin, false); s != "" {
				share = s
			}
		}
		row(cells, share)
	}
	_ = out.Flush() // an error of w shows again below
	fmt.Fprintln(w)
}

// stopped reports whether the file has no outcome because the batch was stopped.
func (f *File) stopped() bool { return errors.Is(f.Err, ErrStopped) }

// outcome returns the outcome of the file in a word or two.
func (f *File) outcome() string {
	e, refused := errors.AsType[*client.Error](f.Err)
	switch {
	case refused:
		return fmt.Sprintf("failed: %d", e.Status)
	case f.Err != nil && f.Response != nil:
		return "not saved"
	case f.Err != nil:
		return "failed"
	case f.SavedBefore:
		return "saved before"
	}
	return "saved"
}
