package reader

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// diameterAt is the diameter with which the tokens begin, "Φ2.5", "Ø 2.5", "phi 2.4", "D2.4mm", "zone 2.4 mm"; 0 if none does.
func diameterAt(tokens []token) (mm float64) {
	first := tokens[0].text
	if m := isDiameter.FindStringSubmatch(first); m != nil {
		return atof(strings.Replace(m[1]+m[2], ",", ".", 1))
	}
	if len(tokens) == 1 || !hasDigit(tokens[1].text) {
		return 0 // so most words are not folded
	}
	switch second := tokens[1]; {
	case isDiameterSign(first), fold(first) == "phi":
		return atof(second.text)
	case len(tokens) > 2 && second.kind == number && decimals(second.text) > 0 && unitOf(tokens[2].text) == "mm" && hasStem(fold(first), zoneStems):
		return atof(second.text)
	}
	return 0
}

// zoneStems begin the words for a zone.
var zoneStems = stems("zon stref ring anneau anell anillo anel")

// diameterSigns stand before a diameter.
const diameterSigns = "ΦφϕØø⌀∅"

func isDiameterSign(text string) bool { return text != "" && strings.Contains(diameterSigns, text) }

// isDiameter matches a diameter that is one word; behind a D it has its unit, because a D may be diopters.
var isDiameter = regexp.MustCompile(`^(?:[Φφϕø⌀∅](\d[.,]\d+)(?:mm)?|D(\d[.,]\d+)mm)$`)

// mendDiameters makes words of the diameters behind a sign that means nothing else, so that they are no values: "Φ 2.5 mm" among heads.
func mendDiameters(tokens []token) {
	for i := range tokens[:max(0, len(tokens)-1)] {
		if !strings.ContainsAny(tokens[i].text, "Φφϕø⌀") || hasDigit(tokens[i].text) {
			continue
		}
		if mm := diameterAt(tokens[i:]); mm >= leastZone && mm <= mostZone {
			tokens[i+1].kind = word
		}
	}
}

// misreadZone matches a diameter whose sign OCR took for something else, or left out, perhaps behind the word for the mean power: "p2.4", "93.3mm", "<@2.4>", "KMp2.4mm".
var misreadZone = regexp.MustCompile(`^<?(?:KM)?[^\d.,<>]?(?:[90OoQ]|92)?(2[.,][45]|3[.,][03])(mm)?>?$`)

// firstMeridian is the label of the first meridian, as OCR may see it.
var firstMeridian = regexp.MustCompile(`^[KR][1Iil]\b`)

// zoneRow is a row of nothing but diameters of zones, units and an index, with what its words are to be.
type zoneRow struct {
	small, large int
	words        map[int]string
}

// mendZones writes the sign of diameters, which OCR does not know and strips print as D, over the tables of both zones in which AL-Scan measures, 2.4 and 3.3 mm, or OA-2000,
// 2.5 and 3.0 mm: both stand in one row, or each in rows of its own, and the first meridian in one of the next rows.
func mendZones(rows []layout.Row, ocr bool) {
	zones := map[int]zoneRow{}
	small, large := false, false // stand in rows of their own
	for n := range rows {
		if z, ok := zonesIn(rows, n, ocr); ok {
			zones[n] = z
			small, large = small || z.large == 0, large || z.small == 0
		}
	}
	for n, z := range zones {
		ofBoth, ofOne := z.small == z.large, z.small == 0 || z.large == 0
		if !ofBoth && (!ofOne || !small || !large) {
			continue
		}
		rewrite(&rows[n], z.words)
	}
}

// rewrite writes texts over words of a row, by their places in it. Others may hold the words.
func rewrite(row *layout.Row, texts map[int]string) {
	row.Words = slices.Clone(row.Words)
	for i, text := range texts {
		row.Words[i].Text = text
	}
}

// misreadRowZone matches the diameter before a row of its zone as OCR sees it, "92.5" or "p2.0" for "φ2.5", "φ2.0"; radiusAndPower what follows it.
var (
	misreadRowZone = regexp.MustCompile(`^[^\d.,]?[pgoOQ90]([23])[.,]?([05])$`)
	radiusAndPower = regexp.MustCompile(`^[5-9][.,]\d\d ?mm ?/ ?[345]\d[.,]\d\d?`)
)

// mendRowZones writes the sign of the diameter before the rows of zones, as OA-2000 prints them below each other:
//
//	φ2.5   7.74 mm / 43.60 D / 2°
//	φ2.0   7.75 mm / 43.53 D / 3°
func mendRowZones(rows []layout.Row) {
	for n, row := range rows {
		for i, w := range row.Words {
			m := misreadRowZone.FindStringSubmatch(w.Text)
			if m == nil {
				continue
			}
			var after []string
			for _, next := range row.Words[i+1 : min(len(row.Words), i+1+fewRows)] {
				after = append(after, next.Text)
			}
			if radiusAndPower.MatchString(strings.Join(after, " ")) {
				rewrite(&rows[n], map[int]string{i: "φ" + m[1] + "." + m[2]})
			}
		}
	}
}

