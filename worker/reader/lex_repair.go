package reader

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

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

// The K of a meridian's label may look like a small letter: "SimK1/Simk2".
var smallK = regexp.MustCompile(`\b(Sim|[PT])k([12])`)

// The words of "Phakic  IOL", which OCR may set apart.
var (
	phakicWord = regexp.MustCompile(`(?i)^(phak|phaq|f[aá][qck])`)
	lensWord   = regexp.MustCompile(`^(IOL|LIO)\b`)
)

// smallL is K1 or r1 whose figure looks like a small L or I.
var smallL = regexp.MustCompile(`^(?:(K)l|(r)[il])([:.)]?)[“"]?$`)

// plusNumber is what OCR makes of a spread behind a value, "23,19 mm  ±0,01": no measurement
// has a plus.
var plusNumber = regexp.MustCompile(`^[+£]\d+([.,]\d+)?$`)

// endsValue reports that a word is a unit, or a number with decimals or with its unit.
func endsValue(s string) bool {
	unit := strings.TrimLeft(s, "0123456789.,")
	return unitOf(unit) != "" || unit == "" && strings.ContainsAny(s, ".,")
}

// crossGlued is the cross before an axis that OCR joins with the power: "-5,55Dx143,9deg".
var crossGlued = regexp.MustCompile(`^(-?\d{1,2}[.,]\d{1,2}D)\.?x(\d.*)?$`)

// degreeLike is an axis with what OCR makes of its degree sign.
var degreeLike = regexp.MustCompile(`^(@?)(\d{1,3})[”“"'’‘?*%e]$`)

// The abbreviations of the eyes, whose letters look like figures.
var (
	doubled  = regexp.MustCompile(`^(O[DS])s$`) // the S of large letters, seen twice: "OSs / L"
	eyeMark  = regexp.MustCompile(`^(\(?)(?:O[Il1|]|0[Il|])(\)?:?)$`)
	zeroMark = regexp.MustCompile(`^(\(?)0([SGE]\)?:?)$`) // 0D may be a power
)

// "QS: OK", the quality of a measurement, looks like a left eye.
var (
	qualityLabel = regexp.MustCompile(`^[OQ0]S[:.?]?$`)
	qualityFine  = regexp.MustCompile(`^[0OQ][KR]$`)
)

// German data reads é as &.
var ampersand = regexp.MustCompile(`(\pL)&|&(\pL)`)

// What OCR makes of the "D à" before an axis, "43,11 D à 178°": the sign is joined with what stands beside it, or misread.
var (
	dioptresAt  = regexp.MustCompile(`^((?:[-+]?\d+[.,]\d+)?D)[aàáäâ&](\d{1,3}°)?$`)
	misreadAt   = regexp.MustCompile(`^[aàáäâ&]$`)
	endsInPower = regexp.MustCompile(`\dD$|^D$`)
	axisAlone   = regexp.MustCompile(`^\d{1,3}°$`)
)

// atBeforeAxis restores the sign before an axis at words[i].
func atBeforeAxis(words []layout.Word, i int) string {
	s := words[i].Text
	m := dioptresAt.FindStringSubmatch(s)
	follows := i+1 < len(words) && axisAlone.MatchString(words[i+1].Text)
	switch {
	case m != nil && (m[2] != "" || follows):
		return m[1] + "@" + m[2]
	case i > 0 && follows && misreadAt.MatchString(s) && endsInPower.MatchString(words[i-1].Text):
		return "@"
	}
	return s
}

// degreesOf restores the degree sign of what can be an axis.
func degreesOf(s string) string {
	if m := degreeLike.FindStringSubmatch(s); m != nil && inRange("K1_axis", m[2]) {
		return m[1] + m[2] + "°"
	}
	return s
}

