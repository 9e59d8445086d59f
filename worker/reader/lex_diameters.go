package reader

import (
	"regexp"
	"strings"
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
	case strings.Contains(diameterSigns, first), fold(first) == "phi":
		return atof(second.text)
	case len(tokens) > 2 && second.kind == number && decimals(second.text) > 0 && unitOf(tokens[2].text) == "mm" && hasStem(fold(first), zoneStems):
		return atof(second.text)
	}
	return 0
}

// zoneStems begin the words for a zone.
var zoneStems = stems("zon ring anneau anell anillo anel")

// diameterSigns stand before a diameter.
const diameterSigns = "ΦφØ⌀∅"

// isDiameter matches a diameter that is one word; behind a D it has its unit, because a D may be diopters.
var isDiameter = regexp.MustCompile(`^(?:[Φφ⌀∅](\d[.,]\d+)(?:mm)?|D(\d[.,]\d+)mm)$`)

// mendDiameters makes words of the diameters behind a sign that means nothing else, so that they are no values: "Φ 2.5 mm" among heads.
func mendDiameters(tokens []token) {
	for i := range tokens[:max(0, len(tokens)-1)] {
		if !strings.ContainsAny(tokens[i].text, "Φφ⌀") || hasDigit(tokens[i].text) {
			continue
		}
		if mm := diameterAt(tokens[i:]); mm >= leastZone && mm <= mostZone {
			tokens[i+1].kind = word
		}
	}
}
