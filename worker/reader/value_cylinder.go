package reader

import (
	"math"
	"slices"
	"strings"
)

// withCylinderAxes adds the axes of a surface whose meridians are printed without one, where its cylinder has one: "CYL  -0.90 D  AX 4°". The axis of a negative
// cylinder is that of the flat meridian (docs/devices/al-scan.md, autokeratometers.md); of a positive one nothing is known unless the page says it, "Astigmatism @ steep axis
// 1.27 D @ 178°". The cylinder must be the difference between both powers, or it is of another surface or zone.
func (p part) withCylinderAxes(all []reading) []reading {
	for _, surface := range []string{"K", "PK"} {
		flat, known := soleReading(all, surface+"1_magnitude")
		steep, alsoKnown := soleReading(all, surface+"2_magnitude")
		hasAxis := slices.ContainsFunc(all, func(r reading) bool { return r.field == surface+"1_axis" || r.field == surface+"2_axis" })
		if !known || !alsoKnown || hasAxis {
			continue
		}
		var found []reading
		for _, l := range p.lines {
			for i, it := range l.items {
				if !isCylinder(it) {
					continue
				}
				if field, _ := inSection("K1_axis", p.surfaceOf(l, it)); field != surface+"1_axis" {
					continue
				}
				if r, ok := p.cylinderAxis(surface, math.Abs(atof(steep.text)-atof(flat.text)), l.items[i+1:]); ok {
					found = append(found, r)
				}
			}
		}
		if len(found) == 1 {
			all = append(all, found[0])
		}
	}
	return all
}

// namesCylinder: the items end with the name of a cylinder and that of its axis, "Astigmatism @ steep axis".
func namesCylinder(items []item) bool {
	n := len(items)
	return n > 2 && strings.HasSuffix(items[n-1].fieldOf(measure), "_axis") && items[n-2].plain(at) && isCylinder(items[n-3])
}

// soleReading is the only reading of a field, if there is no doubt about it.
func soleReading(all []reading, field string) (found reading, ok bool) {
	n := 0
	for _, r := range all {
		if r.field == field {
			found, n = r, n+1
		}
	}
	return found, n == 1 && !found.missing && found.doubt == noDoubt
}

// cylinderAxis is the axis of a meridian behind a cylinder of so many diopters, with which the items begin, perhaps behind the name of that axis.
func (p part) cylinderAxis(surface string, diopters float64, items []item) (reading, bool) {
	field := ""
	if len(items) > 2 && items[0].plain(at) && strings.HasSuffix(items[1].fieldOf(measure), "_axis") { // "@ steep axis"
		field, items = items[1].field, items[2:]
	}
	found, _ := p.allFigures(items)
	if len(found) != 2 || !found[1].axis || found[0].broken || found[1].broken || math.Abs(math.Abs(found[0].number())-diopters) > roundedPower {
		return reading{}, false
	}
	if field == "" && strings.HasPrefix(found[0].text, "-") {
		field = "K1_axis"
	}
	r := reading{key: key{p.eye, strings.Replace(field, "K", surface, 1)}, text: wholeDegrees(found[1].text), conf: found[1].conf, at: found[1].at, sole: true}
	return r, field != "" && inRange("K1_axis", r.text)
}
