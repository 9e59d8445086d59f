package eval

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Limits are the limits that a report must keep, in percent of the expected values; nil
// means no limit.
type Limits struct {
	MinRight *float64 // of right values
	MaxWrong *float64 // of wrong and invented values
}

// Check returns nil if a report keeps the limits, else an error of one line that says
// which limits it does not keep.
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

// below reports whether a is less than b, apart from the rounding error of a division.
func below(a, b float64) bool { return a < b-1e-9 }

// RightPercent returns how many of the expected values are right. If no value is
// expected, it returns how many of the documents were found to hold none.
func (r *Report) RightPercent() float64 {
	if r.Present == 0 {
		return percent(r.Nothing.Right, r.Nothing.Documents)
	}
	return r.Score.RightPercent()
}

// RightPercent returns 100 × Right/Present.
func (s *Score) RightPercent() float64 { return percent(s.Right, s.Present) }

// WrongPercent returns the number of wrong and invented values in percent of the
// expected ones. It is infinite if none is expected and one is invented.
func (s *Score) WrongPercent() float64 {
	if s.Present == 0 && s.Invented > 0 {
		return math.Inf(1)
	}
	return percent(s.Wrong+s.Invented, s.Present)
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// Floor formats a percentage of right values. It rounds down, so that 100.00 means that
// all values are right.
func Floor(percent float64) string { return rounded(percent, math.Floor, 1e-9) }

// Ceil formats a percentage of wrong values. It rounds up, so that 0.00 means that no
// value is wrong.
func Ceil(percent float64) string { return rounded(percent, math.Ceil, -1e-9) }

// rounded formats a percentage with two decimals. slack is added first, so that the
// rounding error of a division does not change them.
func rounded(percent float64, round func(float64) float64, slack float64) string {
	if math.IsInf(percent, 1) {
		return "∞"
	}
	return fmt.Sprintf("%.2f", math.Abs(round((percent+slack)*100)/100))
}
