package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"biom/shared/client"
)

// summary is what became of a batch.
type summary struct {
	Processed   int     `json:"processed"`
	SavedBefore int     `json:"saved_before"`
	Failed      int     `json:"failed"`
	Seconds     float64 `json:"seconds"`
	KeyIgnored  bool    `json:"key_ignored,omitempty"` // the service did not take the service key
}

func summarize(uploads []*uploadedFile, took time.Duration) (s summary) {
	s.Seconds = took.Seconds()
	for _, u := range uploads {
		switch {
		case u.err != nil:
			s.Failed++
		case u.before:
			s.SavedBefore++
		default:
			s.Processed++
		}
		s.KeyIgnored = s.KeyIgnored || u.info.KeyStatus != ""
	}
	return s
}

func (s summary) String() string {
	text := fmt.Sprintf("%d processed, ", s.Processed)
	if s.SavedBefore > 0 {
		text += fmt.Sprintf("%d saved before, ", s.SavedBefore)
	}
	return text + fmt.Sprintf("%d failed, in %.1fs", s.Failed, s.Seconds)
}

// writeSummary prints a line for each file.
func writeSummary(w io.Writer, uploads []*uploadedFile, shareAsked bool) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells [4]string) {
		fmt.Fprintf(out, "%s\t%s\t%s\t%s", cells[0], cells[1], cells[2], cells[3])
	}
	row([4]string{"FILE", "RESULT", "DEVICE", "WITHHELD"})
	end := func(share string) {
		if shareAsked {
			fmt.Fprint(out, "\t"+share)
		}
		fmt.Fprintln(out)
	}
	end("SHARE CODE")
	for _, u := range uploads {
		cells, share := [4]string{printable(u.path), u.outcome(), none, none}, none
		if u.response != nil {
			cells[2] = printable(u.response.Data.Biometer.DeviceName)
			if names := fieldsInWords(u.info.Withheld); names != "" {
				cells[3] = names
			}
			if s := shareCode(u.response.Biompin, false); s != "" {
				share = s
			}
		}
		row(cells)
		end(share)
	}
	_ = out.Flush() // what w refuses, it refuses below as well
	fmt.Fprintln(w)
}

// outcome is what became of the file in a word or two.
func (u *uploadedFile) outcome() string {
	e, refused := errors.AsType[*client.Error](u.err)
	switch {
	case refused:
		return fmt.Sprintf("failed: %d", e.Status)
	case errors.Is(u.err, errNotSent):
		return "not sent"
	case u.err != nil && u.response != nil:
		return "not saved"
	case u.err != nil:
		return "failed"
	case u.before:
		return "saved before"
	}
	return "saved"
}