// joinPhakicLens makes one phrase of "Phakic  IOL": an eye with a phakic lens is no phakic eye.
func joinPhakicLens(words []layout.Word, i int) {
	w := &words[i]
	if i+1 < len(words) && phakicWord.MatchString(w.Text) && lensWord.MatchString(words[i+1].Text) && words[i+1].X0-w.X1 < columnGap*w.Height() {
		w.X1 = max(w.X1, words[i+1].X0-margin*w.Height())
	}
}

// mendWords turns letters inside decimal numbers into the digits that they look
// like.
func mendWords(words []layout.Word) []layout.Word {
	out := slices.Clone(words)
	for i := range out {
		w := &out[i]
		if hasDigit(w.Text) && blurred.MatchString(w.Text) {
			m := blurred.FindStringSubmatch(w.Text)
			w.Text = lookAlikes.Replace(m[1]) + m[2]
		}
		w.Text = atBeforeAxis(out, i)
		w.Text = ampersand.ReplaceAllString(degreesOf(w.Text), "${1}e${2}")
		w.Text = doubled.ReplaceAllString(w.Text, "$1")
		w.Text = zeroMark.ReplaceAllString(eyeMark.ReplaceAllString(w.Text, "${1}OI${2}"), "${1}O${2}")
		if rest, ok := strings.CutPrefix(w.Text, "I'"); ok { // I'œil
			w.Text = "l'" + rest
		}
		if i+1 < len(out) && frenchSide.MatchString(out[i+1].Text) {
			w.Text = frenchEye.ReplaceAllString(w.Text, "Œil$1")
		}
		joinPhakicLens(out, i)
		w.Text = smallL.ReplaceAllString(w.Text, "${1}${2}1$3")
		if i > 0 && endsValue(out[i-1].Text) && (plusNumber.MatchString(w.Text) || w.Text == "+" && i+1 < len(out) && hasDigit(out[i+1].Text)) {
			w.Text = "±" + strings.TrimLeft(w.Text, "+£")
		}
		w.Text = crossGlued.ReplaceAllString(w.Text, "${1}×${2}")
		w.Text = smallK.ReplaceAllString(w.Text, "${1}K${2}")
		w.Text = whiteToWhite.ReplaceAllString(w.Text, "Weiß${1}Weiß${2}")
		w.Text = meridianLabel.ReplaceAllString(w.Text, "${1}1${2}")
		if qualityLabel.MatchString(w.Text) && saysQuality(words[i+1:]) {
			w.Text = "QS:"
		}
	}
	return out
}

// The French word for the eye, of whose Œ OCR makes other letters, before its side: "Gil: Droit".
var (
	frenchEye  = regexp.MustCompile(`^[GCQ0O]E?il(:?)$`)
	frenchSide = regexp.MustCompile(`^[DdGg](roit|auche)\b`)
)

// whiteToWhite is the German label of the diameter, in which the letter ß may look like others: "WeiR-WeiB(W2W)".
var whiteToWhite = regexp.MustCompile(`^Wei[^-–]{1,2}([-–](?:zu[-–])?)Wei[^-–(:]{1,2}((?:[(:].*)?)$`)

// dateAndTime is a date with the time of day that stands behind it.
var dateAndTime = regexp.MustCompile(`^(\d{4}[-/.]\d{1,2}[-/.]\d{2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(\d{1,2}:\d{2}.*)$`)

// meridianAndPower is the label of a meridian with its power, "K143.6".
var meridianAndPower = regexp.MustCompile(`^((?:Sim|S|T)?K[12]:?)([2-6]\d[.,]\d{1,2})$`)

// partJoined parts dates from the times behind them, "2021/08/2611:05", and powers from their labels.
func partJoined(words []layout.Word) (out []layout.Word) {
	for _, w := range words {
		m := dateAndTime.FindStringSubmatch(w.Text)
		if m == nil {
			m = meridianAndPower.FindStringSubmatch(w.Text)
		}
		if m == nil {
			out = append(out, w)
			continue
		}
		first, second := w, w
		first.Text, second.Text = m[1], m[2]
		first.X1 = w.X0 + w.Width()*float64(len(m[1]))/float64(len(w.Text))
		second.X0 = first.X1 + w.Height()/4 // a blank
		out = append(out, first, second)
	}
	return out
}