// mendZonesOfRows writes the sign of both diameters of AL-Scan where they stand before the first meridian, in its row: "92.4  R1  7.91 mm  42.67 D".
func mendZonesOfRows(rows []layout.Row) {
	texts, sizes := map[int]map[int]string{}, map[byte]bool{} // texts by their rows
	for n, row := range rows {
		own := map[int]string{}
		for i, w := range row.Words[:max(0, len(row.Words)-1)] {
			if m := misreadZone.FindStringSubmatch(w.Text); m != nil && firstMeridian.MatchString(row.Words[i+1].Text) {
				own[i], sizes[m[1][0]] = "φ"+m[1]+m[2], true
			}
		}
		if len(own) > 0 {
			texts[n] = own
		}
	}
	if len(sizes) < 2 {
		return
	}
	for n, own := range texts {
		rewrite(&rows[n], own)
	}
}

// mendCentredZones writes the sign of both diameters of a device where each stands left of its rows and below the first of them, at the same place in each zone:
//
//	       R1    7.91   42.67   9°
//	92.4   R2    7.75   43.55  99°
//	       AVG   7.83   43.11
func mendCentredZones(rows []layout.Row) {
	type mark struct {
		layout.Box
		row, word int
		text      string
	}
	var small, large []mark
	for n, row := range rows {
		for i, w := range row.Words {
			m := misreadZone.FindStringSubmatch(w.Text)
			if m == nil || strings.HasPrefix(w.Text, m[1]) || !belowFirstMeridian(rows[:n], w) {
				continue
			}
			if d := (mark{w.Box, n, i, "φ" + m[1] + m[2]}); m[1][0] == '2' {
				small = append(small, d)
			} else {
				large = append(large, d)
			}
		}
	}
	for _, a := range small {
		for _, b := range large {
			if math.Abs(a.X0-b.X0) < aligned*a.Height() {
				rewrite(&rows[a.row], map[int]string{a.word: a.text})
				rewrite(&rows[b.row], map[int]string{b.word: b.text})
			}
		}
	}
}

// belowFirstMeridian: in one of the few rows above, the label of the first meridian stands right of the word.
func belowFirstMeridian(above []layout.Row, w layout.Word) bool {
	return slices.ContainsFunc(above[max(0, len(above)-fewRows):], func(r layout.Row) bool {
		return slices.ContainsFunc(r.Words, func(label layout.Word) bool {
			apart := label.X0 - w.X1
			return firstMeridian.MatchString(label.Text) && apart > 0 && apart < zoneRows*w.Height()
		})
	})
}

// indexOfTitle matches the index in the title of a zone, "n=1.3375", "(n=1,332)".
var indexOfTitle = regexp.MustCompile(`1[.,]3\d{2,3}\)?$`)

// zonesIn is what row n says of zones; false if it has another number, or no meridian follows.
func zonesIn(rows []layout.Row, n int, ocr bool) (z zoneRow, ok bool) {
	z.words = map[int]string{}
	for i, w := range rows[n].Words {
		m := misreadZone.FindStringSubmatch(w.Text)
		if !ocr && !strings.HasPrefix(w.Text, "D") {
			m = nil
		}
		isSign := m == nil && utf8.RuneCountInString(w.Text) == 1 && i+1 < len(rows[n].Words) && misreadZone.MatchString(rows[n].Words[i+1].Text)
		switch {
		case isSign && ocr:
			z.words[i] = "φ"
		case m == nil && hasDigit(w.Text) && !indexOfTitle.MatchString(w.Text):
			return z, false
		case m == nil:
		case m[1][0] == '2':
			z.small++
		default:
			z.large++
		}
		if m != nil && z.words[i-1] != "φ" {
			z.words[i] = "φ" + m[1] + m[2]
		}
	}
	overMeridians := slices.ContainsFunc(rows[n+1:min(len(rows), n+1+linesOfHead)], func(below layout.Row) bool {
		return slices.ContainsFunc(below.Words, func(w layout.Word) bool { return firstMeridian.MatchString(w.Text) })
	})
	return z, z.small+z.large > 0 && overMeridians
}

// framedDiameter matches a diameter in a frame of its own: "<φ2.4>".
var framedDiameter = regexp.MustCompile(`^<([Φφ⌀∅]\d[.,]\d(?:mm)?)>$`)

// unframeDiameters takes the frames from diameters.
func unframeDiameters(words []layout.Word) []layout.Word {
	for i, w := range words {
		if m := framedDiameter.FindStringSubmatch(w.Text); m != nil {
			words = slices.Clone(words)
			words[i].Text = m[1]
		}
	}
	return words
}
