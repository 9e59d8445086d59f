package reader

import "strconv"

// radii are the corneal radii that printouts give beside powers, in mm.
const radiusMin, radiusMax = 4, 13

// power reads a corneal power and its axis: "43.21 D @ 93°", "41.85/8.06@ 3",
// "43.21 D (7.81 mm) Axis 93", or the two in columns.
func (s *sheet) power(eye, kind string, items []item) []reading {
	found, missing := s.figures(items)
	var powers []figure
	var axes []figure
	for _, f := range found {
		switch {
		case f.axis:
			axes = append(axes, f)
		case len(axes) == 0 && f.unit != "mm": // what follows the axis is something else
			powers = append(powers, f)
		}
	}
	var out []reading
	if len(powers) > 0 && !missing {
		out = append(out, magnitude(key{eye, kind + "_magnitude"}, powers))
	}
	if len(axes) > 0 {
		k := key{eye, kind + "_axis"}
		r := reading{key: k, text: literal(k.field, axes[0].text), conf: axes[0].conf}
		r.doubt = len(axes) > 1 || axes[0].unit != "" || !inRange(k.field, axes[0].text)
		out = append(out, r)
	}
	return out
}

// magnitude chooses the power among the numbers before the axis: the one that
// says it is in dioptres, else the one that can be if the others are radii.
func magnitude(k key, powers []figure) reading {
	candidates, stray := powers, false
	if named := inUnit(powers, "diopters"); len(named) > 0 {
		candidates = named
	}
	var fits []figure
	for _, f := range candidates {
		if inRange(k.field, f.text) && (f.unit == "" || f.unit == "diopters") {
			fits = append(fits, f)
		} else if !isRadius(f.text) {
			stray = true
		}
	}
	if len(fits) != 1 || stray {
		return reading{key: k, text: literal(k.field, powers[0].text), conf: powers[0].conf, doubt: true}
	}
	return reading{key: k, text: literal(k.field, fits[0].text), conf: fits[0].conf}
}

func inUnit(figures []figure, unit string) (out []figure) {
	for _, f := range figures {
		if f.unit == unit {
			out = append(out, f)
		}
	}
	return out
}

func isRadius(text string) bool {
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && v >= radiusMin && v <= radiusMax
}
