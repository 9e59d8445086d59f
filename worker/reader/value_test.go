package reader_test

import "testing"

// TestValues: one line of a right eye's page, and what it says.
func TestValues(t *testing.T) {
	t.Parallel()
	axes := func(k1, a1, k2, a2 float64) want {
		return want{"right_eye.K1_magnitude": k1, "right_eye.K1_axis": a1, "right_eye.K2_magnitude": k2, "right_eye.K2_axis": a2}
	}
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"unit after", "AL: 22,87 mm", want{"right_eye.AL": 22.87}, nil},
		{"a whole number at a map's scale, far right of a title", "Axial length                                                                                     14\nAL 24.10 mm", want{"right_eye.AL": 24.1}, nil},
		{"unit before", "AL [mm] 24.10", want{"right_eye.AL": 24.1}, nil},
		{"unit in round brackets", "AL (mm): 24.10", want{"right_eye.AL": 24.1}, nil},
		{"glued", "AL:22.87mm", want{"right_eye.AL": 22.87}, nil},
		{"long label", "Central corneal thickness    545 µm", want{"right_eye.CCT": 545.0}, nil},
		{"accents lost", "Achslange 22,87", want{"right_eye.AL": 22.87}, nil},
		{"upper case", "AXIAL LENGTH 22.87", want{"right_eye.AL": 22.87}, nil},
		{"marker", "AL: 22.87 mm (!) SD: 0.02 mm", want{"right_eye.AL": 22.87}, nil},
		{"marker before unit", "AL: 22.87 (*) mm", want{"right_eye.AL": 22.87}, nil},
		{"deviation", "LT: 4.50 mm SD: 4.10 mm", want{"right_eye.LT": 4.5}, nil},
		{"deviation with a sign", "LT 4.50 ± 4.10", want{"right_eye.LT": 4.5}, nil},
		{"not measured", "AL: --- mm  SD: ---", want{}, nil},
		{"not measured, deviation printed", "LT: --- SD: 0.50", want{}, nil},
		{"nothing", "AL:", want{}, nil},
		{"out of range", "AL: 13.99 mm", want{}, []string{"right_eye.AL"}},
		{"at the end of the range", "AL: 14.00 mm  ACD: 6.00 mm", want{"right_eye.AL": 14.0, "right_eye.ACD": 6.0}, nil},
		{"lost point", "AL: 2287 mm 23.10", want{}, []string{"right_eye.AL"}},
		{"two values", "AL: 22.87 23.10", want{}, []string{"right_eye.AL"}},
		{"wrong unit", "AL: 22.87 D", want{}, []string{"right_eye.AL"}},
		{"fraction of a micrometre", "CCT: 545.5 µm", want{}, []string{"right_eye.CCT"}},
		{"whole with a zero", "CCT: 545.0 µm", want{"right_eye.CCT": 545.0}, nil},
		{"unknown word before", "optimised AL: 22.87", want{}, nil},
		{"unknown word between", "AL estimated 22.87", want{}, nil},
		{"in brackets of a lens", "Testlens (ACD 5.20)", want{}, nil},
		{"lens constant", "ACD const: 5.20  pACD 5.30  A const 118.7", want{}, nil},
		{"aqueous depth", "AQD 2.90 mm   ACD int 2.80   Aqueous depth: 2.70", want{}, nil},
		{"aqueous depth beside ACD", "AQD 2.90 mm   ACD 3.40 mm", want{"right_eye.ACD": 3.4}, nil},
		{"depth from something else", "ACD (endothelial) 2.90 mm", want{}, nil},
		{"depth from nobody knows where", "ACD (modified) 2.90 mm", want{}, []string{"right_eye.ACD"}},
		{"depth from the front", "ACD (epithelium) 3.40 mm", want{"right_eye.ACD": 3.4}, nil},
		{"depth to the front, in brackets", "A.C. Depth (Ext.): 3.40 mm   A.C. Depth (Int.): 2.90 mm", want{"right_eye.ACD": 3.4}, nil},
		{"thinnest is not central", "CCT 545 µm   Thinnest: 530 µm", want{"right_eye.CCT": 545.0}, nil},
		{"index", "n: 1.3375\nAL: 23.45 mm", want{"right_eye.keratometric_index": 1.3375, "right_eye.AL": 23.45}, nil},
		{"an index alone may be of the other eye", "n: 1.3375", want{}, []string{"right_eye.keratometric_index"}},
		{"the rest of a length", "AL: 33 mm\nACD: 3.05 mm", want{"right_eye.ACD": 3.05}, []string{"right_eye.AL"}},
		{"index of something else", "n: 1.336 1.3375", want{}, []string{"right_eye.keratometric_index"}},
		{"a date is no value", "AL: 02.03.2026", want{}, nil},

		{"axis sign", "K1: 43.21 D @ 93°\nK2: 44.10 D @ 3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis sign, tight", "K1 43.21@93\nK2 44.10D@3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis word", "K1: 43.21 D Axis: 93\nK2: 44.10 D Achse 3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis label of its own", "K1: 43.21 D\nAxis K1: 93\nK2: 44.10 D\nAchse K2 3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis column", "          D      Axis\nK1     43.21    93\nK2     44.10    3", axes(43.21, 93, 44.1, 3), nil},
		{"radius after", "K1 43.21/7.81 @ 93\nK2 44.10/7.65@ 3", axes(43.21, 93, 44.1, 3), nil},
		{"radius before", "K1 7.81 mm / 43.21 D @ 93\nK2 7.65 mm / 44.10 D @ 3", axes(43.21, 93, 44.1, 3), nil},
		{"radius in brackets", "K1 43.21 D (7.81 mm) @ 93\nK2 44.10 D (7.65 mm) @ 3", axes(43.21, 93, 44.1, 3), nil},
		{"radius first, power in brackets", "K1 7.81 mm (43.21 D) @ 93\nK2 7.65 mm (44.10 D) @ 3", axes(43.21, 93, 44.1, 3), nil},
		{"axis in brackets", "K1 43.21 D (93°)\nK2 44.10 D (3°)", axes(43.21, 93, 44.1, 3), nil},
		{"axis with a cross", "K1 43.21 D x 93°\nK2 44.10 D × 3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis by its degree alone", "K1 43.21 D 93º\nK2 44.10 D 3°", axes(43.21, 93, 44.1, 3), nil},
		{"axis by the label's order of units", "K1 [D/mm/°] 43.21 7.81 93\nK2 [D/mm/°] 44.10 7.65 3", axes(43.21, 93, 44.1, 3), nil},
		{"axis on the next line", "K1 43.21 D\nAxis 93°\nK2 44.10 D\nAxis 3°", axes(43.21, 93, 44.1, 3), nil},
		{"radii with powers", "R1 7.81 mm 43.21 D @ 93\nR2 7.65 mm 44.10 D @ 3", axes(43.21, 93, 44.1, 3), nil},
		{"radii alone, with an index", "n 1.3375\nR1 [mm] 7.81 @ 93\nR2 [mm] 7.65 @ 3",
			want{"right_eye.keratometric_index": 1.3375, "right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 93.0, "right_eye.K2_magnitude": 44.12, "right_eye.K2_axis": 3.0}, nil},
		{"radii alone, no index", "R1 [mm] 7.81\nR2 [mm] 7.65", want{}, nil},
		{"radii of the back", "PK1 -5.90 D\nPosterior cornea\nRf 6.78 mm", want{}, nil},
		{"label twice", "Axial length (AL) 22.87\nLT - Lens thickness: 4.50", want{"right_eye.AL": 22.87, "right_eye.LT": 4.5}, nil},
		{"values below their labels", "AL        LT        CCT\n22.87     4.50      545", want{"right_eye.AL": 22.87, "right_eye.LT": 4.5, "right_eye.CCT": 545.0}, nil},
		{"lens in words", "Lens: phakic", want{"right_eye.lens_status": "Phakic"}, nil},
		{"kind of surgery", "Refractive surgery: LASIK (myopia)", want{"right_eye.post_refractive": "Myopic LVC"}, nil},
		{"surgery of no known kind", "Refractive surgery: LASIK", want{}, []string{"right_eye.post_refractive"}},
		{"no axes", "K1 43.21 D\nK2 44.10 D", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, nil},
		{"equal powers, any axes", "K1 43.21 D @ 10\nK2 43.21 D @ 20", axes(43.21, 10, 43.21, 20), nil},
		{"others of the cornea", "SE: 43.60 D\nKm 43.60 D\nΔK: 0.89 D @ 3°\nCyl 43.60", want{}, nil},

		{"axes with decimals", "K1: 43.21 D @ 93.4°\nK2: 44.10 D @ 3.4 °", axes(43.21, 93, 44.1, 3), nil},
		{"axis sign like an eye", "K1: 43.21 D OD 93°\nK2: 44.10 D OS 3º", axes(43.21, 93, 44.1, 3), nil},
		{"cornea in millimetres", "CCT: 0,537 mm", want{"right_eye.CCT": 537.0}, nil},
		{"depth with what it is the sum of", "CCT 545 µm\nACD (AQD + CCT) 3.36 mm", want{"right_eye.CCT": 545.0, "right_eye.ACD": 3.36}, nil},
		{"lens constant with a plus", "AL: 22.87 mm\nACD: +5,34", want{"right_eye.AL": 22.87}, nil},
		{"axis of 904 takes both", "K1: 43.21 D @ 904\nK2: 44.10 D @ 3°", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, []string{"right_eye.K1_axis", "right_eye.K2_axis"}},
		{"axes not at right angles", "K1: 43.21 D @ 93\nK2: 44.10 D @ 23", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, []string{"right_eye.K1_axis", "right_eye.K2_axis"}},
		{"a missing axis takes the other", "K1: 43.21 D @ ---\nK2: 44.10 D @ 3", want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}, []string{"right_eye.K2_axis"}},
		{"a doubtful power takes the pair", "K1: 432.1 D @ 93\nK2: 44.10 D @ 3", want{}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		{"a missing power takes the pair", "K1: --- D @ 93\nK2: 44.10 D @ 3", want{}, []string{"right_eye.K1_axis", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		{"flat and steep the wrong way", "K1: 44.10 D @ 93\nK2: 43.21 D @ 3", want{}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		{"a negative K is of the back", "ANTERION\nK1: -5.90 D\nK2: -6.10 D", want{"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK2_magnitude": 6.1}, nil},
		{"two powers", "K1: 43.21 43.50\nK2: 44.10", want{}, []string{"right_eye.K1_magnitude", "right_eye.K2_magnitude"}},

		{"lens status", "Lens status: Phakic IOL", want{"right_eye.lens_status": "Phakic IOL"}, nil},
		{"a lens before the own one, misread", "Lens status: Phakic OL", want{}, []string{"right_eye.lens_status"}},
		{"a lens before the own one, misread otherwise", "Lens status: Phakic l0L", want{}, []string{"right_eye.lens_status"}},
		{"lens status unknown", "Lens status: perhaps", want{}, []string{"right_eye.lens_status"}},
		{"lens status missing", "LS: ---", want{}, nil},
		{"surgery", "LVC: Myopic LVC", want{"right_eye.post_refractive": "Myopic LVC"}, nil},
		{"surgery in German", "Refraktive Chirurgie: Radiäre Keratotomie", want{"right_eye.post_refractive": "Radial Keratotomy"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page("OD  right\n"+tt.text))
		})
	}
}

// TestPosterior: sections say which surface of the cornea is meant.
func TestPosterior(t *testing.T) {
	t.Parallel()
	const head = "ANTERION\nOD  Right eye\n"
	ks := want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1}
	pks := want{"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK2_magnitude": 6.1}
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"back", "Posterior corneal surface\nK1 -5.90 D\nK2 -6.10 D", pks, nil},
		{"front", "Anterior corneal surface\nK1 43.21 D\nK2 44.10 D", ks, nil},
		{"total is neither", "Total corneal power\nK1 43.21 D\nK2 44.10 D", want{}, nil},
		{"front after total", "Total corneal power\nK1 42.21 D\nK2 43.10 D\nAnterior cornea\nK1 43.21 D\nK2 44.10 D", ks, nil},
		{"labels of their own", "PK1: -5.90 D\nPK2: -6.10 D", pks, nil},
		{"a radius that could be a power", "PK1: 5.90 6.60\nPK2: -6.10", want{}, []string{
			"posterior_keratometry.right_eye.PK1_magnitude", "posterior_keratometry.right_eye.PK2_magnitude"}},
		{"an axis whose label is torn", "A { PK1   2\nPK2: -6.10 D", want{}, []string{
			"posterior_keratometry.right_eye.PK1_magnitude", "posterior_keratometry.right_eye.PK2_magnitude"}},
		{"total keratometry of another device", "TK1: 43.21 D\nTK2: 44.10 D", want{}, []string{
			"posterior_keratometry.right_eye.TK1_magnitude", "posterior_keratometry.right_eye.TK2_magnitude"}},
		{"lens table", "IOL calculation\nAL: 23.45 mm\nK1 43.21 D\nK2 44.10 D", want{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(head+tt.text))
		})
	}
}
