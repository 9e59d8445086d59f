package reader_test

import (
	"testing"

	"biom/worker/document/layout"
)

// TestPrintouts: arrangements of devices' printouts that strangers drew.
func TestPrintouts(t *testing.T) {
	t.Parallel()
	powers := want{"right_eye.K1_magnitude": 43.77, "right_eye.K1_axis": 94.0, "right_eye.K2_magnitude": 44.58, "right_eye.K2_axis": 4.0}
	left := want{"left_eye.K1_magnitude": 43.95, "left_eye.K1_axis": 85.0, "left_eye.K2_magnitude": 44.91, "left_eye.K2_axis": 175.0}
	lengths := want{"right_eye.AL": 23.06, "right_eye.ACD": 3.02}
	patient := want{"patient.name": "Sample, Sally", "patient.id": "4711"}
	checkEach(t, map[string]pageTest{
		"means of meridians above their readings": {`
OD
VM: 43,77/44,58 D      ET: 0,02 D
K1: 43,74 D x 94°      7,72 mm
K2: 44,60 D x 4°       7,57 mm
K1: 43,77 D x 94°      7,71 mm
K2: 44,58 D x 4°       7,57 mm
K1: 43,80 D x 94°      7,71 mm
K2: 44,56 D x 4°       7,57 mm`, powers, nil},
		"means of meridians above readings with other axes": {`
OD
VM: 43,77/44,58 D      ET: 0,02 D
K1: 43,74 D x 93°      7,72 mm
K2: 44,60 D x 3°       7,57 mm
K1: 43,77 D x 94°      7,71 mm
K2: 44,58 D x 4°       7,57 mm
K1: 43,80 D x 94°      7,71 mm
K2: 44,56 D x 4°       7,57 mm`, want{"right_eye.K1_magnitude": 43.77, "right_eye.K2_magnitude": 44.58}, nil},
		"numbers right of their heads": {`
EYESTAR ES 900
OD
            [D]       [mm]      [°]      SD [D]
      K1       43.77      7.71     94        0.04
      K2       44.58      7.57      4        0.05
     AST        0.81                4
Cornea back
            [D]       [mm]      [°]      SD [D]
     PK1       -6.07      6.59     95        0.02
     PK2       -6.31      6.34      5        0.03`,
			merged(powers, want{
				"posterior_keratometry.right_eye.PK1_magnitude": 6.07, "posterior_keratometry.right_eye.PK1_axis": 95.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 5.0,
			}), nil},
		"letters and names of the eyes behind indices": {`
R (OD)     Phakic     Index KI 1.3375       L (OS)     Phakic     Index KI 1.3375
K1         43.77 / 7.71 @94°                K1         43.95 / 7.68 @85°
K2         44.58 / 7.57 @4°                 K2         44.91 / 7.52 @175°`,
			merged(powers, left, want{
				"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
				"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
			}), nil},
		"two zones of each eye beside each other, and qualities behind the means": {`
R (OD)                                                              L (OS)
No.   AL [mm]   SNR                                                 No.   AL [mm]   SNR
1     23.05     21.4                                                1     23.15     21.2
2     23.06     22.4                                                2     23.16     22.2
3     23.04     23.7                                                3     23.14     23.2
4     23.06     20.0                                                4     23.16     20.3
5     23.07     20.3                                                5     23.17     20.1
AL    23.06     21.9                                                AL    23.16     21.8

φ2.4mm    mm     D       AXIS   φ3.3mm    mm     D       AXIS       φ2.4mm    mm     D       AXIS   φ3.3mm    mm     D       AXIS
K1 (R1)   7.71   43.77   94     K1 (R1)   7.72   43.71   96         K1 (R1)   7.68   43.95   85     K1 (R1)   7.70   43.83   83
K2 (R2)   7.57   44.58   4      K2 (R2)   7.59   44.47   6          K2 (R2)   7.52   44.91   175    K2 (R2)   7.53   44.81   173
AVE       7.64   44.17          AVE       7.65   44.09              AVE       7.60   44.43          AVE       7.61   44.32`,
			merged(powers, left, want{"right_eye.AL": 23.06, "left_eye.AL": 23.16}), nil},
		"the diameter in one word behind a meridian": {`
Right
AL           23.06 mm
K1 φ2.4mm    43.77 D   7.71 mm   @ 94°
K2           44.58 D   7.57 mm   @ 4°
ACD          3.02 mm`, merged(powers, lengths), nil},
		"a strip with titles over readings": {`
OD
AL        <PHAKIC>
  No.      mm       SNR
   1      23.05      6.4
   2      23.06      9.4
   3      23.07      7.7
  AVG     23.06
  SD       0.01
  SNR               9.1

ACD       3.02 mm`, merged(lengths, want{"right_eye.lens_status": "Phakic"}), nil},
		"labels close behind the values of others": {`
OD
AL          23.06 mm CCT          541 µm
AD           2.48 mm ACD         3.02 mm`, merged(lengths, want{"right_eye.CCT": 541.0}), nil},
		"a table that ends above a row far right": {`
OD
Keratometry         D          mm         Axis     SD
K1                  43.77 D    7.71 mm    @ 94°    0.06
K2                  44.58 D    7.57 mm    @ 4°     0.08

                       WTW                         11.42 mm
                       PS                          3.14 mm`, merged(powers, want{"right_eye.WTW": 11.42}), nil},
		"a caption far above the values": {`
OD
  Curvature                          Pachymetry
Status : phakic
Axial length (AL)                    23.06 mm
Central corneal thickness            541 µm
Anterior chamber depth               3.02 mm`, merged(lengths, want{"right_eye.CCT": 541.0, "right_eye.lens_status": "Phakic"}), nil},
		"from where to where a depth is": {`
OD
ACD (ant. cornea – ant. lens)         3.02 mm
AQD (aqueous depth)                   2.48 mm`, want{"right_eye.ACD": 3.02}, nil},
		"a depth from the back of the cornea": {`
OD
AL                                    23.06 mm
ACD (post. cornea – ant. lens)        2.48 mm`, want{"right_eye.AL": 23.06}, []string{"right_eye.ACD"}},
		"radii of the back beside its powers": {`
EYESTAR 900
OD
K1 [D]     43.77 @ 94°
K2 [D]     44.58 @ 4°
PR1 [mm]   6.73 @ 94°
PR2 [mm]   6.44 @ 4°
PK1 [D]    -5.94 @ 94°
PK2 [D]    -6.21 @ 4°`,
			merged(powers, want{
				"posterior_keratometry.right_eye.PK1_magnitude": 5.94, "posterior_keratometry.right_eye.PK1_axis": 94.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.21, "posterior_keratometry.right_eye.PK2_axis": 4.0,
			}), nil},
		"readings without their mean, scales of a picture and of a map": {`
OD
AL         23.06 mm             ± 0.02
N.         1      2      3      4      5
AL         23.05  23.06  23.07  23.06  23.06
Anterior chamber depth
  0     5     10    15    20    25
ACD        3.02 mm              ± 0.03         48.0
Keratometry                                    47.1
K1         43.77 D @ 94°        7.71 mm        46.2
K2         44.58 D @ 4°         7.57 mm        45.3
Kmean      44.17 D              7.64 mm        44.4
CYL        -0.81 D @ 94°                       43.5
Q          -0.24                               42.6
Screening  negative                            41.7
WTW        11.4 mm                             40.8`, merged(lengths, powers, want{"right_eye.WTW": 11.4}), nil},
		"a short sign of the axis": {`
OD
K1 (φ3.0 mm)     43.77 D / 7.71 mm     A 94°
K2 (φ3.0 mm)     44.58 D / 7.57 mm     A 4°`, powers, nil},
		"the angle of a zone behind a meridian": {`
OD
K1 SimK (15°):     43.77 D @ 94°
K2 SimK (15°):     44.58 D @ 4°`, powers, nil},
		"meridians of wide zones": {`
OD
SimK
K1            43.77 D @ 94°      7.71 mm
K2            44.58 D @ 4°       7.57 mm
Anterior cornea
5 mm  K1      43.61 D @ 94°
5 mm  K2      44.39 D @ 4°`, powers, nil},
		"two zones of several columns under one label": {`
OD
              φ2.4 mm                     φ3.3 mm
R1   7.71 mm   43.77 D           94°    7.73 mm   43.66 D   96°
R2   7.57 mm   44.58 D            4°    7.59 mm   44.47 D    6°
AVG  7.64 mm   44.17 D                  7.66 mm   44.06 D`, powers, nil},
		"units behind heads that need a number": {`
OD
Axial data
 No.    Axial (mm)   CCT (µm)   ACD (mm)
 1      23.05        541        3.02
 2      23.06        542        3.03
 3      23.07        540        3.01
 AVG    23.06        541        3.02`, merged(lengths, want{"right_eye.CCT": 541.0}), nil},
		"the title of the total power, with its zone": {`
PENTACAM AXL
OD
Cornea back
K1            -6.07 D @ 94°
K2            -6.31 D @ 4°
TCRP 3.0 mm, zone, pupil
K1            42.05 D @ 94°
K2            43.61 D @ 4°`,
			want{
				"posterior_keratometry.right_eye.PK1_magnitude": 6.07, "posterior_keratometry.right_eye.PK1_axis": 94.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 4.0,
			}, nil},
		"titles of blocks beside each other": {`
Patient                   Maps
Name:                     Sample
First name:               Sylvia
ID:                       LM-2208
Eye:                      right (OD)
AL                        23.06 mm
ACD                       3.02 mm`, merged(lengths, want{"patient.name": "Sample, Sylvia", "patient.id": "LM-2208"}), nil},
		"the state of the lens in brackets behind a title": {`
OD                              OS
Biometry (phakic)               Biometry (Lens: aphakic)
AL  23.06 mm                    AL  23.16 mm
ACD 3.02 mm                     ACD 3.12 mm`,
			merged(lengths, want{"left_eye.AL": 23.16, "left_eye.ACD": 3.12, "left_eye.lens_status": "Aphakic"}), nil},
		"the kind of a surgery before its way": {`
OD
AL  23.06 mm                    ACD 3.02 mm
LVC: Hyperopic                  LVC mode: LASIK`, merged(lengths, want{"right_eye.post_refractive": "Hyperopic LVC"}), nil},
		"the thickness at the apex": {`
OD
AL           23.06 mm
CCT (apex)   541 µm
ACD          3.02 mm`, merged(lengths, want{"right_eye.CCT": 541.0}), nil},
		"the device far beside the label of a remark": {`
OD
AL  23.06 mm                    ACD 3.02 mm
TK1: 43.02 D @ 170°             TK2: 43.79 D @ 80°
Comment                                                        IOLMaster 700
Blinks, tear drops before the examination`,
			merged(lengths, want{
				"notes": "Blinks, tear drops before the examination",
				"posterior_keratometry.right_eye.TK1_magnitude": 43.02, "posterior_keratometry.right_eye.TK1_axis": 170.0,
				"posterior_keratometry.right_eye.TK2_magnitude": 43.79, "posterior_keratometry.right_eye.TK2_axis": 80.0,
			}), nil},
		"titles of pictures that are labels, too": {`
MS-39 – Riepilogo segmento anteriore                              OD Destro
Paziente   Sample, Sally             ID     4711

   Assiale anteriore       Assiale posteriore     Spessore corneale     Potere totale


Cheratometria simulata     Potere corneale totale      Pachimetria
K1  43.77 D   94°          K1  42.94 D   93°           CCT    541 µm
K2  44.58 D    4°          K2  43.80 D    3°           ACD    3.02 mm`,
			merged(powers, want{"patient.name": "Sample, Sally", "patient.id": "4711", "right_eye.CCT": 541.0, "right_eye.ACD": 3.02}), nil},
		"the diameter of a zone below the heads": {`
OD
KERATO n=1.3375              mm        D       deg
φ2.4 mm
R1 (K1)                      7.71      43.77   94
R2 (K2)                      7.57      44.58   4`, merged(powers, want{"right_eye.keratometric_index": 1.3375}), nil},
		"numbers far right of their heads": {`
OD
KERATO                mm        D         deg
R1                        7.71      43.77       94
R2                        7.57      44.58        4`, powers, nil},
		"signs for axes with their unit over columns": {`
GALILEI G6
OD
                          Flat [D]     @ [°]     Steep [D]     @ [°]     Mean
SimK (n=1.3375)           43.77        94        44.58         4         44.17
Posterior (n=1.336)       -6.07        95        -6.31         5         -6.19`,
			merged(powers, want{"right_eye.keratometric_index": 1.3375}), nil},
		"the eye at the end of the patient's line": {`
SAMPLE, Sally  Date of birth: 21/03/1958 F  ID 00714 | Exam: 07/02/2023 15:40 | OD
SimK                       IOL module
K1  43.77 D   94°          AL  23.06 mm
K2  44.58 D    4°          Target  -0.10 D
Chamber
ACD  3.02 mm               CCT  541 µm`,
			merged(powers, lengths, want{"patient.id": "00714", "patient.date_of_birth": "1958-03-21", "exam_date": "2023-02-07", "right_eye.CCT": 541.0, "patient.name": "SAMPLE, Sally", "patient.gender": "Female"}), nil},
		"axes under an A behind the diameter of the zone": {`
OD
 φ2.4      mm      D       A
  R1       7.71    43.77   94
  R2       7.57    44.58   4`, powers, nil},
		"framed diameters, and the mean behind its readings": {`
OD
<φ2.4>       mm      D       deg
R1           7.71    43.77   94
R2           7.57    44.58   4
<φ3.3>       mm      D       deg
R1           7.73    43.66   96
R2           7.59    44.47   6
PACHYMETRY / ACD
CCT um       543     540     541     AVG 541
ACD mm       3.02    3.01    3.03    AVG 3.02`, merged(powers, want{"right_eye.CCT": 541.0, "right_eye.ACD": 3.02}), nil},
		"surfaces with their zones before the powers of both meridians": {`
ANTERION
Name: Sample, Sally      Eye: OD
ID: 4711
Cornea                      K1               K2                Mean        Astigmatism
SimK anterior (Ø 3 mm)      43.77 D @ 94° 44.58 D @ 4°
Posterior (Ø 3 mm)          -6.07 D @ 95° -6.31 D @ 5°         -6.19 D     -0.24 D @ 5°`,
			merged(powers, patient, want{
				"posterior_keratometry.right_eye.PK1_magnitude": 6.07, "posterior_keratometry.right_eye.PK1_axis": 95.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 5.0,
			}), nil},
		"meridians of wide zones in rows, and the back behind its zone": {`
MS-39
OD
                  K1              K2              Kavg
SimK              43.77 @ 94°     44.58 @ 4°      44.17
Mer. 5 mm         43.61 @ 95°     44.39 @ 5°      44.00
K post. 3 mm      -6.07 @ 95°     -6.31 @ 5°      -6.19
Chamber depth     CCT + AqD = 0.541 + 2.48 = 3.02 mm`,
			merged(powers, want{
				"right_eye.ACD": 3.02,
				"posterior_keratometry.right_eye.PK1_magnitude": 6.07, "posterior_keratometry.right_eye.PK1_axis": 95.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 5.0,
			}), nil},
		"numbered axes over columns": {`
OD
          K1       R1       Axis 1   K2       R2       Axis 2
          [D]      [mm]     [°]      [D]      [mm]     [°]
Mean      43.77    7.71     94       44.58    7.57     4
SD        0.04     0.007    3        0.05     0.009    3`, powers, nil},
		"meridians of zones in a table under its heads": {`
MS-39
Name: Sample, Sally               Eye: OD
ID: 4711

Sim-K (n = 1.3375)
K1      43.77 D    @ 94°
K2      44.58 D    @ 4°

Meridians - anterior
Zona     K flat     K steep    Ax
5 mm     43.61      44.39      95°
7 mm     43.12      43.80      96°

K posterior (3 mm)
K1      -6.08 D    @ 95°
K2      -6.29 D    @ 5°`,
			merged(powers, patient, want{
				"right_eye.keratometric_index":                  1.3375,
				"posterior_keratometry.right_eye.PK1_magnitude": 6.08, "posterior_keratometry.right_eye.PK1_axis": 95.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.29, "posterior_keratometry.right_eye.PK2_axis": 5.0,
			}), nil},
		"the total power behind the diameter of its zone": {`
Name: Sample, Sally               Eye: OD
ID: 4711
Flat K     43.77 D    @ 94°
Steep K    44.58 D    @ 4°
Total corneal power Ø 3 mm
K1     42.86 D     @ 88°
K2     43.74 D     @ 178°
Ø 5 mm     42.82 @ 88°     43.70 @ 178°`,
			merged(powers, patient), nil},
		"the composite beside its readings": {`
rechts                           OD
Achslängenwerte
AL         SNR
23.05 mm   155.2
23.07 mm   171.6
                     Komposit AL: 23.06 mm
                     (SNR = 235.5)
23.06 mm   182.3
Vorderkammertiefe
ACD: 3.02 mm`, lengths, nil},
		"a map without its lowest angle beside the title of the thickness": {`
OD
AL       23.06 mm       Corneal Thickness  90
ACD      3.02 mm


                                180                   0
CCT      541 µm`, merged(lengths, want{"right_eye.CCT": 541.0}), nil},
		"depths from outside and inside by their initials, and the thickness at the apex": {`
Rechts (OD)
Achslänge (AL):   23,06 mm     SD: 0,02 mm
KT (Ext.):         3,02 mm     KT (Int.):     2,47 mm
Pachymetrie
Apex:              547 µm      x 0,00 y 0,00
Pupillenmitte:     546 µm      x -0,21 y +0,08`, merged(lengths, want{"right_eye.CCT": 547.0}), nil},
		"both axes behind one label": {`
Eye: OD
Rf:   7.71 mm     K1: 43.77 D
Rs:   7.57 mm     K2: 44.58 D
QS: OK    Axis: (flat) 94.1° (steep) 4.1°    Astig: 0.8 D`, powers, nil},
		"single readings that end with the next quantity": {`
OD                                           OS
Achslängenwerte                              Achslängenwerte
Komb. AL: 23,06 mm (SNR = 183,4)             Komb. AL: 23,31 mm (SNR = 211,7)
AL         SNR      AL         SNR           AL         SNR      AL         SNR
23,05 mm   13,8     23,07 mm   10,0          23,30 mm   13,8     23,32 mm   10,0
23,06 mm   10,3     23,06 mm   9,1           23,31 mm   10,3     23,31 mm   9,1
23,07 mm   3,8      23,05 mm   2,7           23,32 mm   3,8      23,30 mm   2,7
Hornhautradienwerte                          Hornhautradienwerte
MW: 7,71/7,57 mm   SD = 0,013 mm             MW: 7,68/7,52 mm   SD = 0,013 mm
K1: 43,77 dpt    x 94°     7,71 mm           K1: 43,95 dpt    x 85°     7,68 mm
K2: 44,58 dpt    x 4°      7,57 mm           K2: 44,91 dpt    x 175°    7,52 mm
Einzelwerte:                                 Einzelwerte:
K1: 43,76 dpt x 93°   K2: 44,60 dpt x 3°     K1: 43,94 dpt x 84°   K2: 44,93 dpt x 174°
K1: 43,78 dpt x 95°   K2: 44,56 dpt x 5°     K1: 43,96 dpt x 86°   K2: 44,89 dpt x 176°
Vorderkammertiefenwerte                      Vorderkammertiefenwerte
VKT: 3,02 mm                                 VKT: 3,04 mm
3,03 mm 3,02 mm 3,01 mm 3,02 mm              3,05 mm 3,04 mm 3,03 mm 3,04 mm
Weiß-zu-Weiß-Werte                           Weiß-zu-Weiß-Werte
WZW: 12,1 mm       Ix: -0,2 mm               WZW: 12,2 mm       Ix: +0,3 mm`,
			merged(powers, left, lengths, want{"right_eye.WTW": 12.1, "left_eye.AL": 23.31, "left_eye.ACD": 3.04, "left_eye.WTW": 12.2}), nil},
		"the state of the lens behind a label that is not known": {`
OD
CL: Phaque        CV: Corps vitré
AL: 23.06 mm      ACD: 3.02 mm`, merged(lengths, want{"right_eye.lens_status": "Phakic"}), nil},
		"a topograph that has not measured": {`
OD
ACD: 3.02 mm      AL: 23.06 mm
K1: 43.77 D @ 94°
K2: 44.58 D @ 4°
KPI: 0%    SimK1: ---    SimK2: ---`, merged(powers, lengths), nil},
		"two columns of readings and one mean, with its ratio to the noise": {`
OD                                               OS
       AL (mm)   SNR           AL (mm)   SNR            AL (mm)   SNR           AL (mm)   SNR
1      23.05     6.3     4     23.06     19.3    1      23.30     18.5    4     23.32     16.6
2      23.07     15.5    5     23.07     6.9     2      23.31     15.5    5     23.31     18.9
3      23.06     6.2     6     23.05     6.6     3      23.32     19.3    6     23.30     5.7
Mean 23.06 mm  SD 0.01  SNR 19.4                 Mean 23.31 mm  SD 0.01  SNR 19.4
ACD    3.02 mm                                   ACD    3.04 mm`,
			merged(lengths, want{"left_eye.AL": 23.31, "left_eye.ACD": 3.04}), nil},
		"powers of the back in a column of their own below readings": {`
OD (Eyestar 900)
                 Mean    SD      1       2       3       4
AL [mm]          23.06   0.012   23.05   23.07   23.07   23.05
ACD [mm]         3.02    0.018   3.03    3.00    3.01    3.04
Kératométrie postérieure
                         Puissance        Axe
PK1                      -6.07 D          95°
PK2                      -6.31 D          5°`, merged(lengths, want{
			"posterior_keratometry.right_eye.PK1_magnitude": 6.07, "posterior_keratometry.right_eye.PK1_axis": 95.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 5.0,
		}), nil},
		"the way in which the device measured behind the state of the lens": {`
RIGHT   Phakic Immersion mode
AL      23.06 mm
ACD     3.02 mm`, merged(lengths, want{"right_eye.lens_status": "Phakic"}), nil},
		"numbers that end right of where their heads begin": {`
OD
Dimensions     Moy.    ET       Kératométrie   Moy.   ET
AL [mm]       23,06    0,018    R1 [mm]           7,71    0,011
CCT [µm]        541      2,1    R2 [mm]           7,57    0,009
ACD [mm]       3,02    0,021    K1 [D]           43,77    0,061
LT [mm]        4,73    0,035    @ [°]               94      3,1
RT [µm]        200*      ---    K2 [D]           44,58    0,052
                                @ [°]                4`, merged(powers, lengths, want{"right_eye.CCT": 541.0, "right_eye.LT": 4.73}), nil},
		"the word for the eye near the first name": {`
Nachname:   Sample      ID:          4711
Vorname:      Rolf Auge:           Rechts
Geschlecht: männlich Zeit:       08:47:15
AL          23,06 mm
ACD         3,02 mm`, merged(lengths, want{"patient.name": "Sample, Rolf", "patient.id": "4711", "patient.gender": "Male"}), nil},
		"means with their axes in rows of their own below the readings": {`
OI
AL comp.: 23,31 mm (SNR = 214,6)
K1: 43,89 D x 86°       7,69 mm
K2: 44,97 D x 176°      7,50 mm
ΔD: -1,08 D x 86°
K1: 44,01 D x 84°       7,67 mm
K2: 44,85 D x 174°      7,53 mm
ΔD: -0,84 D x 84°
K1: 43,95 D x 85°       7,68 mm
K2: 44,91 D x 175°      7,52 mm
ΔD: -0,96 D x 85°
VM: 43,95 D x 85°       7,68 mm
VM: 44,91 D x 175°      7,52 mm`, merged(left, want{"left_eye.AL": 23.31}), nil},
		"means with their axes in one row": {`
OI
VM: 43,95 D @ 85° / 44,91 D @ 175°
K1: 43,89 D x 86°       K2: 44,97 D x 176°
K1: 44,01 D x 84°       K2: 44,85 D x 174°
K1: 43,95 D x 85°       K2: 44,91 D x 175°`, left, nil},
		"how many readings were used, behind the label of a length": {`
OD
AL                 23.06 mm
ACD                3.02 mm
Quality: Keratoscopy 97%    AL: 6/6, SD 0.01 mm`, lengths, nil},
		"the state of each lens below single readings": {`
OD (Right)                  OS (Left)
AL      23.06 mm            AL      23.31 mm
ACD     3.02 mm             ACD     3.04 mm
Single measurements         Single measurements
#       AL [mm]   ACD [mm]  #       AL [mm]   ACD [mm]
1       23.06     3.02      1       23.31     3.04
2       23.06     3.02      2       23.31     3.04
Eye state
OD: Phakic    Vitreous: natural    OS: Aphakic    Vitreous: natural`, merged(lengths, want{
			"left_eye.AL": 23.31, "left_eye.ACD": 3.04, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic",
		}), nil},
		"a power at the apex, and the angle of the rings behind the index": {`
OD
Hornhautvorderfläche (n = 1,3375, 15°)
Achslänge (AL)    23,06 mm     Apex (CCT)     541 µm
VKT (ext.)        3,02 mm      TCRP 3 mm (Apex): 44,3 dpt`, merged(lengths, want{"right_eye.CCT": 541.0, "right_eye.keratometric_index": 1.3375}), nil},
		"heads of axes by their initial": {`
OD
        R1 mm     D        A°      R2 mm     D        A°
1       7.70      43.83    95      7.58      44.52    5
2       7.72      43.71    93      7.56      44.64    3
3       7.71      43.77    94      7.57      44.58    4
AVG     7.71      43.77    94      7.57      44.58    4`, powers, nil},
		"the mean of both meridians and their difference at the end of their row": {`
OD
Hornhaut      flach          steil         Mittel      Ast.
K [D]         K1 43.77       K2 44.58      44.18       0.81
              @ 94°          @ 4°`, powers, nil},
		"no remark, and the foot of the page": {`
ANTERION
OD
AL              23.06 mm
ACD             3.02 mm
Notes: —  Quality: ✔ accepted ⚠ check measurement ANTERION Software 1.4.5.0 1/1`, lengths, nil},
		"how many readings there were, in the last column": {`
OD
Medida        Media     DE      n
AL [mm]       23.06     0.01    5
ACD [mm]      3.02      0.01    5
LT [mm]       4.77      0.01    5
CCT [µm]      541       1       5`, merged(lengths, want{"right_eye.LT": 4.77, "right_eye.CCT": 541.0}), nil},
		"a length below the label of a surgery that has its value behind it": {`
OD
STATO: Fachico   CHIR. REFRATTIVA: Nessuna
AL                 23,06 mm          DS 0,01
ACD                 3,02 mm          DS 0,02`, merged(lengths, want{"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}), nil},
		"the condition of the eye below single readings": {`
OD
AL         23.06 mm     0.01
ACD        3.02 mm      0.02
Individual measurements
#      AL       ACD
1      23.05    3.02
2      23.07    3.01
3      23.06    3.03
Eye condition
Lens            Phakic      Vitreous        Normal
Refr. surgery   None        Contact lens    No`, merged(lengths, want{"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}), nil},
		"radius and power of a meridian behind one label of both": {`
Auge: Rechts
Rh / K1 (flach):     7,71 mm 43,77 D
Achse (flach):             94°
Rv / K2 (steil):     7,57 mm 44,58 D
Achse (steil):             4°
AL                   23,06 mm      Achslängenmessung
ACD                  3,02 mm`, merged(powers, lengths), nil},
		"the name of the maker in dotted letters": {`
Cognome: Sample       ID: 4711       Occhio: OD
AL      23,06 mm
ACD     3,02 mm
C.S.O. S.r.l. - Costruzione Strumenti Oftalmici`, merged(lengths, want{"patient.name": "Sample", "patient.id": "4711"}), nil},
		"a constant before that of another formula": {`
OD
AL  23.06 mm      ACD 3.02 mm

ACD 4.94          A 118.8`, lengths, nil},
	})
}

// TestCaptionBetweenRows: the title of a picture in the middle of the page stands between two rows of a table left of it.
func TestCaptionBetweenRows(t *testing.T) {
	t.Parallel()
	p := page(`Name: Sample, Sally                           Eye: OD
ID: 4711
AL       23.06 mm                                                      19.5      0.79
SimK (n = 1.3375)                                                      19.0      0.97
Flat     43.77 D     @ 94°                                             18.5      1.12
Steep    44.58 D     @ 4°                                              18.0      1.45`)
	for i, w := range p.Words { // room for it
		if w.Y0 > 60 {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0+7, w.Y1+7
		}
	}
	for i, text := range []string{"Posterior", "curvature"} {
		x, y := float64(250+i*60), 60.0
		p.Words = append(p.Words, layout.Word{Text: text, Box: layout.Box{X0: x, Y0: y, X1: x + float64(6*len(text)), Y1: y + 11}, Conf: layout.Certain})
	}
	check(t, want{
		"patient.name": "Sample, Sally", "patient.id": "4711", "right_eye.AL": 23.06, "right_eye.keratometric_index": 1.3375,
		"right_eye.K1_magnitude": 43.77, "right_eye.K1_axis": 94.0, "right_eye.K2_magnitude": 44.58, "right_eye.K2_axis": 4.0,
	}, nil, p)
}

// TestZonesBeginRows: OCR takes the sign of the diameters before two rows for a nine.
func TestZonesBeginRows(t *testing.T) {
	t.Parallel()
	p := seen(`
OD                                               OS
AL     23.06 mm                                  AL     23.31 mm
          R1                 R2                            R1                 R2
92.5   7.74mm/43.60D/2°   7.61mm/44.35D/92°      92.5   7.72mm/43.72D/177° 7.58mm/44.53D/87°
920    7.75mm/43.53D/3°   7.62mm/44.30D/93°      g2.0   7.73mm/43.65D/178° 7.59mm/44.48D/88°`)
	check(t, want{
		"right_eye.AL": 23.06, "right_eye.K1_magnitude": 43.6, "right_eye.K1_axis": 2.0, "right_eye.K2_magnitude": 44.35, "right_eye.K2_axis": 92.0,
		"left_eye.AL": 23.31, "left_eye.K1_magnitude": 43.72, "left_eye.K1_axis": 177.0, "left_eye.K2_magnitude": 44.53, "left_eye.K2_axis": 87.0,
	}, nil, p)
}

// TestDashesOfOCR: OCR sees the dash between a label and its words low and long; the label has no missing value.
func TestDashesOfOCR(t *testing.T) {
	t.Parallel()
	p := seen(`
OD                                       OS
AL — longueur axiale     23,06 mm        AL — longueur axiale     23,31 mm
LT — épaisseur cristallin 4,79 mm        LT — épaisseur cristallin 4,75 mm
ACD                      3,02 mm         ACD                      3,04 mm`)
	for i, w := range p.Words {
		if w.Text == "—" {
			p.Words[i].Y0, p.Words[i].Y1, p.Words[i].X0, p.Words[i].X1 = w.Y0+5, w.Y0+6, w.X0+2, w.X1
		}
	}
	check(t, want{
		"right_eye.AL": 23.06, "right_eye.LT": 4.79, "right_eye.ACD": 3.02, "left_eye.AL": 23.31, "left_eye.LT": 4.75, "left_eye.ACD": 3.04,
	}, nil, p)
}

// TestBothZonesOfAlScan: OCR sees the sign of the diameters over both tables as something else, or as one word with what stands before it.
func TestBothZonesOfAlScan(t *testing.T) {
	t.Parallel()
	p := seen(`
NIDEK AL-Scan
OD                                             OS
AL          24.87 mm                           AL          24.79 mm
KMp2.4mm         [mm]     [D]     AXIS         KM p2.4 mm       [mm]     [D]     AXIS
     R1          8.09     41.72   88                R1          8.07     41.82   94
     R2          7.91     42.67   178               R2          7.93     42.56   4
KMp3.3mm         [mm]     [D]     AXIS         KM 93.3 mm       [mm]     [D]     AXIS
     R1          8.11     41.62   87                R1          8.09     41.72   96
     R2          7.92     42.61   177               R2          7.95     42.45   6`)
	check(t, want{
		"right_eye.AL": 24.87, "right_eye.K1_magnitude": 41.72, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 42.67, "right_eye.K2_axis": 178.0,
		"left_eye.AL": 24.79, "left_eye.K1_magnitude": 41.82, "left_eye.K1_axis": 94.0, "left_eye.K2_magnitude": 42.56, "left_eye.K2_axis": 4.0,
	}, nil, p)
}

// TestZonesOfAlScanBeforeRows: the diameters stand before the first meridian of each zone, in its row.
func TestZonesOfAlScanBeforeRows(t *testing.T) {
	t.Parallel()
	p := seen(`
NIDEK AL-Scan
OD                                                OS
LA               24.87 mm                         LA               24.79 mm
KM     n=1.3375                    AXE            KM     n=1.3375                    AXE
92.4       R1    8.09 mm   41.72 D   88°          2.4        R1    8.07 mm   41.82 D   94°
           R2    7.91 mm   42.67 D   178°                    R2    7.93 mm   42.56 D   4°
           MOY   8.00 mm   42.20 D                           MOY   8.00 mm   42.19 D
93.3       R1    8.11 mm   41.62 D   87°          p3.3       R1    8.09 mm   41.72 D   96°
           R2    7.92 mm   42.61 D   177°                    R2    7.95 mm   42.45 D   6°
           MOY   8.02 mm   42.12 D                           MOY   8.02 mm   42.09 D`)
	check(t, want{
		"right_eye.AL": 24.87, "right_eye.K1_magnitude": 41.72, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 42.67, "right_eye.K2_axis": 178.0,
		"left_eye.AL": 24.79, "left_eye.K1_magnitude": 41.82, "left_eye.K1_axis": 94.0, "left_eye.K2_magnitude": 42.56, "left_eye.K2_axis": 4.0,
		"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
	}, nil, p)
}

// TestPrintoutsOfDevices reads pages in the manner of printouts: forms that no other test has.
func TestPrintoutsOfDevices(t *testing.T) {
	t.Parallel()
	lengths := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.LT": 4.51, "right_eye.CCT": 545.0}
	powers := want{"right_eye.K1_magnitude": 43.07, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.52, "right_eye.K2_axis": 102.0}
	checkEach(t, map[string]pageTest{
		"the sex of the patient below the name of the eye, and words beside it": {`
                  Patient ID  G-1              Eye          OD
Lens Professional Gender      Male             Operator     mk

AL    23.45 mm
ACD   3.05 mm
LT    4.51 mm
CCT   545 µm`, merged(lengths, want{"patient.id": "G-1", "patient.gender": "Male"}), nil},
		"values centred under the name": {`
                                                                                 Clinic of ophthalmology
                                             Unit               OD
Pachymetry                                    µm              545 ±3
ACD                                           mm            3.05 ±0.03
LT                                            mm            4.51 ±0.02
AL                                            mm            23.45 ±0.4`, lengths, nil},
		"a standard setting is no head of deviations": {`
OD
AL:           23.45 mm          SD:        0.02 mm
Eye Status:   Phakic            Mode:      Std.
K1:           43.07 D @ 12°
K2:           44.52 D @ 102°
Volume:       56.8 mm³  WTW:               11.9 mm`, merged(powers, want{"right_eye.AL": 23.45, "right_eye.WTW": 11.9, "right_eye.lens_status": "Phakic"}), nil},
		"a surgery with a bare label": {`
OD
Surgery: post Myopic LASIK
AL       23.45 mm`, want{"right_eye.AL": 23.45, "right_eye.post_refractive": "Myopic LVC"}, nil},
		"the word surgery in a title": {`
Surgery planning
OD
AL       23.45 mm`, want{"right_eye.AL": 23.45}, nil},
		"units apart by a stroke": {`
OD
R1 [mm] / @ [°]          7.84 / 12     0.012 / 2
R2 [mm] / @ [°]          7.58 / 102    0.010 / 2
Flat K1 [D] / @ [°]      43.07 / 12
Steep K2 [D] / @ [°]     44.52 / 102`, powers, nil},
		"deviations of a radius and its axis under the word for them": {`
OD
                   Mean           SD
AL [mm]            23.45          0.02
R1 [mm]            7.84 / 12      0.012 / 2
R2 [mm]            7.58 / 102     0.010 / 22
K1 [D]             43.07 / 12
K2 [D]             44.52 / 102`, merged(powers, want{"right_eye.AL": 23.45}), nil},
		"a column of degrees in Portuguese": {`
OD
       mm        D       graus
R1    7.84     43.07       12
R2    7.58     44.52      102`, powers, nil},
		"a title beside a scale, over places": {`
OD
AL: 23.45 mm
Pachymetry                                                        580
Pupil Center: +     546 µm
Pachy Apex:   o     545 µm       0.00 / 0.00
Thinnest:           541 µm`, want{"right_eye.AL": 23.45, "right_eye.CCT": 545.0}, nil},
		"both meridians of the total power in a row": {`
OCULUS PENTACAM AXL
OD
Cornea Front
K1: 43.07 D @ 12°
K2: 44.52 D @ 102°
Cornea Back
K1: -6.1 D @ 4°
K2: -6.5 D @ 94°
TCRP K1: 41.8 D       K2: 43.1 D`, merged(powers, want{
			"posterior_keratometry.right_eye.PK1_magnitude": 6.1, "posterior_keratometry.right_eye.PK1_axis": 4.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.5, "posterior_keratometry.right_eye.PK2_axis": 94.0,
		}), nil},
		"a mean named behind its label": {`
OD
AXIAL LENGTH      mm     SNR
 1              23.45     14.2
 2              23.46     11.9
 3              23.44     13.1
 AL AVG.        23.45     13.6
ACD             3.05 mm
CCT             545 um
LT              4.51 mm`, lengths, nil},
		"an index beside the heads of single readings, which end right of their heads": {`
OD
Parameter        MV      SD    1       2       3            Keratometry (n = 1.3375)
AL [mm]          23.45   0.01    23.45   23.46   23.44      K1 [D]     43.07 @ 12
CCT [um]           545    2        543     547     545      K2 [D]     44.52 @ 102
LT [mm]           4.51   0.02     4.53    4.49    4.51      WTW [mm]   12.04
R1 [mm] flat      7.84   0.01     7.84    7.85    7.83
R2 [mm] steep     7.58   0.01     7.59    7.57    7.58`,
			merged(powers, want{"right_eye.AL": 23.45, "right_eye.CCT": 545.0, "right_eye.LT": 4.51, "right_eye.WTW": 12.04, "right_eye.keratometric_index": 1.3375}), nil},
		"an eye that was not measured, in whose column the titles name the other one": {`
OD                    OS
       no exam
Eye status - OS
Lens     phakic       Axial length (AL)                               23.45 mm
                      Anterior chamber depth (ACD) - epithelium       3.05 mm
OS - map              Lens thickness (LT)                             4.51 mm
                      Corneal thickness (CCT)                         545 µm`, want{
			"left_eye.AL": 23.45, "left_eye.ACD": 3.05, "left_eye.LT": 4.51, "left_eye.CCT": 545.0, "left_eye.lens_status": "Phakic",
		}, nil},
		"heads of the patient's data over their values": {`
Date of birth  Gender  Patient ID  Exam date   Physician
03/17/1951     Female  TH-448102   09/25/2023  Dr. L. Okafor
OD
AL    23.45 mm`, want{
			"right_eye.AL": 23.45, "patient.date_of_birth": "1951-03-17", "patient.gender": "Female", "patient.id": "TH-448102", "exam_date": "2023-09-25",
		}, nil},
		"a diameter below a title is no mean of it": {`
OD
Axial curvature (anterior)    Pachymetry [µm]
Biometry
Axial length (AL)             23.45 mm
CCT                           545 µm
ACD                           3.05 mm
LT                            4.51 mm
Pupil Ø                       3.14 mm`, lengths, nil},
		"the foot of the page below a remark": {`
EYESTAR 900
OD
AL    23.45 mm
Comment
Fixation was poor on the left side.
Glenmorran Eye Hospital  S/N 1043 Version i9 page 1 of 2`, want{"right_eye.AL": 23.45, "notes": "Fixation was poor on the left side."}, nil},
		"what Pentacam counts is no remark": {`
OCULUS PENTACAM AXL
Exam Info:   25 pictures, 3D scan
ID:          P-1
Eye:         OD
AL:          23.45 mm
Remark:  dry eye`, want{"right_eye.AL": 23.45, "patient.id": "P-1", "notes": "dry eye"}, nil},
		"powers of zones beside each other, of one eye": {`
Anterior segment summary - OD
CCT                  545 µm
ACD (epithelium)     3.05 mm
LT                   4.51 mm
AL                   23.45 mm
Anterior meridians
                  3 mm         5 mm          7 mm
 K flat           43.16        43.01         42.74
 K steep          44.72        44.58         44.36`, lengths, []string{"right_eye.K1_magnitude", "right_eye.K2_magnitude"}},
		"powers of zones below simulated keratometry": {`
Anterior segment summary - OD
SimK K1 (flat)       43.07 D     7.84 mm      @ 12°
SimK K2 (steep)      44.52 D     7.58 mm      @ 102°
Anterior meridians
                  3 mm         5 mm          7 mm
 K flat           43.16        43.01         42.74
 K steep          44.72        44.58         44.36
CCT                  545 µm`, merged(powers, want{"right_eye.CCT": 545.0}), nil},
		"the axis of the flat meridian alone": {`
OCULUS PENTACAM AXL
OD
Cornea front
Rf:  7.84 mm      K1:            43.07 D
Rs:  7.58 mm      K2:            44.52 D
QS:  OK           Axis: (flat)   12.4°
Cornea back
Rf:  6.56 mm      K1:            -6.1 D
Rs:  6.15 mm      K2:            -6.5 D
QS:  OK           Axis: (flat)   175.6°`, merged(powers, want{
			"posterior_keratometry.right_eye.PK1_magnitude": 6.1, "posterior_keratometry.right_eye.PK1_axis": 176.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.5, "posterior_keratometry.right_eye.PK2_axis": 86.0,
		}), nil},
		"the axis of the flat meridian alone, at right angles to 0 and 180": {`
OCULUS PENTACAM AXL
OD
Cornea front
Rf:  7.84 mm      K1:            43.07 D
Rs:  7.58 mm      K2:            44.52 D
QS:  OK           Axis: (flat)   90.0°`, want{"right_eye.K1_magnitude": 43.07, "right_eye.K2_magnitude": 44.52}, []string{"right_eye.K1_axis"}},
		"the sign of the axis behind units": {`
                 OD                       OS
AL [mm]          23.45             0.02   24.12            0.03
R1 [mm] @        7.84 @ 12°        0.04   7.79 @ 48°       0.03
R2 [mm] @        7.58 @ 102°       0.05   7.61 @ 138°      0.03
K1 [D] @         43.07 @ 12°       0.18   43.32 @ 48°      0.14
K2 [D] @         44.52 @ 102°      0.22   44.35 @ 138°     0.15`, merged(powers, want{
			"right_eye.AL": 23.45, "left_eye.AL": 24.12, "left_eye.K1_magnitude": 43.32, "left_eye.K1_axis": 48.0, "left_eye.K2_magnitude": 44.35, "left_eye.K2_axis": 138.0,
		}), nil},
		"the title of a lens table beside a row of readings": {`
R (OD)
 No.   Axial (mm)   ACD (mm)   Lens (mm)   CCT (µm)
   1        23.46       3.05        4.52        544
   2        23.44       3.06        4.50        546           IOL Power (R)
   3        23.45       3.04        4.51        545          Formula : SRK/T   Desired Ref. : 0.00 D
                                                              HOYA XY1                                                      TECNIS ZCB00
 AVG        23.45       3.05        4.51        545
  SD         0.01       0.01        0.01          1             IOL       REF                                                 IOL       REF
                                                              21.00     -0.77                                               21.00     -0.71
                                                              20.50     -0.41                                               20.50     -0.35`, lengths, nil},
		"a Polish axis": {`
Nazwisko i imię: Testowa Anna
OD                                                       OS
AL                 23,45 mm                              AL                 24,12 mm
Keratometria         [D]     [mm]     oś                 Keratometria         [D]     [mm]     oś
K1 (płaski)        43,07     7,84    12°                 K1 (płaski)        43,32     7,79    48°
K2 (stromy)        44,52     7,58   102°                 K2 (stromy)        44,35     7,61   138°
Soczewka: naturalna (oko fakijne)                        Soczewka: naturalna (oko fakijne)`, merged(powers, want{
			"patient.name": "Testowa Anna", "right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "left_eye.AL": 24.12, "left_eye.lens_status": "Phakic",
			"left_eye.K1_magnitude": 43.32, "left_eye.K1_axis": 48.0, "left_eye.K2_magnitude": 44.35, "left_eye.K2_axis": 138.0,
		}), nil},
		"the state of the lens in brackets behind the axial length": {`
                  R                                               L
Axial length [Phakic] Optical                    Axial length [Aphakic] Optical
        AL (mm)   CCT (µm)   ACD (mm)                    AL (mm)   CCT (µm)   ACD (mm)
   1      23.44       544       3.04                1      24.11       551       3.10
   2      23.46       546       3.06                2      24.13       553       3.12
Avg.      23.45       545       3.05             Avg.      24.12       552       3.11`, want{
			"right_eye.AL": 23.45, "right_eye.CCT": 545.0, "right_eye.ACD": 3.05, "right_eye.lens_status": "Phakic",
			"left_eye.AL": 24.12, "left_eye.CCT": 552.0, "left_eye.ACD": 3.11, "left_eye.lens_status": "Aphakic",
		}, nil},
		"a remark that says that there is none": {`
ZEISS IOLMaster 700
OD
AL: 22,41 mm
Remarque: Aucune saisie`, want{"right_eye.AL": 22.41}, nil},
		"a legend below a remark": {`
ZEISS IOLMaster 700
OD
AL: 22,41 mm
Observações: sem dados anteriores
(!) = valor limite (*) = alterado manualmente`, want{"right_eye.AL": 22.41, "notes": "sem dados anteriores"}, nil},
		"the state of the cornea": {`
OD right                                                                      OS left
Linse: Phak     Hornhaut: Z. n. myoper LASIK    Glaskörper: unauffällig       Linse: Phak     Hornhaut: normal    Glaskörper: unauffällig
AL                        23,45 mm                                            AL                        24,12 mm`, want{
			"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Myopic LVC",
			"left_eye.AL": 24.12, "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
		}, nil},
		"an eye that was not measured, beside its name": {`
OS (Left): no measurement        OD (Right)   Lens: Phakic   Cornea: Normal (no prior refractive surgery)
OD Measurement
                   Mean            SD
AL             23.45 mm          0.01
CCT              545 µm             2
ACD             3.05 mm          0.01
LT              4.51 mm          0.02`, merged(lengths, want{"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}), nil},
		"meridians with their units in one bracket, before deviations": {`
OD right                                                  OS left
Mean values                          OD SD                Mean values                           OS SD
AL [mm]                      23.45   0.02                 AL [mm]                       24.12   0.02
R1 [mm/D/°]      7.84 / 43.07 / 12   0.02/1               R1 [mm/D/°]       7.79 / 43.32 / 48   0.02/1
R2 [mm/D/°]     7.58 / 44.52 / 102   0.01/1               R2 [mm/D/°]      7.61 / 44.35 / 138   0.01/1
R [mm/D]              7.71 / 43.77   0.01                 R [mm/D]               7.70 / 43.83   0.01`, merged(powers, want{
			"right_eye.AL": 23.45, "left_eye.AL": 24.12, "left_eye.K1_magnitude": 43.32, "left_eye.K1_axis": 48.0, "left_eye.K2_magnitude": 44.35, "left_eye.K2_axis": 138.0,
		}), nil},
		"a lens calculation between the names of both eyes titles the page": {`
OD droit                          Calcul de LIO                          OS gauche
LS: Phaque       VS: Corps vitré       LS: Phaque       VS: Corps vitré
LVC: Non traité  Mode LVC: -           LVC: Non traité  Mode LVC: -
AL: 22,41 mm  ACD: 2,88 mm  LT: 4,83 mm     AL: 22,36 mm  ACD: 2,85 mm  LT: 4,86 mm
CCT: 538 µm   WTW: 11,7 mm                  CCT: 541 µm   WTW: 11,8 mm
   SN60WF         ZCB00                       SN60WF         ZCB00
LIO    Réf     LIO    Réf                   LIO    Réf     LIO    Réf
+24,50 -0,80  +25,00 -0,84                  +24,50 -0,71  +25,00 -0,74`, want{
			"right_eye.AL": 22.41, "right_eye.ACD": 2.88, "right_eye.LT": 4.83, "right_eye.CCT": 538.0, "right_eye.WTW": 11.7,
			"left_eye.AL": 22.36, "left_eye.ACD": 2.85, "left_eye.LT": 4.86, "left_eye.CCT": 541.0, "left_eye.WTW": 11.8,
			"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
		}, nil},
		"the total power of the cornea for lenses, above lengths": {`
OD (Right)                                              OS (Left)
Total Corneal Power for IOL                             Total Corneal Power for IOL
Avg   42.70 D                                           Avg   42.68 D
AL    23.45 mm      SD 0.01                             AL    24.12 mm      SD 0.01
CCT   545 µm        SD 1                                CCT   552 µm        SD 1`, want{
			"right_eye.AL": 23.45, "right_eye.CCT": 545.0, "left_eye.AL": 24.12, "left_eye.CCT": 552.0,
		}, nil},
		"readings below their mean and the values of one eye": {`
ARGOS Biometer
OD (Right)                                             Phakic | No prior refractive surgery
AL                23.45 mm      SD 0.013                K1 (flat)       43.07 D @ 12°      R1 7.84 mm
CCT               545 µm        SD 2.5                  K2 (steep)      44.52 D @ 102°     R2 7.58 mm
ACD               3.05 mm       SD 0.010                ΔK              +1.45 D @ 102°
LT                4.51 mm       SD 0.021                n               1.3375

      #            AL         CCT         ACD           LT                   K1                       K2
     Avg          23.45       545        3.05          4.51             43.07 @ 12°              44.52 @ 102°
      1           23.46       544        3.04          4.50             43.05 @ 12°              44.50 @ 102°
      2           23.44       546        3.06          4.52             43.09 @ 12°              44.54 @ 102°`, merged(merged(lengths, powers), want{
			"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "right_eye.keratometric_index": 1.3375,
		}), nil},
		"what was operated, behind a stroke": {`
OD                  Phakic | Post RK       OS                  Phakic | Post RK
AL    23.45 mm                             AL    24.12 mm`, want{
			"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Radial Keratotomy",
			"left_eye.AL": 24.12, "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "Radial Keratotomy",
		}, nil},
		"a table of the cornea below columns of single readings": {`
OD Right eye                                                 Phakic         OS Left eye                                   Pseudophakic
Biometry             Mean                  SD        Single scans           Biometry             Mean                  SD        Single scans
AL                   23.45        mm       0.01      23.46 23.44 23.45      AL                   24.12        mm       0.01      24.13 24.11 24.12
Keratometry (anterior)                 n = 1.3375                  SD       Keratometry (anterior)                 n = 1.3375                  SD
K1 / R1                                43.07 D        @ 12°        0.04     K1 / R1                                43.32 D        @ 48°        0.04
K2 / R2                                44.52 D        @ 102°       0.05     K2 / R2                                44.35 D        @ 138°       0.05`, merged(powers, want{
			"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "right_eye.keratometric_index": 1.3375,
			"left_eye.AL": 24.12, "left_eye.lens_status": "Pseudophakic", "left_eye.keratometric_index": 1.3375,
			"left_eye.K1_magnitude": 43.32, "left_eye.K1_axis": 48.0, "left_eye.K2_magnitude": 44.35, "left_eye.K2_axis": 138.0,
		}), nil},
		"labels that go on in Polish, as OCR sees them": {`
Biometria
 OD prawe                    fakijine                     os lewe              pseudofakijne
AL - dlugosc osiowa                     23,45 mm          AL - dlugosc osiowa                     24,12 mm
CCT - gr. centralna rogowki             545 µm            CCT - gr. centralna rogowki             552 µm
ACD – gł. komory przedniej (nabłonek)   3,05 mm           ACD – gł. komory przedniej (nabłonek)   3,11 mm
AQD – gł. cieczy (śródbłonek)           2,51 mm           AQD – gł. cieczy (śródbłonek)           2,56 mm
LT - grubosc soczewki                   4,51 mm           LT - grubosc soczewki                   4,48 mm`, merged(lengths, want{
			"right_eye.lens_status": "Phakic", "left_eye.AL": 24.12, "left_eye.CCT": 552.0, "left_eye.ACD": 3.11, "left_eye.LT": 4.48, "left_eye.lens_status": "Pseudophakic",
		}), nil},
		"heads of half meridians twice in a line": {`
OD MS-39 - Topography
SimK (n = 1.3375)
K1 43.07 D (7.84 mm) @ 12°
K2 44.52 D (7.58 mm) @ 102°
 Anterior half meridians [D]
       Flat    Steep   Flat    Steep
3 mm   43.16   44.72   43.10   44.60
5 mm   43.01   44.58   42.90   44.47
CCT    545 µm`, merged(powers, want{"right_eye.CCT": 545.0, "right_eye.keratometric_index": 1.3375}), nil},
		"surfaces whose heads say more in brackets, beside the lengths": {`
ANTERION
OD
CCT              545 µm                               SimK (anterior, 3 mm ring, n = 1.3375)   Posterior (3 mm)      TCP (3 mm zone)
AL               23.45 mm        Mean                 43.79 D                                  -6.16 D               42.75 D
ACD              3.05 mm         Steep (K2)           44.52 D @ 102°                           -6.31 D @ 88°         43.29 D @ 103°
LT               4.51 mm         Flat (K1)            43.07 D @ 12°                            -6.02 D @ 178°        42.22 D @ 13°`, merged(merged(lengths, powers), want{
			"right_eye.keratometric_index":                  1.3375,
			"posterior_keratometry.right_eye.PK1_magnitude": 6.02, "posterior_keratometry.right_eye.PK1_axis": 178.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 88.0,
		}), nil},
		"a mean with its unit before its readings": {`
OD                                                   OS
AL: 23,45 mm              (SNR = 212,4)              AL: 24,12 mm              (SNR = 187,9)
ACD: 3,06 mm 3,03 3,06 3,08 3,08 3,05                ACD: 3,03 mm 3,07 3,03 3,03 3,01 3,01`, want{
			"right_eye.AL": 23.45, "right_eye.ACD": 3.06, "left_eye.AL": 24.12, "left_eye.ACD": 3.03,
		}, nil},
		"numbers of which the first is not the mean": {`
OD                                                   OS
AL: 23,45 mm              (SNR = 212,4)              AL: 24,12 mm              (SNR = 187,9)
ACD: 3,02 mm 3,03 3,06 3,08 3,08 3,05                ACD: 3,03 mm 3,07 3,03 3,03 3,01 3,01`, want{
			"right_eye.AL": 23.45, "left_eye.AL": 24.12, "left_eye.ACD": 3.03,
		}, []string{"right_eye.ACD"}},
		"the state of the lens behind the word for the eye, before the mode": {`
OD                                         OS
Ojo: Fáquico Modo: AUTO 3D                 Ojo: Afáquico Modo: AUTO 3D
AL    23,45 mm                             AL    24,12 mm`, want{
			"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "left_eye.AL": 24.12, "left_eye.lens_status": "Aphakic",
		}, nil},
		"the name of the eye among the patient's data, beside a lens table": {`
OCULUS - PENTACAM AXL WAVE                                                                IOL-Kalkulator
Name:              Sample                               ZCB00                        CNA0T0
Vorname:           Sally                       IOL [dpt]      Refr. [dpt]    IOL [dpt]      Refr. [dpt]
ID:                4711  Geschlecht:   Frau       16,0          -0,78          15,5           -0,54
Geb.-Datum:        05.05.1953 Auge:   Rechts      15,5          -0,43          15,0           -0,19
Unters.-Datum:     27.08.2024 Zeit:   08:51       15,0          -0,08          14,5           +0,16
         Hornhaut Vorderfläche
Rf:                7,84 mm K1:       43,1 dpt
Rs:                7,58 mm K2:       44,5 dpt
QS:                OK Achse (flach): 12,3°
AL:                23,45 mm SD:      0,02 mm`, want{
			"patient.name": "Sample, Sally", "patient.id": "4711", "patient.gender": "Female", "patient.date_of_birth": "1953-05-05", "exam_date": "2024-08-27",
			"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.1, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.5, "right_eye.K2_axis": 102.0,
		}, nil},
		"labels that go on with the same in words": {`
 OD – olho direito                                                  OE – olho esquerdo
 AL [mm] – comprimento axial                    23,45    0,012      AL [mm] – comprimento axial                    24,12    0,012
 CCT [µm] – espessura central da córnea           545      1,4      CCT [µm] – espessura central da córnea           552      1,2
 AD [mm] – profundidade do aquoso                2,51    0,010      AD [mm] – profundidade do aquoso                2,56    0,010
 ACD [mm] – profundidade da câmara anterior      3,05    0,010      ACD [mm] – profundidade da câmara anterior      3,11    0,010
 LT [mm] – espessura do cristalino               4,51    0,021      LT [mm] – espessura do cristalino               4,48    0,021`, merged(lengths, want{
			"left_eye.AL": 24.12, "left_eye.CCT": 552.0, "left_eye.ACD": 3.11, "left_eye.LT": 4.48,
		}), nil},
		"a report of one eye, and at its foot that the other one was not measured": {`
ANTERION Cataract App                    Patient: Sample, Sally
OD Right Eye – Cataract Report
Lens Status: Phakic | Refractive Surgery: Hyperopic LASIK | Exam Quality: Good
Axial Length (AL)                  23.45 mm        0.01
Central Corneal Thickness (CCT)    545 µm          1
Lens Thickness (LT)                4.51 mm         0.02
ANTERION Software 1.4.2.0  Printed 12 Jun 2024  Page 1/1   Left eye (OS): not measured`, want{
			"patient.name": "Sample, Sally", "right_eye.AL": 23.45, "right_eye.CCT": 545.0, "right_eye.LT": 4.51,
			"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Hyperopic LVC",
		}, nil},
		"a state of the lens that reaches into the column of an earlier visit": {`
Exam date: 23/06/2024
Eye: Left
Biometry
                          23/06/2024     14/03/2023
 CCT (µm) :               545            548
 ACD (mm) :               3.05           3.02
 LT (mm) :                4.51           4.49
 AL (mm) :                23.45          23.44
 WTW (mm) :               12.1           12.0
History
                    23/06/2024  14/03/2023
 Lens status :             Phakic IOL
 Refractive surgery :   None`, want{
			"exam_date": "2024-06-23", "left_eye.CCT": 545.0, "left_eye.ACD": 3.05, "left_eye.LT": 4.51, "left_eye.AL": 23.45, "left_eye.WTW": 12.1,
			"left_eye.lens_status": "Phakic IOL", "left_eye.post_refractive": "None",
		}, nil},
		"the only eye among the patient's data, beside lengths": {`
OCULUS - PENTACAM AXL
 Name:                Sample                    Biometry
 First name:          Sally                     AL (opt.)                 23.45 mm
 ID:                  4711                      A.C. Depth (Ext.)         3.05 mm
 Date of birth:       11.12.1960                CCT                       545 µm
 Eye:                 Right                     HWTW                      11.9 mm
 Exam date:           22.08.2022                Lens status               phakic
Cornea front
 Rf: 7.84 mm          K1: 43.1 D
 Rs: 7.58 mm          K2: 44.5 D
 QS: OK               Axis (flat): 12.4°`, want{
			"patient.name": "Sample, Sally", "patient.id": "4711", "patient.date_of_birth": "1960-12-11", "exam_date": "2022-08-22",
			"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.CCT": 545.0, "right_eye.WTW": 11.9, "right_eye.lens_status": "Phakic",
			"right_eye.K1_magnitude": 43.1, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.5, "right_eye.K2_axis": 102.0,
		}, nil},
		"Polish": {`
OD
Soczewka: fakijna · liczba pomiarów: 10/10
AL Długość osiowa         23,45 mm
WTW Białe do białego      11,86 mm`, want{"right_eye.AL": 23.45, "right_eye.WTW": 11.86, "right_eye.lens_status": "Phakic"}, nil},
	})
}

// TestScaleOfThickness: six round numbers below each other are the scale of a map, and none of them a thickness.
func TestScaleOfThickness(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.45, "right_eye.LT": 4.51}, nil, page(`
OD
AL    23.45 mm                               620

LT    4.51 mm                                600

                                             580

Pachymetry                                   560

                                             540`))
}

// TestInnerDepthBehindTheOuter: the depth from inside the cornea stands in the row of the other one, under something else.
func TestInnerDepthBehindTheOuter(t *testing.T) {
	t.Parallel()
	p := layout.Page{Number: 1, Width: 842, Height: 595}
	for _, w := range []struct {
		text      string
		x0, y, x1 float64
	}{
		{"Eye:", 26, 79, 43}, {"Right", 101, 79, 122}, {"Exam", 179, 79, 200}, {"Info:", 202, 79, 218},
		{"A.C.", 26, 265, 42}, {"Depth", 45, 265, 67}, {"(Ext.):", 69, 265, 91}, {"3.36", 142, 265, 158}, {"mm", 161, 265, 175},
		{"(Int.):", 214, 265, 233}, {"2.79", 280, 265, 296}, {"mm", 298, 265, 312},
	} {
		p.Words = append(p.Words, layout.Word{Text: w.text, Box: layout.Box{X0: w.x0, Y0: w.y, X1: w.x1, Y1: w.y + 9}, Conf: layout.Certain})
	}
	check(t, want{"right_eye.ACD": 3.36}, nil, p)
}

// TestReadingsWithoutMean: the rows of single readings stand alone, and no way of dividing the page makes the first of them a value.
func TestReadingsWithoutMean(t *testing.T) {
	t.Parallel()
	p := seen(`
RIGHT (R)                                        LEFT (L)
Eye type: PHAKIC                                 Eye type: PHAKIC
AL [mm]   SNR   CCT [µm]   ACD [mm]              AL [mm]   SNR   CCT [µm]   ACD [mm]
    23.63   5.5        517        3.18               23.70   9.7        521        3.22

    23.63 ;(7:2        519        3.19               23.69   8.4        523        3.21

    23.62   9.6        519        3.18               23.70   8.3        523        3.21

    23.61   5.8        519        3.18               23.68  11.6        523        3.21

    23.61  12.1        521        3.18               23.68  10.8        523        3.21

      mm     D       °                                 mm     D       °
R1  7.88   42.83   178                           R1  7.90   42.72     2
R2  7.74   43.60    88                           R2  7.73   43.66    92`)
	check(t, want{
		"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
		"right_eye.K1_magnitude": 42.83, "right_eye.K1_axis": 178.0, "right_eye.K2_magnitude": 43.6, "right_eye.K2_axis": 88.0,
		"left_eye.K1_magnitude": 42.72, "left_eye.K1_axis": 2.0, "left_eye.K2_magnitude": 43.66, "left_eye.K2_axis": 92.0,
	}, nil, p)
}

// TestHeadingsWithQuality: behind the large names of both eyes stand words that are not known, and the quality of each.
func TestHeadingsWithQuality(t *testing.T) {
	t.Parallel()
	p := page(`
OD Prawe          QI 8/10   OS Lewe           QI 8/10
AL     23.45 mm             AL     24.12 mm
ACD    3.05 mm              ACD    3.11 mm`)
	for i, w := range p.Words {
		if w.Text == "OD" || w.Text == "OS" {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0-3, w.Y1+3
		}
	}
	check(t, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, nil, p)
}

// TestReadingsOfBothMeridians: OCR loses the sign of the difference over the readings of both meridians, below their means.
func TestReadingsOfBothMeridians(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.07, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.52, "right_eye.K2_axis": 102.0,
	}, nil, seen(`
OD
AL:            23,45 mm
K1:            43,07 dpt / 7,84 mm @ 12°
K2:            44,52 dpt / 7,58 mm @ 102°
Hornhautwerte
               K1                                       K2                     K
   7,84 mm / 43,05 dpt @ 13°                7,58 mm / 44,53 dpt @ 103°       -1,48
   7,84 mm / 43,05 dpt @ 11°                7,58 mm / 44,50 dpt @ 101°       -1,45
   7,83 mm / 43,10 dpt @ 13°                7,58 mm / 44,52 dpt @ 103°       -1,42`))
}

// TestNothingOfAnUnmeasuredEye: a label that says the same twice is no pair of labels of both eyes, and nothing beside it is the value of an eye that was not measured.
func TestNothingOfAnUnmeasuredEye(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.WTW": 11.9, "right_eye.CCT": 595.0, "right_eye.LT": 4.66, "right_eye.AL": 25.11}, []string{"right_eye.ACD"}, seen(`
Rechts                                                      Links
  90°                                                       Keine Messdaten
180°  0°
Biometrie
Hornhautdurchmesser (WTW) (mm)        11,9
CCT (vertex) (µm)                     595
VK-Tiefe   (opt .   ACD mm )          3,25
LD (Lens Th.) (mm)                    4,66
Achslange (Ax.L.) (mm)                25,11`))
}

// TestAxisOfRow: each surface of the cornea has a row with one axis for both meridians, in Polish; the state of the lens is "own lens".
func TestAxisOfRow(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.71, "right_eye.lens_status": "Phakic",
		"right_eye.K1_magnitude": 42.86, "right_eye.K1_axis": 14., "right_eye.K2_magnitude": 44.31, "right_eye.K2_axis": 104.,
	}, nil, page(`
OP (prawe)
Stan oka: oko z soczewką własną
AL [mm]                                23.71
K1                                     42.86 D   7.87 mm
K2                                     44.31 D   7.62 mm
Oś (płaska)                            14°
Tylna pow. rogówki    K1 -6.02 D    K2 -6.38 D    Oś (płaska) 17°
Net [Real]            K1 41.56 D    K2 43.06 D    Oś (płaska) 15°`))
}

// TestScaleOfWhichNumbersAreLost: the numbers of a map's scale that OCR could read fall as they stand apart, and none is a thickness: not the first one
// either, level with the map's caption. Rows of a table are no scale.
func TestScaleOfWhichNumbersAreLost(t *testing.T) {
	t.Parallel()
	for text, thickness := range map[string]any{
		`
OI
AL    23.45 mm
Espesor corneal                              700
                                             Mic
                                             676
                                             Wi
                                             652
                                             iso
                                             ces
                                             Misz
                                             cao
                                        Wi   592`: nil,
		`
OI
AL    23.45 mm
Espesor corneal                              700
                                             Mic
                                             ccs
                                             Wi
                                             616
                                             iso
                                             568`: nil,
		`
OI
AL    23.45 mm
Espesor corneal                              545
            3 mm                             600
            5 mm                             660`: 545.0,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			all := want{"left_eye.AL": 23.45}
			if thickness != nil {
				all["left_eye.CCT"] = thickness
			}
			check(t, all, nil, page(text))
		})
	}
}
