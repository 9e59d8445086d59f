package reader_test

import (
	"maps"
	"testing"
)

// TestStatesOfBothEyes: what a page says of both eyes at once counts for both, unless it says something of one eye as well.
func TestStatesOfBothEyes(t *testing.T) {
	t.Parallel()
	const eyes = `
                   OD              OS
AL                 23.45 mm        23.61 mm
ACD                3.05 mm         3.11 mm`
	measured := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 23.61, "left_eye.ACD": 3.11}
	lens := func(v string) want { return want{"right_eye.lens_status": v, "left_eye.lens_status": v} }
	cornea := func(v string) want { return want{"right_eye.post_refractive": v, "left_eye.post_refractive": v} }
	for text, more := range map[string]want{
		"Ophtalmologiques : LASIK myopique ODG (2004). Cristallin en place, phaque ODG.": {
			"right_eye.post_refractive": "Myopic LVC", "left_eye.post_refractive": "Myopic LVC", "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
		},
		"Anamnesi pregressa: LASIK miopica OD e OS (2004)":      cornea("Myopic LVC"),
		"Voroperation: Radiäre Keratotomie OU (1992)":           cornea("Radial Keratotomy"),
		"Keratometric index 1.3375 · Lens: phakic (R, L)":       {"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic", "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375},
		"Praxis: Augenpraxis        Messmodus     Phak / Phak":  lens("Phakic"),
		"Beide Augen: pseudophak":                               lens("Pseudophakic"),
		"Modo: Imersão      Cirurgia refractiva: nenhuma (D/E)": cornea("None"),
		"Refractive surgery: none (R/L)":                        cornea("None"),
		"ID: 4711       Lens status: phakic":                    {"patient.id": "4711", "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"},
		// Of each.
		"Modo AL: Fáquico (OD), Pseudofáquico (OE)":         {"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"},
		"Lens status: phakic (OD), phakic (OS)":             lens("Phakic"),
		"VD=12.00 mm     Oko: R fakijne    L pseudofakijne": {"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"},
		"Implant: phakic IOL (OD)":                          nil,
		// Nothing is said of both.
		"Diagnosis: high myopia OU":                    nil,
		"Phakic / pseudophakic":                        nil,
		"Plan: phakic IOL OU":                          nil,
		"ID: 4711     OD     Lens status: phakic":      {"patient.id": "4711", "right_eye.lens_status": "Phakic"},
		"No previous LASIK OU":                         nil,
		"Measuring mode: Standard":                     nil,
		"LENSTAR LS 900":                               nil,
		"Phakic OU\nOS lens status: pseudophakic     ": {"left_eye.lens_status": "Pseudophakic"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			all := maps.Clone(measured)
			maps.Copy(all, more)
			check(t, all, nil, page(text+eyes))
		})
	}
}

// TestStatesInSmallLetters: what stands beside the names of the eyes in smaller letters, not quite level with them, belongs to them.
func TestStatesInSmallLetters(t *testing.T) {
	t.Parallel()
	p := page(`
                            Œil phaque                                       Œil pseudophaque
OD droit                                    OS gauche

AL [mm]             23.45                   AL [mm]                   23.61
CCT [µm]            545                     CCT [µm]                  551`)
	for i := range p.Words {
		if w := &p.Words[i]; w.Y0 == 16 {
			w.Y0, w.Y1 = 28, 34
		}
	}
	check(t, want{
		"right_eye.lens_status": "Phakic", "right_eye.AL": 23.45, "right_eye.CCT": 545.0,
		"left_eye.lens_status": "Pseudophakic", "left_eye.AL": 23.61, "left_eye.CCT": 551.0,
	}, nil, p)
}
