package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// joinTurned writes the abbreviation of an eye for its name in letters that stand apart, turned by a quarter in the margin: pieces of one width in a column, "RE",
// "CHT", "S", "(", "O", "D", ")" from below. What the pieces do not spell from below or from above is left as it is.
func joinTurned(words []layout.Word) []layout.Word {
	columns := map[[2]float64][]int{} // where words begin and end → their numbers
	for i, w := range words {
		at := [2]float64{math.Round(w.X0), math.Round(w.X1)}
		columns[at] = append(columns[at], i)
	}
	gone := map[int]bool{}
	out := slices.Clone(words)
	for _, at := range columns {
		slices.SortFunc(at, func(i, k int) int { return cmp.Compare(words[i].Y0, words[k].Y0) })
		for from := 0; from < len(at); {
			upto := from + 1
			for upto < len(at) && words[at[upto]].Y0-words[at[upto-1]].Y1 < words[at[upto]].Width() {
				upto++
			}
			if mark := turnedName(words, at[from:upto]); mark != "" {
				box := words[at[from]].Box
				for _, i := range at[from:upto] {
					box, gone[i] = box.Union(words[i].Box), true
				}
				out[at[from]].Text, out[at[from]].Box = mark, box
				delete(gone, at[from])
			}
			from = upto
		}
	}
	kept := out[:0]
	for i, w := range out {
		if !gone[i] {
			kept = append(kept, w)
		}
	}
	return kept
}

// turnedName is the abbreviation of the eye that pieces spell, from below or from above; "" if they spell none, or if one of them is wider than a turned one.
func turnedName(words []layout.Word, at []int) string {
	if len(at) < fewPieces {
		return ""
	}
	var down, up strings.Builder
	for k, i := range at {
		down.WriteString(words[i].Text)
		up.WriteString(words[at[len(at)-1-k]].Text)
		if n := len([]rune(words[i].Text)); n > 1 && words[i].Width() > words[i].Height()*wideTurned {
			return ""
		}
	}
	for _, spelt := range []string{up.String(), down.String()} {
		names := strings.FieldsFunc(spelt, func(r rune) bool { return !unicode.IsLetter(r) })
		if len(names) == 0 {
			continue
		}
		side := fieldNamed(names[0], eye)
		if !slices.ContainsFunc(names, func(name string) bool { return fieldNamed(name, eye) != side }) && side != "" {
			return marksOf[side]
		}
	}
	return ""
}
