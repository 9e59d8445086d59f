package eval

import (
	"math"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	report := func(present, right, wrong, invented int, nothing Nothing) *Report {
		s := Score{Present: present, Right: right, Wrong: wrong, Invented: invented}
		return &Report{Group: Group{Score: s}, Nothing: nothing}
	}
	for name, c := range map[string]struct {
		report             *Report
		minRight, maxWrong float64 // negative: none
		want               string
	}{
		"no limits":         {report(100, 0, 100, 100, Nothing{}), -1, -1, ""},
		"kept":              {report(1000, 999, 1, 0, Nothing{}), 99.9, 0.1, ""},
		"kept to the digit": {report(7, 7, 0, 0, Nothing{}), 100, 0, ""},
		"too little right":  {report(1000, 989, 0, 0, Nothing{}), 99, 0, "98.90% right is below 99%"},
		"too much wrong":    {report(1000, 998, 1, 1, Nothing{}), 99, 0.1, "0.20% wrong or invented is above 0.1%"},
		"both":              {report(1000, 900, 100, 0, Nothing{}), 95, 0.5, "90.00% right is below 95%; 10.00% wrong or invented is above 0.5%"},
		"one in many":       {report(1000000, 999999, 1, 0, Nothing{}), 100, 0, "99.99% right is below 100%; 0.01% wrong or invented is above 0%"},
		"nothing, so said":  {report(0, 0, 0, 0, Nothing{3, 3}), 100, 0, ""},
		"nothing, not said": {report(0, 0, 0, 0, Nothing{4, 3}), 95, 0, "75.00% right is below 95%"},
		"invented":          {report(0, 0, 0, 4, Nothing{4, 3}), -1, 50, "∞% wrong or invented is above 50%"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var l Limits
			if c.minRight >= 0 {
				l.MinRight = &c.minRight
			}
			if c.maxWrong >= 0 {
				l.MaxWrong = &c.maxWrong
			}
			got := ""
			if err := c.report.Check(l); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestRounding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		percent     float64
		floor, ceil string
	}{
		{0, "0.00", "0.00"}, {100, "100.00", "100.00"}, {99.999, "99.99", "100.00"}, {0.001, "0.00", "0.01"}, {99.9, "99.90", "99.90"},
		{math.Inf(1), "∞", "∞"},
	} {
		if f, up := Floor(c.percent), Ceil(c.percent); f != c.floor || up != c.ceil {
			t.Errorf("%v: %s, %s", c.percent, f, up)
		}
	}
}
