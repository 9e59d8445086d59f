package eval

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Limits are what a report must keep to, in percent; nil is no limit.
type Limits struct {
	MinRight *float64 // right values of those expected
	MaxWrong *float64 // wrong and invented values of those expected
}

// Check is nil, or one line that says which limits are not kept.
func (r *Report) Check(l Limits) error {
	var failed []string
	if l.MinRight != nil && below(r.RightPercent(), *l.MinRight) {
		failed = append(failed, fmt.Sprintf("%s%% right is below %v%%", Floor(r.RightPercent()), *l.MinRight))
	}
	if l.MaxWrong != nil && below(*l.MaxWrong, r.WrongPercent()) {
		failed = append(failed, fmt.Sprintf("%s%% wrong or invented is above %v%%", Ceil(r.WrongPercent()), *l.MaxWrong))
	}
	if failed == nil {
		return nil
	}
	return errors.New(strings.Join(failed, "; "))
}

// below compares without the error of a division.
func below(a, b float64) bool { return a < b-1e-9 }

// RightPercent is how many of the expected values are right. Where no document
// holds any, it is how many of the documents were said to hold none.
func (r *Report) RightPercent() float64 {
	if r.Present == 0 {
		return percent(r.Nothing.Right, r.Nothing.Documents)
	}
	return r.Score.RightPercent()
}

// RightPercent is 100 × Right/Present.
func (s *Score) RightPercent() float64 { return percent(s.Right, s.Present) }

// WrongPercent is how many values are wrong or invented, compared with those
// expected. It is infinite if none is expected and one is given.
func (s *Score) WrongPercent() float64 {
	if s.Present == 0 && s.Invented > 0 {
		return math.Inf(1)
	}
	return percent(s.Wrong+s.Invented, s.Present)
}

func percent(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}

// Floor writes what should be high. It is rounded down, so that 100.00 has no
// fault in it.
func Floor(percent float64) string { return rounded(percent, math.Floor, 1e-9) }

// Ceil writes what should be low. It is rounded up, so that 0.00 is none.
func Ceil(percent float64) string { return rounded(percent, math.Ceil, -1e-9) }

func rounded(percent float64, to func(float64) float64, slack float64) string {
	if math.IsInf(percent, 1) {
		return "∞"
	}
	return fmt.Sprintf("%.2f", math.Abs(to((percent+slack)*100)/100))
}