// saysQuality: "OK" is the next word, behind signs at most. That of "OS left   Quality OK" is not.
func saysQuality(words []layout.Word) bool {
	i := slices.IndexFunc(words, func(w layout.Word) bool { return len([]rune(w.Text)) > 1 })
	return i >= 0 && qualityFine.MatchString(words[i].Text)
}

// joinNumbers joins numbers that were parted at their point: "24. 10" is not 24.
func joinNumbers(words []layout.Word) []layout.Word {
	out := make([]layout.Word, 0, len(words))
	for _, w := range words {
		if n := len(out) - 1; n >= 0 && endsInMark.MatchString(out[n].Text) && beginsAfter.MatchString(w.Text) && w.X0-out[n].X1 < partedAtPoint*w.Height() {
			out[n].Text, out[n].Box, out[n].Conf = out[n].Text+w.Text, out[n].Union(w.Box), min(out[n].Conf, w.Conf)
			continue
		}
		out = append(out, w)
	}
	return out
}

// axisMark is what OCR makes of the @ before an axis, and what is printed there.
var axisMark = regexp.MustCompile(`^[OQ0CGao][OQDSa0]?$`)

// levelDegrees puts a degree sign that OCR saw as a word of its own, as high as it is printed, into the row of the
// number on its left.
func levelDegrees(words []layout.Word) []layout.Word {
	out := slices.Clone(words)
	for i, sign := range words {
		if sign.Text != "°" && sign.Text != "º" {
			continue
		}
		gap := math.Inf(1)
		for _, w := range words {
			if d := sign.X0 - w.X1; d < gap && isRaised(sign, w) {
				gap, out[i] = d, sign.Shifted(layout.Offset{Y: w.CenterY() - sign.CenterY()})
			}
		}
	}
	return out
}

// isRaised: the sign stands directly behind a number, and higher.
func isRaised(sign, number layout.Word) bool {
	gap, h := sign.X0-number.X1, number.Height()
	return endsInDigit.MatchString(number.Text) && -margin*h < gap && gap < cellGap*h &&
		number.Y0-secondLine*h < sign.CenterY() && sign.CenterY() < number.CenterY()
}

// endsInDigit is a number alone, or with what stands before it: "43.78D@90".
var endsInDigit = regexp.MustCompile(`\d$`)

// mendAxisMarks makes an axis sign of what looks like an eye between a power and
// its axis: "43,80 D OD 165°".
func mendAxisMarks(tokens []token) {
	for i := 1; i+1 < len(tokens); i++ {
		before, after := tokens[i-1], tokens[i+1]
		if tokens[i].kind == word && len(tokens[i].text) == 2 && axisMark.MatchString(tokens[i].text) && before.kind == number && near(before, tokens[i]) && after.kind == word && unitOf(after.text) != "" {
			tokens[i].kind = symbol // "3.73 OD mm" names no eye
			tokens[i].text = "·"
			continue
		}
		if tokens[i].kind == word && axisMark.MatchString(tokens[i].text) && len(tokens[i].text) == 2 && i+2 < len(tokens) && after.text == "[" && tokens[i+2].text == "°" {
			tokens[i].kind = at // the title of a column: "K1 [D] @ [°]"
			continue
		}
		if tokens[i].kind != word || !axisMark.MatchString(tokens[i].text) || after.kind != number || !inRange("K1_axis", wholeDegrees(after.text)) {
			continue
		}
		degree := i+2 < len(tokens) && (tokens[i+2].text == "°" || unitOf(tokens[i+2].text) == degrees)
		ofPower := before.kind == word && (unitOf(before.text) == "diopters" || unitOf(before.text) == "mm") || before.kind == number && decimals(before.text) > 0 ||
			i > 1 && before.text == ")" && tokens[i-2].kind == word && unitOf(tokens[i-2].text) != ""
		another := i+2 < len(tokens) && tokens[i+2].kind == word && near(after, tokens[i+2]) && unitOf(tokens[i+2].text) != "" && !degree
		eyeLike := len(tokens[i].text) == 2
		if ofPower && (degree || eyeLike && near(before, tokens[i]) && near(tokens[i], after) && decimals(after.text) == 0 && !another) {
			tokens[i].kind = at
		}
	}
}

