package reader

import (
	"regexp"
	"slices"
	"strings"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// What OCR makes of a number can be told from what a field may hold. It is
// mended only where one reading alone is possible, and counts, like anything
// that OCR saw, only if another look comes to the same.

// repaired returns the only number in the field's range that OCR can have seen
// as text: one whose decimal point it lost (2410 for 24.10), or an axis whose
// degree sign it took for a digit (904 for 90°).
func repaired(field, text string) (string, bool) {
	if strings.ContainsAny(text, ".-") || len(text) > 6 {
		return "", false
	}
	if strings.HasSuffix(field, "_axis") {
		axis := text[:len(text)-1]
		return axis, len(text) >= 3 && text[0] != '0' && inRange(field, axis)
	}
	if fields[field].Kind == biometry.Integer {
		return "", false
	}
	only, n := "", 0
	for i := 1; i < len(text); i++ {
		candidate := text[:i] + "." + text[i:]
		if (text[0] != '0' || i == 1) && inRange(field, candidate) {
			only, n = candidate, n+1
		}
	}
	return only, n == 1
}

// fitting is text itself if the field can hold it, or what it is repaired to.
func (p part) fitting(field, text string) string {
	if p.page.page.OCR && !inRange(field, text) {
		if mended, ok := repaired(field, text); ok {
			return mended
		}
	}
	return text
}

var (
	// blurred is a decimal number in which some digits look like letters.
	blurred     = regexp.MustCompile(`^([-(]?[0-9OolI|SBZ]+[.,][0-9OolI|SBZ]+)(mm|D|\))?$`)
	lookAlikes  = strings.NewReplacer("O", "0", "o", "0", "l", "1", "I", "1", "|", "1", "S", "5", "B", "8", "Z", "2")
	endsInMark  = regexp.MustCompile(`^[-(]?\d{1,2}[.,]$`)
	beginsAfter = regexp.MustCompile(`^\d{1,4}\D*$`)
)

// The figure one of a meridian's label looks like letters. KI alone is also the
// keratoconus index.
var meridianLabel = regexp.MustCompile(`^(SimK|Sim-K|[PT]K|R)[Il|i]l?([:.)]?|[(\[].*)$`)

// degreeLike is an axis with what OCR makes of its degree sign.
var degreeLike = regexp.MustCompile(`^(@?)(\d{1,3})[”“"'’‘?*%e]$`)

// The abbreviations of the eyes, whose letters look like figures.
var eyeMark = regexp.MustCompile(`^(\(?)(?:O[Il1|]|0[Il|])(\)?:?)$`)

// "QS: OK", the quality of a measurement, looks like a left eye.
var (
	qualityLabel = regexp.MustCompile(`^[OQ0]S[:.?]?$`)
	qualityFine  = regexp.MustCompile(`^[0OQ][KR]$`)
)

// German data reads é as &.
var ampersand = regexp.MustCompile(`(\pL)&|&(\pL)`)

// degreesOf restores the degree sign of what can be an axis.
func degreesOf(s string) string {
	if m := degreeLike.FindStringSubmatch(s); m != nil && inRange("K1_axis", m[2]) {
		return m[1] + m[2] + "°"
	}
	return s
}

// mendWords turns letters inside decimal numbers into the digits that they look
// like.
func mendWords(words []layout.Word) []layout.Word {
	out := slices.Clone(words)
	for i := range out {
		w := &out[i]
		if strings.ContainsAny(w.Text, "0123456789") && blurred.MatchString(w.Text) {
			m := blurred.FindStringSubmatch(w.Text)
			w.Text = lookAlikes.Replace(m[1]) + m[2]
		}
		w.Text = ampersand.ReplaceAllString(degreesOf(w.Text), "${1}e${2}")
		w.Text = eyeMark.ReplaceAllString(w.Text, "${1}OI${2}")
		if rest, ok := strings.CutPrefix(w.Text, "I'"); ok { // I'œil
			w.Text = "l'" + rest
		}
		w.Text = meridianLabel.ReplaceAllString(w.Text, "${1}1${2}")
		if qualityLabel.MatchString(w.Text) && slices.ContainsFunc(words[i:min(len(words), i+5)], func(w layout.Word) bool { return qualityFine.MatchString(w.Text) }) {
			w.Text = "QS:"
		}
	}
	return out
}

// joinNumbers joins numbers that were parted at their point: "24. 10" is not 24.
func joinNumbers(words []layout.Word) []layout.Word {
	out := make([]layout.Word, 0, len(words))
	for _, w := range words {
		if n := len(out) - 1; n >= 0 && endsInMark.MatchString(out[n].Text) && beginsAfter.MatchString(w.Text) && w.X0-out[n].X1 < 0.7*w.Height() {
			out[n].Text, out[n].Box, out[n].Conf = out[n].Text+w.Text, out[n].Union(w.Box), min(out[n].Conf, w.Conf)
			continue
		}
		out = append(out, w)
	}
	return out
}
