package tesseract

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// maxWords is the largest number of words that is read of a page. Noise can look
// like endless dots.
const maxWords = 20_000

// The columns of tesseract's TSV output that are used, and the values of the level
// column for a page and for a word.
const (
	colLevel, colLeft, colTop, colWidth, colHeight, colConf, colText = 0, 6, 7, 8, 9, 10, 11
	columns                                                          = 12
	levelPage, levelWord                                             = "1", "5"
)

// ParseTSV reads tesseract's TSV output. It skips lines of another shape.
func ParseTSV(out []byte) layout.Page {
	page := layout.Page{OCR: true}
	for line := range bytes.Lines(out) {
		col := strings.SplitN(strings.TrimRight(string(line), "\r\n"), "\t", columns)
		if len(col) < columns {
			continue
		}
		box, ok := parseBox(col)
		switch {
		case !ok:
		case col[colLevel] == levelPage:
			page.Width, page.Height = box.X1, box.Y1
		case col[colLevel] == levelWord && len(page.Words) < maxWords:
			if w, ok := parseWord(col, box); ok {
				page.Words = append(page.Words, w)
			}
		}
	}
	return page
}

func parseWord(col []string, box layout.Box) (layout.Word, bool) {
	conf, err := strconv.ParseFloat(col[colConf], 64)
	text := withoutBars(strings.TrimSpace(col[colText]))
	ok := err == nil && conf >= 0 && conf <= 100 && text != "" && box.X1 > box.X0 && box.Y1 > box.Y0
	return layout.Word{Text: text, Box: box, Conf: conf}, ok
}

func parseBox(col []string) (layout.Box, bool) {
	var v [4]float64
	for i := range v {
		n, err := strconv.ParseUint(col[colLeft+i], 10, 20)
		if err != nil {
			return layout.Box{}, false
		}
		v[i] = float64(n)
	}
	return layout.Box{X0: v[0], Y0: v[1], X1: v[0] + v[2], Y1: v[1] + v[3]}, true
}

// withoutBars replaces a bar before a letter by I, because tesseract reads I as a bar
// ("|OLMaster"). No printout has bars inside words.
func withoutBars(text string) string {
	letters := []rune(text)
	for i := range letters[:max(0, len(letters)-1)] {
		if letters[i] == '|' && unicode.IsLetter(letters[i+1]) {
			letters[i] = 'I'
		}
	}
	return string(letters)
}
