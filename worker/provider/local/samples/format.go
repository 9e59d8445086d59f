package samples

import (
	"fmt"
	"strconv"
	"strings"
)

// none is what devices print for a value that was not measured.
const none = "---"

// num writes a number with so many decimals and the language's separator.
func (e *exam) num(v *float64, decimals int) string {
	if v == nil {
		return none
	}
	s := strconv.FormatFloat(*v, 'f', decimals, 64)
	if e.lang == "de" {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// unit is num with its unit, which a missing value has too on some devices.
func (e *exam) unit(v *float64, decimals int, unit string) string {
	return e.num(v, decimals) + " " + unit
}

func whole(v *int, unit string) string {
	if v == nil {
		return none
	}
	return strconv.Itoa(*v) + unit
}

// minus turns a power negative, as posterior powers are printed.
func minus(v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(-*v)
}

// say chooses the text in the report's language.
func (e *exam) say(en, de string) string {
	if e.lang == "de" {
		return de
	}
	return en
}

// word translates a value of the data model; nil is missing.
func (e *exam) word(v *string, words map[string][2]string) string {
	if v == nil {
		return none
	}
	w := words[*v]
	return e.say(w[0], w[1])
}

var (
	lensWords = map[string][2]string{
		"Phakic": {"Phakic", "Phak"}, "Phakic IOL": {"Phakic IOL", "Phake IOL"},
		"Pseudophakic": {"Pseudophakic", "Pseudophak"}, "Aphakic": {"Aphakic", "Aphak"},
	}
	surgeryWords = map[string][2]string{
		"None": {"Untreated", "Unbehandelt"}, "Myopic LVC": {"Myopic LVC", "Myope LVC"},
		"Hyperopic LVC": {"Hyperopic LVC", "Hyperope LVC"}, "Radial Keratotomy": {"Radial Keratotomy", "Radiäre Keratotomie"},
	}
	genderWords = map[string][2]string{"Male": {"Male", "männlich"}, "Female": {"Female", "weiblich"}}
)

// spread is a plausible standard deviation: printed, and no measurement.
func (e *exam) spread(decimals int) string {
	v := float64(1+e.noise.IntN(5)) / float64([]int{1, 10, 100, 1000}[decimals])
	return e.num(&v, decimals)
}

// radius is the corneal radius in mm that belongs to a power: (n-1)*1000/K.
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

func at(axis *int) string { return fmt.Sprintf("@ %s", whole(axis, "°")) }
