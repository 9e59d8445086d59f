package reader_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestSettled: another look is made only if it can add a value.
func TestSettled(t *testing.T) {
	t.Parallel()
	const both = "LENSTAR LS 900\n               OD          OS\nAL: [mm]       23.45       24.10\nACD: [mm]      3.12        3.20"
	for _, tt := range []struct {
		name   string
		looks  []string
		settle bool
	}{
		{"all alike", []string{both, both}, true},
		{"seen by one look", []string{both, "LENSTAR LS 900\n               OD          OS\nAL: [mm]       23.45       24.10"}, false},
		{"no device", []string{"OD\nAL: 23.45 mm", "OD\nAL: 23.45 mm"}, true},
		{"one eye alone", []string{"LENSTAR LS 900\nOD\nAL: 23.45 mm", "LENSTAR LS 900\nOD\nAL: 23.45 mm"}, true},
		{"a meridian alone", []string{"LENSTAR LS 900\nOD\nK1: 43.10 D", "LENSTAR LS 900\nOD\nK1: 43.10 D"}, false},
		{"an eye lacks a value", []string{
			"LENSTAR LS 900\nOD\nAL: 23.45 mm\nLT: 4.50 mm\nOS\nAL: 24.10 mm", "LENSTAR LS 900\nOD\nAL: 23.45 mm\nLT: 4.50 mm\nOS\nAL: 24.10 mm",
		}, false},
		{"a radius whose power is known", []string{"LENSTAR LS 900\nOD\nK1: 43.10 D / 7.83 mm\nK2: 44.10 D", "LENSTAR LS 900\nOD\nK1: 43.10 D\nK2: 44.10 D"}, true},
		{"no eye", []string{"LENSTAR LS 900\nName: Example, Ann\nAL: 23.45 mm", "LENSTAR LS 900\nName: Example, Ann\nAL: 23.45 mm"}, false},
		{"dashes", []string{"LENSTAR LS 900\nOD\nAL: 23.45 mm\nLT: ---", "LENSTAR LS 900\nOD\nAL: 23.45 mm\nLT: ---"}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var looks []reader.Findings
			for _, text := range tt.looks {
				looks = append(looks, reader.Find([]layout.Page{seen(text)}))
			}
			if got := reader.Settled(looks...); got != tt.settle {
				t.Errorf("settled: %v, want %v", got, tt.settle)
			}
		})
	}
}
