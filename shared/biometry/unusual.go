package biometry

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Unusual is something in a report that deserves a second look. It need not be wrong; see usual.go.
type Unusual struct {
	Eyes []string // RightEye, LeftEye or, for a difference between them, both
	Text string   // what it is, in words, without the eye
}

// Unusuals returns what is unusual in a report: values outside of what is usual in adults, a large
// astigmatism, and differences between the eyes. The app says the same (static/app/unusual.js).
func (r *Response) Unusuals() (all []Unusual) {
	right, left := &r.Data.RightEye, &r.Data.LeftEye
	all = append(all, unusualInEye(RightEye, right, &r.Posteriors().RightEye)...)
	all = append(all, unusualInEye(LeftEye, left, &r.Posteriors().LeftEye)...)
	both := []string{RightEye, LeftEye}
	if right.AL != nil && left.AL != nil {
		if apart := exactly6(math.Abs(*right.AL - *left.AL)); apart > UsualDifferenceAL {
			all = append(all, Unusual{both, fmt.Sprintf("AL of the two eyes differs by %.2f mm, usually by no more than %v mm", apart, UsualDifferenceAL)})
		}
	}
	all = append(all, r.otherMeanPrinted(RightEye, right)...)
	all = append(all, r.otherMeanPrinted(LeftEye, left)...)
	k, other := right.MeanK(), left.MeanK()
	if k != nil && other != nil && !right.operated() && !left.operated() {
		if apart := exactly6(math.Abs(*k - *other)); apart > UsualDifferenceK {
			all = append(all, Unusual{both, fmt.Sprintf("mean K of the two eyes differs by %.2f D, usually by no more than %v D", apart, UsualDifferenceK)})
		}
	}
	return all
}

// PrintedMeanK is the name in evidence of the mean power of both meridians that a document prints. No report has it as a
// value: what K1 and K2 come to is computed.
const PrintedMeanK = "K_mean"

// otherMeanPrinted compares the mean K of an eye with the one that the document prints, if the response says where. A device
// computes it from the powers or from the radii, so either may be printed.
func (r *Response) otherMeanPrinted(name string, eye *Eye) []Unusual {
	k := eye.MeanK()
	if k == nil || r.Evidence == nil {
		return nil
	}
	ofRadii := *eye.K1Magnitude * *eye.K2Magnitude / *k
	other := ""
	for _, printed := range decimalNumber.FindAllString(r.Evidence.Values[name+"."+PrintedMeanK].Text, -1) {
		whole, fraction, _ := strings.Cut(strings.Replace(printed, ",", ".", 1), ".")
		mean, _ := strconv.ParseFloat(whole+"."+fraction, 64) // the pattern lets only numbers pass
		tolerance := MeanTolerance + math.Pow10(-len(fraction))/2
		if math.Abs(mean-*k) <= tolerance || math.Abs(mean-ofRadii) <= tolerance {
			return nil
		}
		other = printed
	}
	if other == "" {
		return nil
	}
	return []Unusual{{[]string{name}, fmt.Sprintf("the report prints a mean K of %s D, K1 and K2 come to %.2f D", other, *k)}}
}

// decimalNumber matches a power as it is printed: "43.25", "43,2".
var decimalNumber = regexp.MustCompile(`\d+[.,]\d+`)

func unusualInEye(name string, eye *Eye, posterior *Posterior) (all []Unusual) {
	outside := func(what string, value float64, f *Field) {
		if f.Usual != [2]float64{} && (value < f.Usual[0] || value > f.Usual[1]) {
			all = append(all, Unusual{[]string{name}, fmt.Sprintf("%s %s %s lies outside of what is usual in adults, %v to %v %s",
				what, strconv.FormatFloat(value, 'f', -1, 64), f.Sign(), f.Usual[0], f.Usual[1], f.Sign())})
		}
	}
	for i := range eyeFields {
		f := &eyeFields[i]
		if v, ok := AsFloat(f.Value(eye)); ok && !isPower(f) && !eye.exempts(f.Name) {
			outside(f.Name, v, &f.Field)
		}
	}
	if d := eye.DeltaK(); d != nil && *d > UsualCylinder { // also after surgery, which leaves less of it
		all = append(all, Unusual{[]string{name}, fmt.Sprintf("ΔK is %.2f D, usually no more than %v D", *d, UsualCylinder)})
	}
	if eye.operated() {
		return all
	}
	if k := eye.MeanK(); k != nil {
		outside("mean K", exactly6(*k), &eyeFields[2].Field)
	}
	if p := mean(posterior.PK1Magnitude, posterior.PK2Magnitude); p != nil {
		outside("mean PK", exactly6(*p), &posteriorFields[0].Field)
	}
	if t := mean(posterior.TK1Magnitude, posterior.TK2Magnitude); t != nil {
		outside("mean TK", exactly6(*t), &posteriorFields[4].Field)
	}
	return all
}

// MeanK returns the mean power of the two meridians in diopters; nil unless both are known.
func (e *Eye) MeanK() *float64 { return mean(e.K1Magnitude, e.K2Magnitude) }

// DeltaK returns by how much the steep meridian is stronger than the flat one, in diopters; nil unless both are known.
func (e *Eye) DeltaK() *float64 {
	if e.K1Magnitude == nil || e.K2Magnitude == nil {
		return nil
	}
	return new(exactly6(*e.K2Magnitude - *e.K1Magnitude))
}

func mean(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return new((*a + *b) / 2)
}

// operated reports that the cornea has the shape that surgery gave it.
func (e *Eye) operated() bool { return e.PostRefractive != nil && *e.PostRefractive != "None" }

// exempts reports that the usual range of a field is not that of this eye: after cataract surgery ACD and
// LT are not those of a natural lens, after refractive surgery the cornea is thinner.
func (e *Eye) exempts(field string) bool {
	switch field {
	case "CCT":
		return e.operated()
	case "ACD", "LT":
		return e.LensStatus != nil && (*e.LensStatus == "Pseudophakic" || *e.LensStatus == "Aphakic")
	}
	return false
}

// isPower reports a power of a meridian, whose usual range applies to the mean of both.
func isPower(f *FieldOf[Eye]) bool { return f.Unit == "diopters" }

// AsFloat returns the number that the value of a field is, if it is one.
func AsFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}

// exactly6 removes the error of binary fractions: 44.63 - 42.13 is slightly more than 2.5.
func exactly6(v float64) float64 { return math.Round(v*1e6) / 1e6 }
