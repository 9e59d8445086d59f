package reader

import (
	"regexp"
	"strings"
)

// diameterAt is the diameter with which the tokens begin, "Φ2.5", "Ø 2.5", "phi 2.4", "D2.4mm", "zone 2.4 mm"; 0 if none does.
func diameterAt(tokens []token) (mm float64) {
	switch first := tokens[0]; {
	case isDiameter.MatchString(first.text):
		m := isDiameter.FindStringSubmatch(first.text)
		return atof(strings.Replace(m[1]+m[2], ",", ".", 1))
	case (strings.Contains(diameterSigns, first.text) || fold(first.text) == "phi") && len(tokens) > 1:
		return atof(tokens[1].text)
	case hasStem(fold(first.text), zoneStems) && len(tokens) > 2 && tokens[1].kind == number && decimals(tokens[1].text) > 0 && unitOf(tokens[2].text) == "mm":
		return atof(tokens[1].text)
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
		if mm := diameterAt(tokens[i:]); strings.ContainsAny(tokens[i].text, "Φφ⌀") && mm >= leastZone && mm <= mostZone {
			tokens[i+1].kind = word
		}
	}
}
