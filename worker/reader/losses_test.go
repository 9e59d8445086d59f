package reader_test

import (
	"maps"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestKnownPagesAreRead: pages of which all or some values were lost although their labels and
// headings are known.
func TestKnownPagesAreRead(t *testing.T) {
	t.Parallel()
	both := want{
		"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.WTW": 11.7,
		"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.WTW": 11.9,
	}
	right := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.WTW": 11.7}
	meridians := want{
		"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
		"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 100.0, "left_eye.K2_magnitude": 43.9, "left_eye.K2_axis": 10.0,
	}
	with := func(values, more want) want {
		out := maps.Clone(values)
		maps.Copy(out, more)
		return out
	}
	for _, tt := range []struct {
		name, text string
		want       want
	}{
		{"meridians over columns, the cornea's surfaces and the total power in rows", `
OD
AL     23.45 mm       ACD    3.05 mm
WTW    11.7 mm
Surface (3.0 mm)      Flat            Steep           Astig.
Anterior (n=1.3375)   42.27 D x 72°   44.71 D x 162°  2.44 D
Posterior             -6.22 D x 97°   -6.40 D x 7°    0.18 D
Total (TCP)           41.76 D x 74°   43.48 D x 164°  1.72 D`, with(right, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"right_eye.keratometric_index": 1.3375,
		})},
		{"an index inside the labels of a table", `
                               OD                 OS
AL (n=10)                      23.45 mm           24.12 mm
ACD                            3.05 mm            3.11 mm
K1 (3 mm, n=1.332)             42.27 D @ 72°      42.10 D @ 100°
K2                             44.71 D @ 162°     43.90 D @ 10°
WTW                            11.7 mm            11.9 mm`, with(both, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 100.0, "left_eye.K2_magnitude": 43.9, "left_eye.K2_axis": 10.0,
			"right_eye.keratometric_index": 1.332, "left_eye.keratometric_index": 1.332,
		})},
		{"an index behind the labels of a table", `
OD                                          OS
23.45 mm         AL                         24.12 mm
3.05 mm          ACD                        3.11 mm
42.27 D @ 72°    SimK K1 (flat), n=1.3375   42.10 D @ 100°
44.71 D @ 162°   SimK K2 (steep)            43.90 D @ 10°
11.7 mm          WTW                        11.9 mm`, with(both, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 100.0, "left_eye.K2_magnitude": 43.9, "left_eye.K2_axis": 10.0,
			"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		})},
		{"an index in the brackets of a title between the columns", `
OD                                              OS
23.45 mm        AL                              24.12 mm
3.05 mm         ACD                             3.11 mm
11.7 mm         WTW                             11.9 mm
Anterior surface (3 mm ring, n = 1.332)
42.27 D @ 72°   K1                              42.10 D @ 100°
44.71 D @ 162°  K2                              43.90 D @ 10°`, with(both, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 100.0, "left_eye.K2_magnitude": 43.9, "left_eye.K2_axis": 10.0,
			"right_eye.keratometric_index": 1.332, "left_eye.keratometric_index": 1.332,
		})},
		{"a title of a lens calculation that names the eye", `
IOL calculation - Right eye (OD)
Patient name: Sample, Sally        Date of birth: 1950-02-03
AL              23.45 mm
ACD             3.05 mm
WTW             11.7 mm

Lens A
SRK/T           A 118.7
IOL (D)         SE (D)
22.00           -0.61
21.50           -0.25
21.00           0.11`, with(right, want{"patient.name": "Sample, Sally", "patient.date_of_birth": "1950-02-03"})},
		{"a table of lenses beside the measurements", `
OD
ACD     3.05 mm                   Lens A
WTW     11.7 mm                   SRK/T
                                  IOL [D]     REF [D]
AL      23.45 mm                  22.0        -0.61
CCT     555 µm                    21.5        -0.25
Status: phakic                    21.0        0.11`, with(right, want{"right_eye.CCT": 555.0, "right_eye.lens_status": "Phakic"})},
		{"units between labels and single readings with their mean", `
OD                                          OS
       Axial    ACD     Lens    Pachy             Axial    ACD     Lens    Pachy
       mm       mm      mm      µm                mm       mm      mm      µm
1      23.44    3.04    4.51    554         1     24.11    3.10    4.61    565
2      23.46    3.05    4.49    555         2     24.13    3.11    4.59    566
3      23.45    3.06    4.50    556         3     24.12    3.12    4.60    567
Ave.   23.45    3.05    4.50    555         Ave.  24.12    3.11    4.60    566`, want{
			"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.LT": 4.5, "right_eye.CCT": 555.0,
			"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.LT": 4.6, "left_eye.CCT": 566.0,
		}},
		{"single readings above a rule and their mean, below a state of the lens without label", `
OA-2000
OD  Derecho                                 OS  Izquierdo
Fáquico     [Óptico]                        Fáquico    [Óptico]
       AL       ACD     Lens    Pachy             AL       ACD     Lens    Pachy
       mm       mm      mm      µm                mm       mm      mm      µm
1      23.44    3.04    4.51    554         1     24.11    3.10    4.61    565
2      23.46    3.05    4.49    555         2     24.13    3.11    4.59    566
3      23.45    3.06    4.50    556         3     24.12    3.12    4.60    567
-----------------------------------         ----------------------------------
Med    23.45    3.05    4.50    555         Med   24.12    3.11    4.60    566
DE      0.01    0.01    0.01      1         DE     0.01    0.01    0.01      1`, want{
			"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.LT": 4.5, "right_eye.CCT": 555.0, "right_eye.lens_status": "Phakic",
			"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.LT": 4.6, "left_eye.CCT": 566.0, "left_eye.lens_status": "Phakic",
		}},
		{"letters before the word for the eye", `
R   Eye: phakic
#      AL       ACD     WTW
1      23.44    3.04    11.6
2      23.46    3.05    11.7
Avg    23.45    3.05    11.7
SD      0.01    0.01     0.1

L   Eye: pseudophakic
#      AL       ACD     WTW
1      24.11    3.10    11.8
2      24.13    3.11    11.9
Avg    24.12    3.11    11.9
SD      0.01    0.01     0.1`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"})},
		{"the state of the lens at the end of an eye's block", `
R (OD)                             L (OE)
AL      23.45 mm                   AL      24.12 mm
ACD     3.05 mm                    ACD     3.11 mm
WTW     11.7 mm                    WTW     11.9 mm
Olho fáquico                       Olho pseudofáquico`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"})},
		{"the state of the lens behind the word for the eye, and the eye in the title of a lens program", `
EyeSuite IOL OD
ID: 4711                           Born: 13/02/1950

AL      23.45 mm                   Eye           phakic      Post ref.   none
ACD     3.05 mm                    Target        -0.20 D
WTW     11.7 mm                    K1 SimK       42.27 D @ 72°
Posterior flat    -6.22 D @ 97°    K2 SimK       44.71 D @ 162°
Posterior steep   -6.40 D @ 7°`, with(right, want{
			"patient.id": "4711", "patient.date_of_birth": "1950-02-13", "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
		})},
		{"the state of the lens in the title of the axial length", `
OD                                      OS
Axial length - phakic eye               Axial length - phakic eye
Axial length     23.45 mm               Axial length     24.12 mm
ACD              3.05 mm                ACD              3.11 mm
WTW              11.7 mm                WTW              11.9 mm`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"})},
		{"laser surgery whose kind stands beside it", `
OD                                          OS
LVC: LASIK    LVC mode: Myopic              LVC: PRK    LVC mode: Hyperopic
AL: 23.45 mm                                AL: 24.12 mm
ACD: 3.05 mm                                ACD: 3.11 mm
WTW: 11.7 mm                                WTW: 11.9 mm`, with(both, want{"right_eye.post_refractive": "Myopic LVC", "left_eye.post_refractive": "Hyperopic LVC"})},
		{"states of the lens that are choices", `
OD
AL      23.45 mm
ACD     3.05 mm
WTW     11.7 mm
Phakic eye
Pseudophakic eye`, right},
		{"states of the lens outside the eyes' headings", `
phakic     OD   |   OS    pseudophakic
23.45 mm       AL         24.12 mm
3.05 mm       ACD         3.11 mm
11.7 mm       WTW         11.9 mm`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"})},
		{"states of the lens beside the word for it", `
OD                        OS
23.45 mm     AL           24.12 mm
3.05 mm      ACD          3.11 mm
11.7 mm      WTW          11.9 mm
Fachico      Stato        Fachico`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"})},
		{"meridians of zones below the keratometry", `
OD
AL     23.45 mm       ACD    3.05 mm
WTW    11.7 mm
Sim-K (n=1.3375)
K1     42.27 D @ 72°
K2     44.71 D @ 162°
Meridians 3 mm
Flat   42.31 D @ 70°
Steep  44.66 D @ 160°
Meridians 5 mm
Flat   42.11 D @ 71°
Steep  44.50 D @ 161°`, with(right, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"right_eye.keratometric_index": 1.3375,
		})},
		{"the other eye below, not measured", `
                              OD right
AL : 23.45 mm (SNR = 94.2)          ACD : 3.05 mm
WTW : 11.7 mm

OS left : no measurement could be made`, right},
		{"a lens table whose title stands beside the label of a remark", `
OD
AL     23.45 mm
WTW    11.7 mm
IOL calculation (iris fixation)             Notes
Sample lens - SRK/T - A 116.9               OS not examined.
- ACD 3.70`, want{"right_eye.AL": 23.45, "right_eye.WTW": 11.7}},
		{"the state of the eye above its heading", `
      LS: Phakic
OD
      AL: 23.45 mm
      ACD: 3.05 mm
      WTW: 11.7 mm
      LS: Pseudophakic
OS
      AL: 24.12 mm
      ACD: 3.11 mm
      WTW: 11.9 mm`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"})},
		{"units far from their numbers, below the heading", `
                      OD - Right            OS - Left
AL                  23.45    mm     24.12    mm
ACD                  3.05    mm      3.11    mm
WTW                  11.7    mm      11.9    mm`, both},
		{"a remark beside a lens calculation names the eyes", `
OS left eye - aphakic

Axial                                    Cornea
AL     23.45 mm                          WTW    11.7 mm
AD / ACD   - / -

IOL calculation (iris fixation)          Notes
Artisan Aphakia - SRK/T - A 116.9        After trauma OS. OD not examined.
- ACD 3.70
Target: 0.00 D`, want{"left_eye.AL": 23.45, "left_eye.WTW": 11.7, "left_eye.lens_status": "Aphakic"}},
		{"a value that was not measured, in a column of values under the only heading", `
                              Right eye
Biometry
Central pachymetry:           n/a
Axial length:                 23.45 mm
ACD:                          3.05 mm
White to white:               11.7 mm`, right},
		{"names left of their blocks, and once more over a table of lenses", `
                                                       BIOMETRY
OD right eye
                                                       AL     23.45 mm
                                                       ACD    3.05 mm
                                                       WTW    11.7 mm

                                                       BIOMETRY
OS left eye
                                                       AL     24.12 mm
                                                       ACD    3.11 mm
                                                       WTW    11.9 mm

IOL calculation
                      OD   rif. attesa              OS   rif. attesa
    SRK/T             25.5 (-0.25)   25.0 (+0.09)   25.5 (-0.46)   25.0 (-0.11)
    Haigis            26.0 (-0.36)   25.5 (-0.01)   25.5 (-0.21)   25.0 (+0.13)`, both},
		{"a lens table below, its title with the eye and the target", `
OD right eye
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
IOL calculator OD - Target: -0.30 D
Sample SN60    ACD 5.68   21.0`, right},
		{"units and a sign for the axis over columns, below a title with the eye", `
OD
AL     ACD    WTW
23.45  3.05   11.7
       D     mm    @
K1   42.27  7.98  72.0°
K2   44.71  7.55  162.0°
Ojo  fáquico  ninguna
OS
AL     ACD    WTW
24.12  3.11   11.9
       D     mm    @
K1   43.88  7.69  73.0°
K2   46.19  7.31  163.0°`, with(both, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
			"left_eye.K1_magnitude": 43.88, "left_eye.K1_axis": 73.0, "left_eye.K2_magnitude": 46.19, "left_eye.K2_axis": 163.0,
		})},
		{"a lens table beside the values of one eye", `
OD
Biometry                         IOL calculation
AL     23.45 mm                  19.0   0.73
ACD    3.05 mm                   15.5   0.37
WTW    11.7 mm                   12.0   0.03
CCT    545 µm                    11.5  -0.32
K1     43.21 D                   11.0  -0.65
K2     44.10 D                   10.5  -0.92`, with(right, want{"right_eye.CCT": 545.0, "right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1})},
		{"rows of eyes with the noise of each value", `
Eye    AL                        ACD                      WTW
OD     23.45 mm (SNR = 127.2)    3.05 mm (SNR = 86.1)     11.7 mm
OS     24.12 mm (SNR = 135.2)    3.11 mm (SNR = 92.0)     11.9 mm`, both},
		{"rows of eyes with marks of quality", `
Eye    AL             ACD          WTW
OD     23.45 mm       3.05 mm      11.7 mm             !
OS     24.12 mm       3.11 mm      11.9 mm`, both},
		{"rows of eyes with pairs of meridians", `
Eye    AL        ACD       WTW      K1/K2
OD     23.45     3.05      11.7     43.21 @ 86° / 44.10 @ 176°
OS     24.12     3.11      11.9     41.57 @ 38° / 42.48 @ 128°`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"words for the eyes as close as the words of a phrase", `
           OD right OS left
AL         23.45    24.12
ACD        3.05     3.11
WTW        11.7     11.9`, both},
		{"what is known of the cornea behind the heading, and two names of the eye", `
OD - Right eye (phakic) Corneal surgery: none   OS - Left eye (phakic) Corneal surgery: none
AL     23.45 mm                                 AL     24.12 mm
ACD    3.05 mm                                  ACD    3.11 mm
WTW    11.7 mm                                  WTW    11.9 mm`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "left_eye.post_refractive": "None"})},
		{"the time before the heading of the other eye", `
Sx   08:48:00                          Dx   08:48:00
AL     24.12 mm                        AL     23.45 mm
ACD    3.11 mm                         ACD    3.05 mm
WTW    11.9 mm                         WTW    11.7 mm`, both},
		{"degrees around a picture above labels over their values", `
OD                                OS
        90°                               90°
   180°      0°                      180°      0°


        270°                              270°

  AL         ACD                    AL         ACD
  23.45 mm   3.05 mm                24.12 mm   3.11 mm
  WTW                               WTW
  11.7 mm                           11.9 mm`, both},
		{"labels under values with their noise", `
OD
23.45 mm (SNR = 131.6)    3.05 mm
AL                        ACD

11.7 mm (SNR = 140.2)     545 µm
WTW                       CCT

43.21 D                   44.10 D
K1                        K2`, with(right, want{"right_eye.CCT": 545.0, "right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1})},
		{"a label beside its own with the sign for the axis", `
Eye   AL      ACD    WTW    SimK1  SimK1 A   SimK2  SimK2 A
OD    23.45   3.05   11.7   43.21  86°       44.10  176°
OS    24.12   3.11   11.9   41.57  38°       42.48  128°`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"values before labels that begin in several columns", `
OD
           23.45 mm   AL
            3.05 mm   ACD
           11.7 mm    WTW
          545 µm      CCT
42.92 /7.86@          30    K1 [D/mm/°]
43.75 /7.71@          120   K2 [D/mm/°]`, with(right, want{
			"right_eye.CCT": 545.0, "right_eye.K1_magnitude": 42.92, "right_eye.K1_axis": 30.0, "right_eye.K2_magnitude": 43.75, "right_eye.K2_axis": 120.0,
		})},
		{"rows of eyes with brackets and axes far from their values", `
Eye    AL                             ACD        WTW        K1                   K2                   Lens
OD     23.45 mm  (SNR = 165.0)        3.05 mm    11.7 mm    43.21 D     86  °    44.10 D    176  °    phakic
OS     24.12 mm  (SNR = 134.4)        3.11 mm    11.9 mm    41.57 D     38  °    42.48 D    128  °    phakic`, with(with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		}), want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"})},
		{"the last cell of a row of eyes is wider than its label", `
Eye    ACD        WTW        K1 [D]           K2 [D]            AL
OD     3.05 mm    11.7 mm    43.21 @   86°    44.10 @  176°     23.45 mm  (SNR = 165.0)
OS     3.11 mm    11.9 mm    41.57 @   38°    42.48 @  128°     24.12 mm  (SNR = 134.4)`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"cards with a pair of meridians", `
AL                 ACD                WTW                K1/K2
OD   23.45 mm      OD   3.05 mm       OD   11.7 mm       OD   43.21 D @ 86° / 44.10 D @ 176°
OS   24.12 mm      OS   3.11 mm       OS   11.9 mm       OS   41.57 D @ 38° / 42.48 D @ 128°`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"records that begin with the word for eye", `
Eye           Parameter   Value          Eye           Parameter   Value
Eye: right    AL          23.45 mm       Eye: left     AL          24.12 mm
Eye: right    ACD         3.05 mm        Eye: left     ACD         3.11 mm
Eye: right    WTW         11.7 mm        Eye: left     WTW         11.9 mm`, both},
		{"labels under values beside the eye, with axes", `
OD    43.21 D Ax: 86°   44.10 D Ax: 176°
      K1                K2

      23.45 mm          3.05 mm
      AL                ACD

      11.7 mm
      WTW

OS    41.57 D Ax: 38°   42.48 D Ax: 128°
      K1                K2

      24.12 mm          3.11 mm
      AL                ACD

      11.9 mm
      WTW`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"columns of dates with the month first", `
OD
               06/23/2024     03/23/2023
AL             23.45 mm       23.40
ACD            3.05 mm        3.01
WTW            11.7 mm        11.8`, right},
		{"columns of dates beside each other", `
OD
           26 de marzo de 2025 26 de marzo de 2023
AL         23.45 mm            23.40
ACD        3.05 mm             3.01
WTW        11.7 mm             11.8`, right},
		{"single readings beside a mean whose sign is not known", `
OD
             Ø        1       2       3
AL         23.45    23.44   23.46   23.45
ACD         3.05     3.04    3.06    3.05
WTW         11.7     11.7    11.8    11.6`, right},
		{"single readings beside a mean that is abbreviated with a full stop", `
OD
               Typ.     1       2       3       SD
AL            23.45   23.44   23.46   23.45    0.01
ACD            3.05    3.04    3.06    3.05    0.01
WTW            11.7    11.7    11.8    11.6     0.1`, right},
		{"single readings that are wider than the headings over their right edges", `
OD
                 Ø         1              2              3
AL        23.45 mm    23.451      23.462 mm      23.451 mm
ACD        3.05 mm      3.04        3.04 mm        3.05 mm
WTW        11.7 mm      11.7        11.7 mm        11.6 mm`, right},
		{"a heading in two lines, below the title of a lens calculation", `
Toric IOL calculation

OD                            OS left
right                         AL     24.12 mm
AL     23.45 mm               ACD    3.11 mm
ACD    3.05 mm                WTW    11.9 mm
WTW    11.7 mm`, both},
		{"an eye that was not measured, above a table of toric lenses", `
OD                            OS
not measured                  AL     23.45 mm
                              ACD    3.05 mm
                              WTW    11.7 mm

IOL (D)    Model       Cyl.      Ref.     Axis residual
20.5       SN6AT4      2.25      0.38     4°
21.0       SN6AT5      3.00      0.45     4°
                              K1 flat meridian`, want{"left_eye.AL": 23.45, "left_eye.ACD": 3.05, "left_eye.WTW": 11.7}},
		{"both eyes named together above", `
ID: 4711                    Eyes: OD + OS
OD - right
AL      23.45 mm            ACD     3.05 mm            WTW     11.7 mm
OS - left
AL      24.12 mm            ACD     3.11 mm            WTW     11.9 mm`, with(both, want{"patient.id": "4711"})},
		{"an ID that begins with the name of one", `
Patient ID     MRN 60711935
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm`, with(right, want{"patient.id": "MRN 60711935"})},
		{"the indices on both sides of the back of the cornea", `
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
Anterior cornea    n = 1.3375
Posterior cornea   n = 1.376 / 1.336`, with(right, want{"right_eye.keratometric_index": 1.3375})},
		{"the title for the state of the eye above a table", `
OD
Biometry
Parameter        Value
AL               23.45 mm
ACD              3.05 mm
WTW              11.7 mm
Eye status
Parameter        Value
Lens             phakic`, with(right, want{"right_eye.lens_status": "Phakic"})},
		{"a phakic eye in French", `
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
État du cristallin   Œil phaque`, with(right, want{"right_eye.lens_status": "Phakic"})},
		{"radii and axes with decimals on cards", `
AL                 Rf                        Rs
OD   23.45 mm      OD   8.01 mm @ 71.1deg    OD   7.89 mm @ 160.6deg
OS   24.12 mm      OS   9.14 mm @ 143.7deg   OS   8.20 mm @ 53.6deg
n = 1.3375`, want{
			"right_eye.AL": 23.45, "right_eye.K1_magnitude": 42.13, "right_eye.K1_axis": 71.0, "right_eye.K2_magnitude": 42.78, "right_eye.K2_axis": 161.0,
			"left_eye.AL": 24.12, "left_eye.K1_magnitude": 36.93, "left_eye.K1_axis": 144.0, "left_eye.K2_magnitude": 41.16, "left_eye.K2_axis": 54.0,
			"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		}},
		{"axes with decimals behind a cross", `
OD                               OS
AL     23.45 mm                  AL     24.12 mm
ACD    3.05 mm                   ACD    3.11 mm
WTW    11.7 mm                   WTW    11.9 mm
K1     43.21 D x 86.2°           K1     41.57 D x 38.4°
K2     44.10 D x 176.1°          K2     42.48 D x 127.9°`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"pairs of meridians spaced widely", `
                 OD                              OS
AL               23.45 mm                        24.12 mm
ACD              3.05 mm                         3.11 mm
WTW              11.7 mm                         11.9 mm
K1/K2:           43.21   (86°)  /  44.10 (176°)  41.57   (38°)  /  42.48 (128°)`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"axes without a sign, at right angles", `
OD                               OS
AL     23.45 mm                  AL     24.12 mm
ACD    3.05 mm                   ACD    3.11 mm
WTW    11.7 mm                   WTW    11.9 mm
K1     43.21    86               K1     41.57 D    38.4
K2     44.10    176              K2     42.48 D    127.9`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"numbers that are no axes", `
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
K1     43.21 D    21
K2     44.10 D    22`, with(right, want{"right_eye.K1_magnitude": 43.21, "right_eye.K2_magnitude": 44.1})},
		{"the letter of the eye in a line of its own", `
                 R
Biometry
AL               23.45 mm
ACD              3.05 mm
WTW              11.7 mm`, right},
		{"rows that begin with the letter of the eye", `
R:  AL: 23.45   ACD: 3.05   WTW: 11.7
R:  CCT: 545    Lens status: phakic
L:  AL: 24.12   ACD: 3.11   WTW: 11.9`, with(both, want{"right_eye.CCT": 545.0, "right_eye.lens_status": "Phakic"})},
		{"dates beside the eye left of its block", `
OD     2025-07-21    2024-04-21
       AL      23.45 mm      23.40
       ACD     3.05 mm       3.01
       WTW     11.7 mm       11.8`, right},
		{"axes in brackets at the end of rows with labels between the eyes", `
         OD                                    OS
     23.45 mm         AL                     24.12 mm
      3.05 mm         ACD                     3.11 mm
     11.7 mm          WTW                    11.9 mm
     43.21 D (86°)    K1                     41.57 D (38°)
     44.10 D (176°)   K2                     42.48 D (128°)
     -5.90 D (86°)    PK1                    -5.70 D (38°)
     -6.10 D (176°)   PK2                    -5.80 D (128°)
ANTERION`, with(both, want{
			"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK1_axis": 86.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.1, "posterior_keratometry.right_eye.PK2_axis": 176.0,
			"posterior_keratometry.left_eye.PK1_magnitude": 5.7, "posterior_keratometry.left_eye.PK1_axis": 38.0,
			"posterior_keratometry.left_eye.PK2_magnitude": 5.8, "posterior_keratometry.left_eye.PK2_axis": 128.0,
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"single readings with a column of noise", `
OD
           1        2        3        Ø        SNR
AL       23.44    23.46    23.45    23.45    120.7
ACD       3.04     3.06     3.05     3.05     92.9
WTW      11.7     11.8     11.6     11.7     115.8`, right},
		{"the sign for the axis before the meridian's name", `
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
K1     43.21 D     Meridian (A) K1   86°
K2     44.10 D     Meridian (A) K2   176°`, with(right, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
		})},
		{"a patient's line below a device named like a label", `
Pentacam AXL Wave
Sample, Sally, 10/14/1956 (female)
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm`, with(right, want{"patient.name": "Sample, Sally", "patient.date_of_birth": "1956-10-14", "patient.gender": "Female"})},
		{"the word for the patient cut short", `
Pat.: Sample, Sally     Gender: female
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm`, with(right, want{"patient.name": "Sample, Sally", "patient.gender": "Female"})},
		{"a name with a small word behind its label without a colon", `
Patient von Muster, Moritz
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm`, with(right, want{"patient.name": "von Muster, Moritz"})},
		{"an ID under its label that begins with a letter", `
Name            ID No.      DOB
Sample Sally    K 472155    1980-09-28
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm`, with(right, want{"patient.name": "Sample Sally", "patient.id": "K 472155", "patient.date_of_birth": "1980-09-28"})},
		{"a head over values like the label of a date", `
Exam date: 2025-03-04
OD
Parameter     Measured
AL            23.45 mm
ACD           3.05 mm
WTW           11.7 mm`, with(right, want{"exam_date": "2025-03-04"})},
		{"titles of tiles over values with labels of their own", `
OD
AL                  ACD / LT               CCT / WTW
23.45 mm            ACD   3.05 mm          CCT   545 µm
SD 0.02             LT    4.07 mm          WTW   11.7 mm`, with(right, want{"right_eye.LT": 4.07, "right_eye.CCT": 545.0})},
		{"an optical depth", `
OD
AL              23.45 mm
PCA opt. :      3.05 mm
WTW             11.7 mm
Comp.           24.99 mm`, right},
		{"a lens calculation without an axial length", `
IOL calculation - formula Sample
OD
Lens status     phakic
ACD             3.05 mm
WTW             11.7 mm`, want{"right_eye.lens_status": "Phakic", "right_eye.ACD": 3.05, "right_eye.WTW": 11.7}},
		{"the sex behind the date of birth, and the number of the device", `
Paziente: Rossi Prova, Lucia        ID: 4711
Nato il: 22/06/1949   F             Esame: 15/10/2024
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
Aladdin v 1.9.1 - matricola 8100372`, with(right, want{
			"patient.name": "Rossi Prova, Lucia", "patient.id": "4711", "patient.gender": "Female", "patient.date_of_birth": "1949-06-22", "exam_date": "2024-10-15",
		})},
		{"what was measured, in a line at the foot", `
OD
AL     23.45 mm
ACD    3.05 mm
WTW    11.7 mm
OS
AL     24.12 mm
ACD    3.11 mm
WTW    11.9 mm
Sample device                     AL, ACD, WTW, LT measured by light`, both},
		{"the head of a lens table beside a label, in the middle of the page", `
OD
ACD                 3.05 mm
AL                  23.45 mm
CCT                 545 µm                 IOL (D)    REF (D)
WTW                 11.7 mm                22.5       0.73`, with(right, want{"right_eye.CCT": 545.0})},
		{"an axis nearer to the next meridian's label", `
Eye    AL       ACD      WTW      R1                      R2                      n
OD     23.45    3.05     11.7     8.01 mm        71   °   7.89 mm       161   °   1.3375
OS     24.12    3.11     11.9     9.14 mm       144   °   8.20 mm        54   °   1.3375`, with(both, want{
			"right_eye.K1_magnitude": 42.13, "right_eye.K1_axis": 71.0, "right_eye.K2_magnitude": 42.78, "right_eye.K2_axis": 161.0,
			"left_eye.K1_magnitude": 36.93, "left_eye.K1_axis": 144.0, "left_eye.K2_magnitude": 41.16, "left_eye.K2_axis": 54.0,
			"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		})},
		{"a list with pairs of meridians", `
Eye     Parameter      Value
Right   AL             23.45 mm
Right   ACD            3.05 mm
Right   WTW            11.7 mm
Right   K flat/K steep   43.21 @ 86° / 44.10 @ 176°
Left    AL             24.12 mm
Left    ACD            3.11 mm
Left    WTW            11.9 mm
Left    K flat/K steep   41.57 @ 38° / 42.48 @ 128°`, with(both, want{
			"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.1, "right_eye.K2_axis": 176.0,
			"left_eye.K1_magnitude": 41.57, "left_eye.K1_axis": 38.0, "left_eye.K2_magnitude": 42.48, "left_eye.K2_axis": 128.0,
		})},
		{"a page of the left eye in German", `
Praxis Muster
LA
Achsenlänge       24.12 mm
Vorderkammer      3.11 mm
Weiß-zu-Weiß      11.9 mm`, want{"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.WTW": 11.9}},
		{"framed names with colons that begin lines", `
<R>: AL: 23.45 mm  ACD: 3.05 mm
<L>: AL: 24.12 mm  ACD: 3.11 mm
<R>: WTW: 11.7 mm
<L>: WTW: 11.9 mm`, both},
		{"the length once more over the lens table beside the only eye", `
OD                                  12:30:00
Measurements                        IOL calculation
AL           23.45 mm               AL     23.45 mm
ACD          3.05 mm                Target  -0.50 D
WTW          11.7 mm`, right},
		{"the unit of a column beside the name of an eye in words", `
Occhio sinistro     D         A
                    Kf 40.59  58 °
                    Ks 41.85  148 °
                    AL        24.12 mm`, want{
			"left_eye.AL": 24.12, "left_eye.K1_magnitude": 40.59, "left_eye.K1_axis": 58.0, "left_eye.K2_magnitude": 41.85, "left_eye.K2_axis": 148.0,
		}},
		{"labels between values with axes", `
OD                               OS
23.45 mm            AL           24.12 mm
3.05 mm             ACD          3.11 mm
11.7 mm             WTW          11.9 mm
42.27 Ax: 72 °      Flat K       42.10 Ax: 100 °
44.71 Ax: 162 °     Steep K      43.90 Ax: 10 °`, with(both, meridians)},
		{"two meridians of both eyes beside one label, in columns that are close", `
                     OD                             OS
AL                   23.45 mm                       24.12 mm
ACD                  3.05 mm                        3.11 mm
WTW                  11.7 mm                        11.9 mm
K1/K2                42.27 D  72º / 44.71 D  162º  42.10 D  100º / 43.90 D  10º`, with(both, meridians)},
		{"axes without a sign behind a stroke and a power", `
                     OD                        OS
AL                   23.45 mm                  24.12 mm
ACD                  3.05 mm                   3.11 mm
WTW                  11.7 mm                   11.9 mm
K1                   42.27 D / 72              8.02 mm (42.1) 100
K2                   44.71 D / 162             7.69 mm (43.9) 10`, with(both, meridians)},
		{"labels that end with a square bracket behind their values", `
OD
23.45 mm      AL
3.05 mm       ACD [Epi.]
42.27 D @ 72°       K1
44.71 D @ 162°      K2
11.7 mm       WTW`, with(right, want{
			"right_eye.K1_magnitude": 42.27, "right_eye.K1_axis": 72.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 162.0,
		})},
		{"a list of visits under the word for them alone", `
OD                        OS
No data                   AL     24.12 mm
                          ACD    3.11 mm
                          WTW    11.9 mm

History
            Eye    AL      K1      K2
11/16/2022  OS     24.30   43.81   44.99`, want{"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.WTW": 11.9}},
		{"values that end under the ends of their labels", `
Eye             K flat                K steep   AL [mm]    ACD    WTW
OD       42.27 D  72 º   44.71 D        162 º     23.45   3.05   11.7
OS       42.10 D 100 º   43.90 D         10 º     24.12   3.11   11.9`, with(both, meridians)},
		{"a number in brackets among the labels over rows of the eyes", `
Eye   AL      ACD     WTW     Q (30°)   K1           K2
OD    23.45   3.05    11.7    -0.24     42.27 @ 72   44.71 @ 162
OS    24.12   3.11    11.9    -0.41     42.10 @ 100  43.90 @ 10`, with(both, meridians)},
		{"a lens table under a formula alone, beside the only eye", `
OD                                  12:30:00
Measurements                        IOL - Barrett Universal II
AL           23.45 mm               AL     23.45 mm
ACD          3.05 mm                Sample     Other
WTW          11.7 mm                ACD: +5.34    ACD: +5.34`, right},
		{"an axis with a decimal behind the sign and the meridian", `
OD -  K1 42.27   @ K1 72.4   K2 44.71   @ K2 162.4
OS -  K1 42.10   @ K1 100.4  K2 43.90   @ K2 10.4
OD -  AL 23.45   ACD 3.05    WTW 11.7
OS -  AL 24.12   ACD 3.11    WTW 11.9`, with(both, meridians)},
		{"states of both lenses behind a label that else means the thickness", `
                OD                       OS
AL              23.45 mm                 24.12 mm
ACD             3.05 mm                  3.11 mm
WTW             11.7 mm                  11.9 mm
Lens:           Natural lens (phakic)    Phakic IOL`, with(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic IOL"})},
		{"a state of the lens that ends at a semicolon", `
OD right
Eye status Phakic IOL; LVC Untreated
AL 23.45 mm; ACD 3.05 mm; WTW 11.7 mm`, with(right, want{"right_eye.lens_status": "Phakic IOL", "right_eye.post_refractive": "None"})},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, nil, page(tt.text))
		})
	}
}

// TestUnlevelColumns: labels stand under their values, and the second eye's column is one
// line lower than the first one's.
func TestUnlevelColumns(t *testing.T) {
	t.Parallel()
	p := page(`OD                                      OS

Natural lens   None
Lens status    LVC status

23.45 mm       3.05 mm
AL             ACD

11.7 mm
WTW

545 µm
CCT`)
	second := page(`

Natural lens   None
Lens status    LVC status

24.12 mm
AL

3.11 mm
ACD

11.9 mm
WTW

556 µm
CCT`)
	for _, w := range second.Words {
		p.Words = append(p.Words, w.Shifted(layout.Offset{X: 240, Y: 16}))
	}
	check(t, want{
		"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.WTW": 11.7, "right_eye.CCT": 545.0,
		"left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.WTW": 11.9, "left_eye.CCT": 556.0,
		"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
	}, nil, p)
}

// TestHeadingsOfTwoLines: the second line of a heading stands a height of its letters below the first one, as OCR sees it.
func TestHeadingsOfTwoLines(t *testing.T) {
	t.Parallel()
	p := page(`
OD                            OS
right                         left

AL     23.45 mm               AL     24.12 mm
ACD    3.05 mm                ACD    3.11 mm`)
	for i, w := range p.Words {
		if w.Text == "left" {
			p.Words[i] = w.Shifted(layout.Offset{Y: 5})
		}
	}
	compare(t, "two lines", want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, p)
}

// TestModelsTellTheirMaker: a device that is not in the data model is of the maker that its
// name tells, in the head of the page or in its foot.
func TestModelsTellTheirMaker(t *testing.T) {
	t.Parallel()
	head := page("IOLMaster 500\nOD\nAL   23.45 mm")
	foot := page("OD\nAL   23.45 mm" + strings.Repeat("\n", 46) + "IOLMaster 500 - Version 7.3")
	middle := page("OD\nAL   23.45 mm" + strings.Repeat("\n", 25) + "Comparison with an IOLMaster")
	imprint := page("OD\nAL   23.45 mm" + strings.Repeat("\n", 25) + "Carl Zeiss Meditec · IOLMaster 500 · V7.3")
	for _, tt := range []struct {
		page layout.Page
		want string
	}{{head, "Zeiss"}, {foot, "Zeiss"}, {imprint, "Zeiss"}, {middle, "Other"}} {
		r := reader.Find([]layout.Page{tt.page}).Report()
		if got := r.Data.Biometer.Manufacturer; got != tt.want {
			t.Errorf("manufacturer %s, want %s", got, tt.want)
		}
	}
}
