package reader_test

import "testing"

// TestStarredMeans: the mean below single readings begins with a star. Without it none of the readings is the value.
func TestStarredMeans(t *testing.T) {
	t.Parallel()
	const lengths = `
OD
AXIAL        SNR
     23.37   6.2
     23.39   7.4
     23.38   6.9
`
	const depths = `ACD
     3.05  3.06  3.07
`
	const thicknesses = `CCT
     533  534  535
`
	check(t, want{}, nil, page(lengths+depths+thicknesses))
	check(t, want{"right_eye.AL": 23.38, "right_eye.ACD": 3.06, "right_eye.CCT": 534.0}, nil,
		page(lengths+"   * 23.38 mm\n"+depths+"   * 3.06 mm\n"+thicknesses+"   * 534 um"))
}

// TestStarredReadings: a star may mark a reading that was typed in; it is no mean.
func TestStarredReadings(t *testing.T) {
	t.Parallel()
	check(t, want{}, nil, page(`
OD
ACD
     3.05
   * 3.09
     3.07
     3.06`))
}

// TestStarredMeansOfTwo: a mean without a unit is one if it can be reckoned.
func TestStarredMeansOfTwo(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.ACD": 3.22, "right_eye.CCT": 541.0}, nil, page(`
OD
      ACD mm     CCT um
      3.23       539
      3.22       541
      3.21       544
    * 3.22       541`))
}

// TestSignalsAreNoLengths: the quality of the axial signal is no axial length.
func TestSignalsAreNoLengths(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.73, "left_eye.AL": 23.69}, nil, page(`
                       OD        OS
Axial length (mm)      23.73     23.69
SNR axial              38.2      31.6`))
}

// TestTitlesOfBothEyes: "OD / OS" in the title of a page heads no column.
func TestTitlesOfBothEyes(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.name": "Sample, Anna", "patient.date_of_birth": "1946-11-07"}, nil, page(`
Aladdin                   Summary of biometry – OD / OS
Name: Sample, Anna        Born: 07.11.1946
            xy        zw       CYL         WTW
            23.14     561      -0.61       11.63`))
}

// TestHeadsOfSpreadsAreMended: OCR makes digits of the σ beside the names of the eyes.
func TestHeadsOfSpreadsAreMended(t *testing.T) {
	t.Parallel()
	p := page(`
Measurements         OD        5         OS
AL     mm            25.92     0.009     26.07     0.012
CCT    um            487       1.4       481       1.8
LT     mm            3.96      0.014     3.91      0.020`)
	p.OCR = true
	compare(t, "OCR", want{
		"right_eye.AL": 25.92, "right_eye.CCT": 487.0, "right_eye.LT": 3.96,
		"left_eye.AL": 26.07, "left_eye.CCT": 481.0, "left_eye.LT": 3.91,
	}, p)
}

// TestVisitsWithDifferences: the A that OCR makes of a Δ over the differences hides no column of the present visit.
func TestVisitsWithDifferences(t *testing.T) {
	t.Parallel()
	p := page(`
OD – right eye                                          OS – left eye
            18-06-2022     17-06-2023                               18-06-2022     17-06-2023
                                           A                                                       A
            last visit     current visit                            last visit     current visit
AL[mm]      24.86          25.11           +0.25        AL[mm]      24.61          24.79           +0.18
CCT[um]     541            544             +3           CCT[um]     549            550             +1
ACD[mm]     3.62           3.57            -0.05        ACD[mm]     3.55           3.51            -0.04
LT[mm]      3.79           3.86            +0.07        LT[mm]      3.84           3.90            +0.06`)
	p.OCR = true
	compare(t, "OCR", want{"right_eye.AL": 25.11, "right_eye.CCT": 544.0, "right_eye.ACD": 3.57, "right_eye.LT": 3.86,
		"left_eye.AL": 24.79, "left_eye.CCT": 550.0, "left_eye.ACD": 3.51, "left_eye.LT": 3.9}, p)
}

// TestVisitsBelowStates: the rows of states under the dates of the visits are of their table, and the earlier column is not read.
func TestVisitsBelowStates(t *testing.T) {
	t.Parallel()
	block := func(name, status, al, cct string) string {
		return name + `
                           Anterior 12/06/2020     Actual 24/12/2024     DE       Dif.
Estado del cristalino      Fáquico                 ` + status + `
LVC                        Sin tratar              Sin tratar
AL                         23,52 mm                ` + al + ` mm              7 um     -0,07 mm
CCT                        554 um                  ` + cct + ` um                3 um     -3 um
ACD                        3,16 mm                 4,61 mm               9 um     +1,45 mm
WTW                        12,2 mm                 12,1 mm                        -0,1 mm
`
	}
	check(t, want{
		"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "right_eye.AL": 23.38, "right_eye.CCT": 557.0, "right_eye.ACD": 4.61, "right_eye.WTW": 12.1,
		"left_eye.lens_status": "Pseudophakic", "left_eye.post_refractive": "None", "left_eye.AL": 23.45, "left_eye.CCT": 551.0, "left_eye.ACD": 4.61, "left_eye.WTW": 12.1,
	}, nil, page("\n"+block("OD derecho", "Fáquico", "23,38", "557")+"\n"+block("OS izquierdo", "Pseudofáquico", "23,45", "551")))
}
