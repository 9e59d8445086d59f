package samples

import (
	"math"
	"strconv"
	"strings"
)

// none is what devices print for a value that was not measured. The canvas
// writes the document's own dashes for it.
const none = "---"

// num writes a number with so many decimals and the document's decimal mark.
func (e *exam) num(v *float64, decimals int) string {
	if v == nil {
		return none
	}
	s := strconv.FormatFloat(*v, 'f', decimals, 64)
	if e.comma {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// unit is num with its unit, which a missing value has too in some documents.
func (e *exam) unit(v *float64, decimals int, unit string) string {
	if v == nil && e.bare {
		return none
	}
	return e.num(v, decimals) + " " + unit
}

func whole(v *int, unit string) string {
	if v == nil {
		return none
	}
	return strconv.Itoa(*v) + unit
}

func at(axis *int) string { return "@ " + whole(axis, "°") }

// minus turns a power negative, as posterior powers are printed.
func minus(v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(-*v)
}

// mark is a marker that devices print after a doubtful value; mostly nothing.
func (e *exam) mark() string {
	if e.noise.IntN(15) != 0 {
		return ""
	}
	return []string{" (!)", " (*)", "*"}[e.choice("mark", 3)]
}

// spread is a plausible standard deviation: printed, and no measurement.
func (e *exam) spread(decimals int) string {
	v := float64(1+e.noise.IntN(5)) / math.Pow10(decimals)
	return e.num(&v, decimals)
}

// radius is the corneal radius in mm that belongs to a power: r = (n-1)*1000/K
// (the keratometer's equation, Olsen 1986).
func (e *exam) radius(k *float64, n float64) string {
	if k == nil {
		return none
	}
	return e.num(new((n-1)*1000 / *k), 2)
}

// mean and difference of two powers: printed, and no measurement.
func (e *exam) mean(a, b *float64) string {
	if a == nil || b == nil {
		return none
	}
	return e.num(new((*a+*b)/2), 2)
}

func (e *exam) difference(a, b *float64) string {
	if a == nil || b == nil {
		return none
	}
	return e.num(new(*a-*b), 2)
}

// rounded is a number as it is printed with so many decimals.
func rounded(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
