package reader_test

import "testing"

// TestSentences: a letter tells the measurements in sentences, a paragraph for each eye.
func TestSentences(t *testing.T) {
	t.Parallel()
	both := want{
		"right_eye.AL": 23.88, "right_eye.ACD": 3.14, "right_eye.WTW": 12.1,
		"right_eye.K1_magnitude": 43.05, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 44.41, "right_eye.K2_axis": 94.0,
		"left_eye.AL": 24.02, "left_eye.ACD": 3.17,
	}
	checkEach(t, map[string]pageTest{
		"English": {`
Dear colleague,
thank you for seeing this patient, who has noticed gradual blurring when driving at night
and would like to be free of spectacles.

Right eye. The axial length is 23.88 mm (composite of five readings, SNR 287.4) with an anterior
chamber depth of 3.14 mm and a horizontal white-to-white of 12.1 mm. Keratometry averages K1 43.05 D
at 4° and K2 44.41 D at 94°, a difference of 1.36 D. Individual axial readings ran from 23.86 to 23.90 mm.

Left eye. The axial length is 24.02 mm and the anterior chamber depth, measured from the epithelium,
is 3.17 mm. Before the operation of 2019 the corneal thickness was 561 µm.`, both, nil},
		"German": {`
Am rechten, phaken Auge ergab sich im Mittel aus fünf Messungen eine Achsenlänge von 24,87 mm bei
einer zentralen Hornhautdicke von 552 µm. Die Vorderkammertiefe, gemessen vom Hornhautepithel bis
zur Linsenvorderfläche, betrug 3,41 mm, die Linsendicke 4,22 mm. Keratometrisch fanden sich im
flachen Meridian 42,15 dpt in 178° und im steilen Meridian 43,02 dpt in 88°.

Am linken Auge maßen wir eine Achsenlänge von 24,71 mm, eine Hornhautdicke von 556 µm sowie eine
Vorderkammertiefe von 3,68 mm.`, want{
			"right_eye.AL": 24.87, "right_eye.CCT": 552.0, "right_eye.ACD": 3.41, "right_eye.LT": 4.22,
			"right_eye.K1_magnitude": 42.15, "right_eye.K1_axis": 178.0, "right_eye.K2_magnitude": 43.02, "right_eye.K2_axis": 88.0,
			"left_eye.AL": 24.71, "left_eye.CCT": 556.0, "left_eye.ACD": 3.68,
		}, nil},
		"a paragraph that names both eyes": {`
The axial length of the right eye is longer than that of the left one, namely 23.88 mm, and the
anterior chamber depth is 3.14 mm.`, nil, nil},
		"both eyes, the other one behind a line of labels": {`
A biometria ótica foi realizada hoje pela manhã sem dificuldades, e no olho direito o
comprimento axial é de 25,42 mm, a profundidade da câmara anterior de 3,37 mm, a espessura
do cristalino de 4,36 mm, a paquimetria central de 562 µm. No olho esquerdo os
valores são, respetivamente, 25,61 mm, 3,40 mm, 4,29 mm e 567 µm, como seria de esperar.`, nil, nil},
		"a word that is like that for a side": {`
Die Achsenlänge ist mit 26,12 mm recht groß, und die zentrale Hornhautdicke von 552 µm spricht
nicht gegen eine Operation.`, nil, nil},
		"a constant of a lens": {`
For the right eye we propose a lens whose ACD constant is 5.32 mm, as the axial length of that eye
is 24.02 mm and its corneal thickness is 552 µm.`, want{"right_eye.AL": 24.02, "right_eye.CCT": 552.0}, nil},
		"rows of labels are no sentences": {`
Eye: Right – Eye length 22.65 mm central corneal thickness 540 µm internal ACD 2.55 mm ant. chamber depth
Eye: Right – lens status phakic, corneal thickness 540 µm`,
			want{"right_eye.AL": 22.65, "right_eye.CCT": 540.0}, []string{"right_eye.lens_status"}}, // and not the depth from inside
		"two values of one label": {`
In the right eye the axial length is 23.88 mm by the first device, the corneal thickness is 552 µm,
and the axial length by the other device is given to us in the report as 24.12 mm.`,
			want{"right_eye.CCT": 552.0}, []string{"right_eye.AL"}},
	})
}