// brokenMarks are what stands for a decimal point that was misread.
const brokenMarks = ".,;:'`´’·*^~_-"

// markBroken marks the numbers that may be parts of one: "23;45", "23 45", "23.4 5",
// and what was perhaps cut off at the edge of the page, which is so wide; usual is the height of most of its words.
func markBroken(tokens []token, width, usual float64) {
	for i := range tokens {
		t := &tokens[i]
		last := i
		for last+1 < len(tokens) && tokens[last+1].glued {
			last++
		}
		edge := margin * min(t.Height(), usual)
		t.cut = tokens[last].X1 > width-edge || !t.glued && t.in.X0 < edge
		t.broken = t.broken || t.cut && hasDigit(t.raw)
		if t.kind != number {
			continue
		}
		if k := restOf(tokens, i); k > 0 {
			t.broken, tokens[k].broken = true, true
		}
	}
}

// isCut: a token stands at the edge of the page.
func isCut(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.cut })
}

// isFrame: the word may be a piece of a frame.
func isFrame(w string) bool { return w == "l" || w == "I" || strings.Trim(w, "[]{}|()<>‘") == "" }

// restOf returns the token that may hold the last digits of the number at i, 0 if
// there is none. An axis is none.
func restOf(tokens []token, i int) int {
	k, mark := i+1, false
	if k < len(tokens) && tokens[k].kind != number && len([]rune(tokens[k].text)) == 1 && strings.Contains(brokenMarks, tokens[k].text) {
		k, mark = k+1, true
	}
	if k >= len(tokens) || tokens[k].kind != number {
		return 0
	}
	t, rest := tokens[i], tokens[k]
	digits := len(rest.raw)
	gap := rest.X0 - t.X1
	switch {
	case decimals(rest.text) > 0 || rest.raw[0] == '-' || rest.raw[0] == '+' || k+1 < len(tokens) && tokens[k+1].text == "°":
		return 0
	case mark && decimals(t.text) == 0 && gap < partedByMark*t.Height(), !mark && !rest.glued && gap < parted*t.Height() && digits <= 2,
		!mark && !rest.glued && gap < partedWhole*t.Height() && decimals(t.text) == 0 && digits <= 3:
		return k
	}
	return 0
}

// withoutSums takes from a row what its labels are the sum of: "ACD (AQD + CCT)". It is
// no label of its own.
func withoutSums(tokens []token) []token {
	var out []token
	for i := 0; i < len(tokens); i++ {
		if i+4 < len(tokens) && tokens[i].text == "(" && tokens[i+1].kind == word && tokens[i+2].text == "+" && tokens[i+3].kind == word && tokens[i+4].text == ")" {
			i += 4
			continue
		}
		out = append(out, tokens[i])
	}
	return out
}

// corners are what OCR makes of the corner of a frame, by itself or before the word that stands in it.
const corners = "“”„\"‘’'`"

// withoutCorners takes such signs from the beginning of each cell of a row: they would part a title from what begins below it.
func withoutCorners(row []layout.Word) (out []layout.Word) {
	for _, w := range row {
		text := strings.TrimLeft(w.Text, corners)
		if text != w.Text && !slices.ContainsFunc(row, func(o layout.Word) bool { return o.X0 < w.X0 && w.X0-o.X1 < columnGap*o.Height() }) {
			if text == "" {
				continue
			}
			w.X0 += w.Width() * (1 - float64(utf8.RuneCountInString(text))/float64(utf8.RuneCountInString(w.Text)))
			w.Text = text
		}
		out = append(out, w)
	}
	return out
}
