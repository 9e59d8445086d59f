package reader_test

import (
	"maps"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestUnseenPages are rules that pages showed which the reader had not seen before: printouts that strangers drew, and layouts of unused seeds.
func TestUnseenPages(t *testing.T) {
	t.Parallel()
	lengths := want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.LT": 4.44, "right_eye.WTW": 11.9}
	meridians := want{"right_eye.K1_magnitude": 42.18, "right_eye.K1_axis": 11.0, "right_eye.K2_magnitude": 43.37, "right_eye.K2_axis": 101.0}
	back := want{"posterior_keratometry.right_eye.PK1_magnitude": 6.12, "posterior_keratometry.right_eye.PK1_axis": 22.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.49, "posterior_keratometry.right_eye.PK2_axis": 112.0}
	checkEach(t, map[string]pageTest{
		"a depth from inside whose label goes on below its value": {text: `
Auge: OS
AL            23.15 mm
VK-Tiefe      4.02 mm     Pup.-Dm.:   2.61 mm
(Int.):
WTW           11.8 mm`, want: want{"left_eye.AL": 23.15, "left_eye.WTW": 11.8}},
		"names of the eyes at both ends of a line, and beside each the same": {text: `
OD ● Calidad: buena                                     ● Calidad: buena OS
            23,05 mm      Longitud axial (AL)     23,15 mm
            3,21 mm       Prof. cámara (ACD)      3,31 mm
            11,9 mm       Blanco a blanco (WTW)   11,8 mm`, want: want{"right_eye.AL": 23.05, "left_eye.AL": 23.15, "right_eye.ACD": 3.21, "left_eye.ACD": 3.31,
			"right_eye.WTW": 11.9, "left_eye.WTW": 11.8}},
		"a date of the examination of each eye": {text: `
GALILEI G6
Last Name    Hargreave    ID    G6-20417       Exam Date OD    12 Mar 2024 10:14:33
First Name   Philippa     DOB   27 Sep 1951    Exam Date OS    12 Mar 2024 10:16:02

OD Right             OS Left
AL    23.05 mm       AL    23.15 mm`, want: want{"right_eye.AL": 23.05, "left_eye.AL": 23.15, "exam_date": "2024-03-12", "patient.date_of_birth": "1951-09-27",
			"patient.id": "G6-20417", "patient.name": "Hargreave, Philippa"}},
		"the quality of the thickness's measurement": {text: `
OD
AL    23.05 mm
CCT   541 µm
Quality: Motion 98.2%   Pachy 97.5%   Placido 93.0%`, want: want{"right_eye.AL": 23.05, "right_eye.CCT": 541.0}},
		"the state of the lens in Dutch": {text: `
                    OD (rechts)        OS (links)
Oogtoestand         Fakisch            Pseudofakisch
AL [mm]             23,05              23,15`, want: want{"right_eye.AL": 23.05, "left_eye.AL": 23.15, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}},
		"single readings between a title and the value": {text: `
OD right                                       OS left
AL values                                      AL values
AL                      SNR                    AL                      SNR
23.05 mm                132.4                  23.15 mm                84.2
23.07 mm                98.7                   23.17 mm                110.6
23.04 mm                156.0                  23.14 mm                97.3
23.05 mm                121.9                  23.15 mm                129.0
Comp. AL: 23.05 mm      (SNR = 388.1)          Comp. AL: 23.15 mm      (SNR = 291.4)

MV 1: 42.18/43.37 D     Cyl.: -1.19 D @ 11°    MV 1: 42.28/43.47 D     Cyl.: -1.19 D @ 21°
MV 2: 42.18/43.37 D     Cyl.: -1.19 D @ 11°    MV 2: 42.28/43.47 D     Cyl.: -1.19 D @ 21°

ACD values                                     ACD values
3.22 mm 3.21 mm 3.20 mm                        3.32 mm 3.31 mm 3.30 mm
ACD: 3.21 mm                                   ACD: 3.31 mm`, want: want{"right_eye.AL": 23.05, "left_eye.AL": 23.15, "right_eye.ACD": 3.21, "left_eye.ACD": 3.31}},
		"one eye under headings over the middle of two halves, and labels that stand twice in it": {text: `
                    OD right                                                  OS left
                                                        Eye Status: phakic
                                                        AL values
                                                        Comp. AL: 23.15 mm
                                                        AL             SNR   AL             SNR
                                                        23.15 mm       6.8   23.15 mm       7.4
                                                        23.14 mm       8.1   23.16 mm       9.2
                                                        ACD: 3.31 mm
                                                        WTW: 11.6 mm`, want: want{"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.WTW": 11.6, "left_eye.lens_status": "Phakic"}},
		"a sentence that nothing was measured, some lines below the names": {text: `
                    OD right                                                  OS left
                                               Eye Status: phakic
                                               Ref: +1.75 D
     No measurement data available.            Comp. AL: 23.15 mm
                                               AL             SNR   AL             SNR
                                               23.15 mm       6.8   23.15 mm       7.4
                                               23.14 mm       8.1   23.16 mm       9.2
                                               ACD: 3.31 mm
                                               WTW: 11.6 mm`, want: want{"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.WTW": 11.6, "left_eye.lens_status": "Phakic"}},
		"diameters of zones in the middle of their rows": {text: `
R                                              L
         Kf    42.05 D   8.03 mm   13°                  Kf    42.15 D   8.01 mm   23°
φ2.5     Ks    43.17 D   7.82 mm   103°        φ2.5     Ks    43.27 D   7.80 mm   113°
         AVG   42.61 D   7.92 mm                        AVG   42.71 D   7.90 mm
         Kf    42.18 D   8.00 mm   11°                  Kf    42.28 D   7.98 mm   21°
φ3.0     Ks    43.37 D   7.78 mm   101°        φ3.0     Ks    43.47 D   7.76 mm   111°
         AVG   42.78 D   7.89 mm                        AVG   42.88 D   7.87 mm
AL     23.05 mm                                AL     23.15 mm
WTW    11.9 mm                                 WTW    11.8 mm
                                               IOL calculation   K: φ3.0`, want: merged(meridians, want{"right_eye.AL": 23.05, "left_eye.AL": 23.15, "right_eye.WTW": 11.9, "left_eye.WTW": 11.8,
			"left_eye.K1_magnitude": 42.28, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.47, "left_eye.K2_axis": 111.0})},
		"the word for the mean before the first of two rows": {text: `
OI izquierdo
LA comp.: 23,15 mm
K1: 42,20 dpt x 20°              K2: 43,39 dpt x 110°
K1: 42,25 dpt x 24°              K2: 43,44 dpt x 114°
K1: 42,31 dpt x 22°              K2: 43,50 dpt x 112°
VM: K1: 42,28 dpt / 7,98 mm                 a 21°
K2: 43,47 dpt / 7,76 mm                     a 111°`, want: want{"left_eye.AL": 23.15,
			"left_eye.K1_magnitude": 42.28, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.47, "left_eye.K2_axis": 111.0}},
		"powers of the whole cornea in the first of three columns": {text: `
         OD (R)                                                   OS (L)
        Refractive index: Phakic eye                             Refractive index: Phakic eye
                          Avg.       SD                                            Avg.       SD
         AL              23.05      0.010               mm        AL              23.15      0.010               mm
         ACD             3.21       0.008               mm        ACD             3.31       0.008               mm
          T-OCT™         Real         Anterior      Posterior      T-OCT™         Real         Anterior      Posterior
         Ks [D]      42.34 @ 101°   43.37 @ 101°  -6.49 @ 112°    Ks [D]       42.44 @ 111°  43.47 @ 111°   -6.59 @ 122°
         Kf [D]      41.28 @ 11°    42.18 @ 11°    -6.12 @ 22°    Kf [D]      41.38 @ 21°    42.28 @ 21°    -6.22 @ 32°
         Avg K [D]       41.81         42.78          -6.31       Avg K [D]       41.91         42.88          -6.41

                    Anterior axial map, 3 mm ring                            Anterior axial map, 3 mm ring`, want: merged(meridians, want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21,
			"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.K1_magnitude": 42.28, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.47, "left_eye.K2_axis": 111.0})},
		"two indices at the foot of the page, below the first eye": {text: `
OD                                                         OS
AL: 23.05 mm                                               AL: 23.15 mm
ACD: 3.21 mm                                               ACD: 3.31 mm
Version 1.90.33.04   n: 1.3375   n (TK): 1.3375                        Page 1 / 2`, want: want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "left_eye.AL": 23.15, "left_eye.ACD": 3.31, "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375}},
		"the program's version below a remark": {text: `
OD
AL     23.05 mm
Remark: LASIK both eyes in 2004
ANTERION 1.4.2.0   Signature: ______________`, want: want{"right_eye.AL": 23.05, "notes": "LASIK both eyes in 2004"}},
		"the bare number of the page right of what is below a remark": {text: `
MS-39
OD
AL     23.05 mm
Remark: LASIK both eyes in 2004
Centro Oculistico                                     2/2`, want: want{"right_eye.AL": 23.05, "notes": "LASIK both eyes in 2004"}},
		"mean values of meridians in Spanish": {text: `
OD derecho                                                         OS izquierdo
Comp. AL: 23,05 mm                                                 Comp. AL: 23,15 mm
K1: 42,12 D x 12°                 K2: 43,42 D x 102°               K1: 42,22 D x 22°                 K2: 43,52 D x 112°
K1: 42,23 D x 9°                  K2: 43,31 D x 99°                K1: 42,33 D x 19°                 K2: 43,41 D x 109°
K1: 42,18 D x 12°                 K2: 43,37 D x 102°               K1: 42,28 D x 22°                 K2: 43,47 D x 112°
VM K1: 42,18 D / 8,00 mm @ 11°    K2: 43,37 D / 7,78 mm @ 101°     VM K1: 42,28 D / 7,98 mm @ 21°    K2: 43,47 D / 7,76 mm @ 111°`, want: merged(meridians, want{"right_eye.AL": 23.05, "left_eye.AL": 23.15,
			"left_eye.K1_magnitude": 42.28, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.47, "left_eye.K2_axis": 111.0})},
		"a label that ends in a full stop behind the state of the lens": {text: `
OD derecho
Estado ocular: fáquico Ref.: --- AV: ---
AL: 23,05 mm`, want: want{"right_eye.AL": 23.05, "right_eye.lens_status": "Phakic"}},
		"that the cornea was treated, and how": {text: `
OD right
LVC: Treated     LVC mode: Myopic LASIK
AL: 23.05 mm     ACD: 3.21 mm`, want: want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.post_refractive": "Myopic LVC"}},
		"that the cornea was not treated": {text: `
OD rechts
AL: 23,05 mm
Status: phak LASIK/PRK/RK: nein`, want: want{"right_eye.AL": 23.05, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}},
		"from the epithelium to the lens in one word": {text: `
Occhio: OD
AD (profondità camera acquea)    2,71 mm
ACD (epitelio-cristallino)       3,21 mm
ACD (endotelio-cristallino)      2,68 mm`, want: want{"right_eye.ACD": 3.21}},
		"wider meridians beside simulated keratometry": {text: `
OD
SimK (n = 1.3375)
K1 (flat)     42.18 D    8.00 mm   @ 11°
K2 (steep)    43.37 D    7.78 mm   @ 101°
Anterior meridians (5 mm)
K1            42.04 D              @ 13°
K2            43.32 D              @ 103°`, want: merged(meridians, want{"right_eye.keratometric_index": 1.3375})},
		"axes where a table above has deviations": {text: `
Oko prawe
Stan oka      Fakijne
              Średnia               SD
AL [mm]       23.05                 0.01
ACD [mm]      3.21                  0.01
Keratometria przednia (n = 1.3375)
K1            42.18 D   8.00 mm     11°
K2            43.37 D   7.78 mm     101°`, want: merged(meridians, want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.lens_status": "Phakic", "right_eye.keratometric_index": 1.3375})},
		"heads of columns in brackets behind an index": {text: `
OD Right
Keratometry (n = 1.3375)        [mm]      [D]      @   [°]     SD
R1 / K1                         8.00     42.18         11     0.125
R2 / K2                         7.78     43.37        101     0.046`, want: merged(meridians, want{"right_eye.keratometric_index": 1.3375})},
		"how many readings count": {text: `
OD
AL [mm]     23.05 ± 0.006    14/16
ACD [mm]    3.21 ± 0.01      15/16
LT [mm]     4.44 ± 0.02      16/16
WTW [mm]    11.9 ± 0.03`, want: lengths},
		"the back's radius behind its power": {text: `
Pentacam AXL
OD
Posterior keratometry
PK1 [D]   -6.12 @ 22°    6.54 mm
PK2 [D]   -6.49 @ 112°   6.16 mm`, want: back},
		"other powers of the whole cornea": {text: `
OD
SimK anterior (3 mm)
K1 (flat)       42.18 D @ 11°    8.00 mm
K2 (steep)      43.37 D @ 101°   7.78 mm
Real Power
R-K1 (flat)     41.88 D @ 11°
R-K2 (steep)    43.02 D @ 101°`, want: meridians},
		"zones titled alike beside each other": {text: `
OD                                         OS
AL      23.05 mm                           AL      23.15 mm
ACD     3.21 mm                            ACD     3.31 mm
Keratometry φ2.4 mm                        Keratometry φ2.4 mm
K1      42.18 D   @ 11°                    K1      42.28 D   @ 21°
K2      43.37 D   @ 101°                   K2      43.47 D   @ 111°
Keratometry φ3.3 mm                        Keratometry φ3.3 mm
K1      42.10 D   @ 9°                     K1      42.20 D   @ 19°
K2      43.30 D   @ 99°                    K2      43.40 D   @ 109°`, want: merged(meridians, want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "left_eye.AL": 23.15, "left_eye.ACD": 3.31,
			"left_eye.K1_magnitude": 42.28, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.47, "left_eye.K2_axis": 111.0})},
		"the eye beside a row of the patient, and values above it": {text: `
Name         Bröckelmann             AL     23.05 mm
Vorname      Thies
ID           PX-60219                ACD    3.21 mm
Geb.-Datum   04.07.1968   Auge: Rechts     
Augenstatus  phak                    LT     4.44 mm
Hor. WTW     11.9 mm`, want: merged(lengths, want{"patient.name": "Bröckelmann, Thies", "patient.id": "PX-60219", "patient.date_of_birth": "1968-07-04", "right_eye.lens_status": "Phakic"})},
		"the name of the eye in the margin of its last row": {text: `
                   AL        23.05 mm
                   ACD       3.21 mm
                   LT        4.44 mm
                   WTW       11.9 mm
Occhio: Destro     Diametro pupillare   4.45`, want: lengths},
		"a row for each value, one of which is not known": {text: `
Occhio       Parametro         Valore      Occhio         Parametro         Valore
OD Destro    AL                23.05       OS Sinistro    AL                23.15
OD Destro    Rapporto AL/CR    2.82        OS Sinistro    Rapporto AL/CR    2.86
OD Destro    ACD               3.21        OS Sinistro    WTW               12.1
OD Destro    LT                4.44        OS Sinistro    Meridiano piatto  42.50
OD Destro    WTW               11.9        OS Sinistro    Meridiano ripido  43.50
OD Destro    Meridiano piatto  42.18
OD Destro    Meridiano ripido  43.37`, want: merged(lengths, want{"left_eye.AL": 23.15, "left_eye.WTW": 12.1, "right_eye.K1_magnitude": 42.18, "right_eye.K2_magnitude": 43.37,
			"left_eye.K1_magnitude": 42.5, "left_eye.K2_magnitude": 43.5})},
		"values before labels, a few in each column": {text: `
OD
Axial measurements
---         AQD (endo)
23.05 mm    Eye length (AL)
11.9 mm     White to white (WTW)
3.46 mm     Pupil
Keratometric values
8.00 mm / 42.18 D @ 11°     Flat meridian
7.78 mm / 43.37 D @ 101°    Steep meridian`, want: merged(meridians, want{"right_eye.AL": 23.05, "right_eye.WTW": 11.9})},
		"values before labels, and tables under units": {text: `
Pentacam AXL
OD
23.05 mm    Axial length
3.21 mm     ACD
4.44 mm     Lens thickness
11.9 mm     White to white
Keratometry
            D      @
K1      42.18    11°
K2      43.37   101°
Posterior keratometry
             D     @
PK1      -6.12    22°
PK2      -6.49   112°`, want: merged(lengths, meridians, back)},
		"headings with times, and refractions below": {text: `
RE 15:22:00                            LE 15:22:00
AL      23.05 mm                       AL      23.15 mm
ACD     3.21 mm                        ACD     3.31 mm
LT      4.44 mm                        LT      4.54 mm
WTW     11.9 mm                        WTW     12.1 mm
RE Manifest: 1.75 D -0.25 D x 140°
LE Manifest: -2.75 D -1.50 D x 85°`, want: merged(lengths, want{"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1})},
		"the ratio of length and radius": {text: `
OD
AL: 23.05 mm,  AL/CR-Quotient: 3.08,  Kammertiefe: 3.21 mm
LT: 4.44 mm, WTW: 11.9 mm`, want: lengths},
		"the name of a device that begins as that of a lens, behind both eyes": {text: `
OD (right) IOLMaster                   OS (left) IOLMaster
AL: 23.05 mm                           AL: 23.15 mm
ACD: 3.21 mm                           ACD: 3.31 mm
LT: 4.44 mm                            LT: 4.54 mm
WTW: 11.9 mm                           WTW: 12.1 mm`, want: merged(lengths, want{"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1})},
		"the name of the only eye right of all labels, above the heads of a table": {text: `
Anterion                         Anna Muster

                                                                          OD

Biometrische Werte
Parameter               Ergebnis     SD
AL                      23.05 mm     0.02
ACD                     3.21 mm      0.01
LT                      4.44 mm      0.03
WTW                     11.9 mm      0.1`, want: lengths},
		"the name of the only eye in the margin, level with a state under its label": {text: `
     AL          ACD        LT         WTW
     23.05 mm    3.21 mm    4.44 mm    11.9 mm

     K1               K2
     42.18 D @ 11°    43.37 D @ 101°

     Refractive surgery
OD   None

OD   Refraction: 2.00 D  -1.50 D x 105°`, want: merged(lengths, meridians, want{"right_eye.post_refractive": "None"})},
		"negative powers of another surface under a title that is an abbreviation, the front's first axis misread": {text: `
ANTERION
OD
K1 flat:      42.18 D
K11 flat A:   11°
K2 steep:     43.37 D
K2 steep A:   101°
PK
K1:           -6.12 D
K1 Axis (A):  22°
K2:           -6.49 D
K2 Axis (A):  112°`, want: merged(back, want{"right_eye.K1_magnitude": 42.18, "right_eye.K2_magnitude": 43.37}), withheld: []string{"right_eye.K2_axis"}},
		"negative powers without a title, the front's first axis misread": {text: `
ANTERION
OD
K1 flat:      42.18 D
K11 flat A:   11°
K2 steep:     43.37 D
K2 steep A:   101°
Weitere Werte
K1:           -6.12 D
K1 Axis (A):  22°
K2:           -6.49 D
K2 Axis (A):  112°`, want: merged(back, want{"right_eye.K1_magnitude": 42.18, "right_eye.K2_magnitude": 43.37}), withheld: []string{"right_eye.K2_axis"}},
		"rows of earlier examinations under a title that is not known, the present date under its label": {text: `
Patient       Measured
Muster, Anna  28.11.2023
Rechts                                          Links
AL          ACD        LT                       AL          ACD        LT
23.05 mm    3.21 mm    4.44 mm                  23.15 mm    3.31 mm    4.54 mm
WTW                                             WTW
11.9 mm                                         12.1 mm

Ver lauf
             Auge     AL      K1      K2
01.10.2022   Rechts   23.51   43.75   45.06
01.10.2022   Links    24.09   43.70   44.92`, want: merged(lengths, want{"patient.name": "Muster, Anna", "exam_date": "2023-11-28", "left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1})},
		"the ratio behind a semicolon, on a page of one eye": {text: `
OD
Bulbuslänge: 23.05 mm; AL/CR-Quotient: 3.08; Kammertiefe: 3.21 mm;
LT: 4.44 mm; WTW: 11.9 mm`, want: lengths},
		"the name of the eye in the middle of a page, right of a table with means": {text: `
                                             OD

              1        2        3        Ø    SNR
AL (mm)       23.03    23.05    23.07    23.05  88.1
ACD (mm)       3.20     3.21     3.22     3.21  90.0
LT (mm)        4.43     4.44     4.45     4.44  87.7
WTW (mm)      11.9     11.9     11.9     11.9   79.6`, want: lengths},
		"states of the eye under different surfaces": {text: `
Pentacam AXL
OD                                     OS
AL       23.05 mm                      ACD      3.31 mm
ACD      3.21 mm                       LT       4.54 mm
LT       4.44 mm                       WTW      12.1 mm
WTW      11.9 mm                       Stato dell'occhio
Cornea posteriore                      Stato occhio: fachico
K1       -6.12 D @ 22°
K2       -6.49 D @ 112°
Stato dell'occhio
Stato occhio: fachico`, want: merged(lengths, back, want{"left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1,
			"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"})},
		"surfaces and eyes in Polish": {text: `
Pentacam AXL
Uwagi: pole widzenia zlecone
OP (prawe)                                   OL (lewe)
         Przednia (n = 1.3375)   Tylna
Kf       42.18 D @ 11°           -6.12 D @ 22°
Ks       43.37 D @ 101°          -6.49 D @ 112°`, want: merged(meridians, back, want{"notes": "pole widzenia zlecone", "right_eye.keratometric_index": 1.3375})},
		"a surgery named by what comes after it": {text: `
OD – Direito
AL          23.05 mm
Estado: FÁCICO        Pós-refrativa: NÃO
ACD         3.21 mm
LT          4.44 mm
WTW         11.9 mm`, want: merged(lengths, want{"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"})},
		"a remark directly above the names of both eyes": {text: `
Notes: visual field done
OD (right)                                   OS (left)
         Anterior                Posterior
Kf       42.18 D @ 11°           -6.12 D @ 22°
Ks       43.37 D @ 101°          -6.49 D @ 112°`, want: meridians},
		"a remark directly above the letters of both eyes": {text: `
COMMENTAIRE: cataracte dense
D (OD)                                       G (OG)
AL       23.05 mm                            AL       23.15 mm
ACD      3.21 mm                             ACD      3.31 mm
LT       4.44 mm                             LT       4.54 mm
WTW      11.9 mm                             WTW      12.1 mm`, want: merged(lengths, want{"left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1})},
		"axes below their meridians, named by both": {text: `
OD
K curvo 7,78 mm / 43,37 D
K curvo Meridiano 101
K piatto 8,00 mm / 42,18 D
K piatto Meridiano 11`, want: meridians},
		"axes of radii below them, with a decimal": {text: `
OD                      n = 1,3375
- Rf: 8,00 mm
- A Rf: 11,2
- Rs: 7,78 mm
- A Rs: 101,2`, want: want{"right_eye.K1_magnitude": 42.19, "right_eye.K1_axis": 11.0, "right_eye.K2_magnitude": 43.38, "right_eye.K2_axis": 101.0, "right_eye.keratometric_index": 1.3375}},
		"captions of maps between the rows of the whole cornea": {text: `
GALILEI G6
OD
SimK                      n = 1.3375
SimKf      42.18 D        @ 11°
SimKs      43.37 D        @ 101°

Total Corneal Power (TCP2)
                                 Anterior axial curvature     Posterior axial curvature
Kf         41.02 D        @ 8°
Ks         41.77 D        @ 98°
AL         23.05 mm`, want: merged(meridians, want{"right_eye.AL": 23.05, "right_eye.keratometric_index": 1.3375})},
		"meridians of two tables, those of the first by names that are not known": {text: `
OD
AL         23.05 mm
Smkf       42.18 D        @ 11°
Smks       43.37 D        @ 101°
Kf         41.02 D        @ 8°
Ks         41.77 D        @ 98°`, want: want{"right_eye.AL": 23.05}, withheld: []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		"rows titled as the means of the readings below": {text: `
OD
MW: K1     42.18 D x 11°    8.00 mm
MW: K2     43.37 D x 101°   7.78 mm
K1         42.25 D x 13°    7.99 mm
K2         43.30 D x 103°   7.79 mm
K1         42.30 D x 14°    7.98 mm
K2         43.41 D x 104°   7.77 mm`, want: meridians},
		"zones below each other, the wider one first, with D for the sign": {text: `
<R>
KM D3.3       mm     D    deg
 R1         8.01 42.13    9
 R2         7.79 43.32   99
KM D2.4       mm     D    deg
 R1         8.00 42.18   11
 R2         7.78 43.37  101
ACD    3.21 mm`, want: merged(meridians, want{"right_eye.ACD": 3.21})},
		"meridians of a surface in their title": {text: `
MS-39
OD
Meridiani Ø 3 mm – posteriore
K1     -6.12 D   6.54 mm   @ 22°
K2     -6.49 D   6.16 mm   @ 112°`, want: back},
		"a label whose bracket goes on in the next line": {text: `
OD
AL             23.05 mm
ACD            3.21 mm
AQD (endo –
lens)          2.66 mm
LT             4.44 mm
WTW            11.9 mm`, want: lengths},
		"what the examination was": {text: `
OD
Data exame     04.06.2021
Exame          3D Pentacam Scan, 25 imagens, 1 s
AL             23.05 mm
ACD            3.21 mm
LT             4.44 mm
WTW            11.9 mm`, want: merged(lengths, want{"exam_date": "2021-06-04"})},
		"the whole cornea below its back, titled right of its labels": {text: `
Anterion
OS links                                   OD rechts
AL  23.15 mm                               AL  23.05 mm
Rückfläche (3 mm Zone)                     Rückfläche (3 mm Zone)
Steil (K2)   -6.50 D @ 113°                Steil (K2)   -6.49 D @ 112°
Flach (K1)   -6.13 D @ 23°                 Flach (K1)   -6.12 D @ 22°
Gesamthornhautbrechkraft (TCP, 3 mm)       Gesamthornhautbrechkraft (TCP, 3 mm)
Steil (K2)   43.50 D @ 113°                Steil (K2)   43.49 D @ 112°
Flach (K1)   42.13 D @ 23°                 Flach (K1)   42.12 D @ 22°`, want: merged(back, want{"left_eye.AL": 23.15, "right_eye.AL": 23.05,
			"posterior_keratometry.left_eye.PK1_magnitude": 6.13, "posterior_keratometry.left_eye.PK1_axis": 23.0,
			"posterior_keratometry.left_eye.PK2_magnitude": 6.5, "posterior_keratometry.left_eye.PK2_axis": 113.0})},
		"marks of quality behind deviations, in a column of their own": {text: `
OD                                       OI
AL (axial)      23.05 mm      DE 0.007 ✔   AL (axial)    23.15 mm      DE 0.008 ✔
ACD             3.21 mm       DE 0.010 ✔   ACD           3.31 mm       DE 0.010 ✔
LT              4.44 mm       DE 0.020 ✔   LT            4.54 mm       DE 0.020 ✔
WTW             11.9 mm                ✔   WTW           12.1 mm                ✔
CCT             541 µm                 ✔   CCT           542 µm                 ✔`, want: merged(lengths, want{"right_eye.CCT": 541.0, "left_eye.CCT": 542.0, "left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54, "left_eye.WTW": 12.1})},
		"a remark, and a legend in the next line": {text: `
IOLMaster 700
Kommentar: Amblyopie seit Kindheit
* manuell geändert   ! Grenzwert
OD
AL     23.05 mm`, want: want{"right_eye.AL": 23.05, "notes": "Amblyopie seit Kindheit"}},
	})
}

// TestRadiiBesideEarlierPowers: radii give the powers, though the table of earlier visits on another page has powers.
func TestRadiiBesideEarlierPowers(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.05, "right_eye.K1_magnitude": 42.19, "right_eye.K1_axis": 11.0, "right_eye.K2_magnitude": 43.38, "right_eye.K2_axis": 101.0, "right_eye.keratometric_index": 1.3375,
		"left_eye.AL": 23.15, "left_eye.K1_magnitude": 42.29, "left_eye.K1_axis": 21.0, "left_eye.K2_magnitude": 43.49, "left_eye.K2_axis": 111.0, "left_eye.keratometric_index": 1.3375}, nil,
		page(`
Right eye                   Left eye
AL      23.05 mm            AL      23.15 mm
Rf      8.00 mm @ 11°       Rf      7.98 mm @ 21°
Rs      7.78 mm @ 101°      Rs      7.76 mm @ 111°
n       1.3375              n       1.3375`), page(`
Earlier visit
             Eye         AL         K1      K2
06/22/2023   Right eye   23.58      43.28   45.19
06/22/2023   Left eye    23.89      44.09   44.98`))
}

// TestUnseenScans are such pages as OCR sees them.
func TestUnseenScans(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]pageTest{
		"a date with the time behind it, and a stamp that names no eye": {text: `
DATE D'EXAMEN: 2021/08/2611:05
OD                                           OG
AL       23.05 mm                            AL       23.15 mm
ACD      3.21 mm                             ACD      3.31 mm
LT       4.44 mm                             LT       4.54 mm

                             RECU LE 02`,
			want: want{"exam_date": "2021-08-26", "right_eye.AL": 23.05, "left_eye.AL": 23.15, "right_eye.ACD": 3.21, "left_eye.ACD": 3.31, "right_eye.LT": 4.44, "left_eye.LT": 4.54}},
		"an index before the zone": {text: `
OD
SimK (n=1.3375, 0.5-2.0 mm)
K1      42.18 D   @ 11°
K2      43.37 D   @ 101°`,
			want: want{"right_eye.K1_magnitude": 42.18, "right_eye.K1_axis": 11.0, "right_eye.K2_magnitude": 43.37, "right_eye.K2_axis": 101.0, "right_eye.keratometric_index": 1.3375}},
		"a letter over the measurements and again over the lenses": {text: `
                     R
Biometrische Werte
Achslänge            23.05 mm
VKT                  3.21 mm
Linsendicke          4.44 mm

R
Linsenberechnung - Barrett Universal II
Ziel-Ref             -0.50 D`,
			want: want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.LT": 4.44}},
		"a letter once": {text: `
                     R
Biometrische Werte
Achslänge            23.05 mm
VKT                  3.21 mm
Linsendicke          4.44 mm`, want: want{}},
		"the mean of readings beside their ratio of signal and noise": {text: `
OD
AL              PHAKIC
        mm      SNR
  1   23.06    10.1
  2   23.04    17.7
  3   23.05    12.3
  4   23.05    14.2
AVG   23.05    44.1
ACD   3.21 mm
LT    4.44 mm`, want: want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.LT": 4.44}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			look := reader.Find([]layout.Page{seen(p.text)})
			if got := found(t, reader.Agree(look, look).Report()); !maps.Equal(got, p.want) {
				t.Errorf("found %v, want %v", got, p.want)
			}
		})
	}
}

// TestDepthFromInside: a depth that begins inside the cornea is not the ACD, wherever that is said.
func TestDepthFromInside(t *testing.T) {
	t.Parallel()
	for _, row := range []string{
		"Prof. camera ant. [Endo]     3,14 mm", "VKT [mm, int.]    3,14", "ACD [Endo.]   3.14 mm", "ACD [mm] [Endothelium]   3.14", "ACD (endo)   3.14 mm",
		"ACD    3.14 mm endo", "Vorderkammertiefe    3,14 mm Endothel ± 0,01", "ACD    3.14 mm (endothelium)", "ACD    3.14 mm [Endo]",
	} {
		t.Run(row, func(t *testing.T) {
			t.Parallel()
			check(t, want{"right_eye.AL": 23.05}, nil, page("\nOD\nAL     23.05 mm\n"+row))
		})
	}
	check(t, want{"right_eye.ACD": 3.14}, nil, page("\nOD\nVorderkammertiefe    3,14 mm Epithel ± 0,01"))
	check(t, want{"right_eye.ACD": 3.14}, nil, page("\nOD\nACD [ext.]    3.14 mm"))
}

// TestLettersOverTwoPages: the letters R and L that two pages of a scan begin with, or that end the same row there, name their eyes; one alone may be anything.
func TestLettersOverTwoPages(t *testing.T) {
	t.Parallel()
	read := func(texts ...string) want {
		var pages []layout.Page
		for i, text := range texts {
			p := seen(text)
			p.Number = i + 1
			pages = append(pages, p)
		}
		look := reader.Find(pages)
		return found(t, reader.Agree(look, look).Report())
	}
	const ofRight, ofLeft = "\n\nAL     23.05 mm\nACD    3.21 mm\nLT     4.44 mm", "\n\nAL     23.15 mm\nACD    3.31 mm\nLT     4.54 mm"
	both := want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.LT": 4.44, "left_eye.AL": 23.15, "left_eye.ACD": 3.31, "left_eye.LT": 4.54}
	states := merged(both, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic"})
	for _, tt := range []struct {
		r, l, other string // heads of the pages
		want        want
	}{
		{"R\nGALILEI G6", "L\nGALILEI G6", "L\nIOLMaster", both},
		{"GALILEI G6\n                      Lens: phakic     R", "GALILEI G6\n                      Lens: aphakic    L", "GALILEI G6\n    Lens: aphakic    L", states},
	} {
		if got := read(tt.r+ofRight, tt.l+ofLeft); !maps.Equal(got, tt.want) {
			t.Errorf("%q: found %v, want %v", tt.r, got, tt.want)
		}
		for _, heads := range [][]string{{tt.r}, {tt.r, tt.r}, {tt.r, tt.other}} {
			texts := []string{heads[0] + ofRight}
			if len(heads) > 1 {
				texts = append(texts, heads[1]+ofLeft)
			}
			if got := read(texts...); got["right_eye.AL"] != nil || got["left_eye.AL"] != nil {
				t.Errorf("%q: found %v", heads, got)
			}
		}
	}
}

// TestNamesBehindStates: each block begins with a line of states that ends with the name of the eye, at the other edge of the page. Nothing was measured of the left one.
func TestNamesBehindStates(t *testing.T) {
	t.Parallel()
	p := layout.Page{Number: 1, Width: 595, Height: 842, Words: []layout.Word{
		{Text: "Estado", Box: layout.Box{X0: 342, Y0: 154, X1: 366, Y1: 163}, Conf: layout.Certain},
		{Text: "do", Box: layout.Box{X0: 369, Y0: 154, X1: 378, Y1: 163}, Conf: layout.Certain},
		{Text: "olho:", Box: layout.Box{X0: 380, Y0: 154, X1: 397, Y1: 163}, Conf: layout.Certain},
		{Text: "Cirurgia", Box: layout.Box{X0: 462, Y0: 154, X1: 490, Y1: 163}, Conf: layout.Certain},
		{Text: "corneana:", Box: layout.Box{X0: 492, Y0: 154, X1: 528, Y1: 163}, Conf: layout.Certain},
		{Text: "Não", Box: layout.Box{X0: 530, Y0: 154, X1: 545, Y1: 163}, Conf: layout.Certain},
		{Text: "OD", Box: layout.Box{X0: 556, Y0: 154, X1: 573, Y1: 167}, Conf: layout.Certain},
		{Text: "Estado", Box: layout.Box{X0: 375, Y0: 418, X1: 400, Y1: 427}, Conf: layout.Certain},
		{Text: "do", Box: layout.Box{X0: 402, Y0: 418, X1: 411, Y1: 427}, Conf: layout.Certain},
		{Text: "olho:", Box: layout.Box{X0: 413, Y0: 418, X1: 430, Y1: 427}, Conf: layout.Certain},
		{Text: "Cirurgia", Box: layout.Box{X0: 463, Y0: 418, X1: 491, Y1: 427}, Conf: layout.Certain},
		{Text: "corneana:", Box: layout.Box{X0: 493, Y0: 418, X1: 528, Y1: 427}, Conf: layout.Certain},
		{Text: "Não", Box: layout.Box{X0: 531, Y0: 418, X1: 545, Y1: 427}, Conf: layout.Certain},
		{Text: "OE", Box: layout.Box{X0: 557, Y0: 419, X1: 573, Y1: 431}, Conf: layout.Certain},
		{Text: "AL", Box: layout.Box{X0: 23, Y0: 188, X1: 32, Y1: 197}, Conf: layout.Certain},
		{Text: "22.598", Box: layout.Box{X0: 35, Y0: 188, X1: 59, Y1: 197}, Conf: layout.Certain},
	}}
	check(t, want{"right_eye.AL": 22.598, "right_eye.post_refractive": "None", "left_eye.post_refractive": "None"}, nil, p)
}
