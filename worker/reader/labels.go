package reader

import "strings"

// role says what a label announces.
type role int

const (
	measure role = iota // one number
	power               // a corneal power, perhaps with its axis
	choice              // one of a few words
	text                // free text
	date                // a day
	other               // a value that is not ours: its number is nobody's
	spread              // a standard deviation, in the row or over a column
	axis                // an axis, in the row or over a column
	section             // a heading; field is the section
	eye                 // a heading; field is the eye, "" for the word "eye" itself
)

// Sections: what K1 and K2 mean below their heading, and where no measurement
// stands at all.
const (
	front   = "front"
	back    = "back"
	foreign = "foreign" // lens calculations, constants, total power: nothing is ours
	total   = "total"   // only labels that say TK themselves
)

const (
	rightEye = "right_eye"
	leftEye  = "left_eye"
	document = "" // not of an eye
)

// label is one meaning and the phrases that announce it, apart by "|". What is
// the same in every language stands under any.
type label struct {
	role  role
	field string // in the data model, the section or the eye
	any   string
	en    string
	de    string
}

// labels is the one table of labels. Longer phrases win over shorter ones, so
// a phrase that must not be mistaken for a field is listed as other.
var labels = []label{
	{measure, "AL", "AL|AXL", "axial length|eye length", "Achslänge|Bulbuslänge|Augenlänge"},
	{measure, "ACD", "ACD|ACD ext", "anterior chamber depth|anterior chamber|AC depth ext|external ACD", "Vorderkammertiefe|Vorderkammer|VKT"},
	{measure, "WTW", "WTW|WTWw|W2W", "white to white|corneal diameter|HWTW", "Weiß zu Weiß|Weiss zu Weiss|Hornhautdurchmesser|WzW"},
	{measure, "LT", "LT", "lens thickness", "Linsendicke"},
	{measure, "CCT", "CCT", "central corneal thickness|corneal thickness", "Hornhautdicke|zentrale Hornhautdicke|HHD"},
	{measure, "keratometric_index", "n|nc", "keratometric index|refractive index cornea|corneal refractive index", "Keratometrischer Index|Keratometerindex|Brechungsindex der Hornhaut"},

	{power, "K1", "K1|Kl|K1 flat", "K flat|flat K|K1 mean", "K1 flach|K flach|flacher Meridian"},
	{power, "K2", "K2|K2 steep", "K steep|steep K|K2 mean", "K2 steil|K steil|steiler Meridian"},
	{power, "PK1", "PK1|PKl", "", ""},
	{power, "PK2", "PK2", "", ""},
	{power, "TK1", "TK1|TKl", "", ""},
	{power, "TK2", "TK2", "", ""},
	{measure, "K1_axis", "", "K1 axis|axis K1|axis flat", "Achse K1|K1 Achse|Achse flach"},
	{measure, "K2_axis", "", "K2 axis|axis K2|axis steep", "Achse K2|K2 Achse|Achse steil"},

	{choice, "lens_status", "LS", "lens status|lens state|phakic status", "Linsenstatus|Linsenzustand"},
	{choice, "post_refractive", "LVC", "refractive surgery|post refractive|previous refractive surgery|corneal surgery", "Refraktive Chirurgie|Refraktive Vorbehandlung|Hornhautchirurgie"},

	{text, "name", "Patient|Name", "patient name|patient's name", "Patientenname|Name des Patienten"},
	{text, "id", "ID", "patient ID|record number|MRN|patient number", "Patienten-ID|Pat.-Nr|Pat-ID|Patientennummer|Pat.-ID"},
	{choice, "gender", "", "gender|sex", "Geschlecht"},
	{date, "date_of_birth", "DOB", "date of birth|birth date|born", "Geburtsdatum|Geb.-Datum|geb|geboren am"},
	{date, "exam_date", "", "exam date|examination date|date of exam|date of examination|measured on|measurement date|date of measurement|acquisition date", "Untersuchungsdatum|Messdatum|Untersuchung vom|gemessen am"},
	{text, "notes", "", "notes|note|remarks|remark|comment|comments", "Bemerkung|Bemerkungen|Kommentar|Notiz|Notizen|Anmerkung"},

	{other, "", "AQD|AD|ACD int", "aqueous depth|AC depth int|internal ACD", "Kammerwassertiefe"},
	{other, "", "SE|TSE|PSE|ΔK|ΔTK|ΔPK|AK|ATK|APK|dK|cyl|astig|ast|Km|Kmax|SimK|Rm|PD|VS|Ref|VA|Ix|Iy|R1|R2|CW", "spherical equivalent|cylinder|astigmatism|mean K|average K|pupil diameter|pupil|chord mu|visual acuity|refraction|vitreous", "sphärisches Äquivalent|Zylinder|Astigmatismus|Pupillendurchmesser|Pupille|Visus|Refraktion|Glaskörper"},
	{other, "", "pACD|SF|a0|a1|a2|A const|pACD const", "ACD const|ACD constant|lens constant|A constant|target refraction|target|IOL power|optimized ACD", "ACD Konst|ACD-Konstante|A-Konstante|Zielrefraktion|IOL-Stärke"},
	{other, "", "", "exam ID|device ID|IOL ID|lens ID|study ID|physician|doctor|examiner|operator|surgeon|technician|print date|printed|printed on|software|software version|serial number|page|app", "Arzt|Ärztin|Untersucher|Bediener|Operateur|Druckdatum|Gedruckt|Gedruckt am|Softwareversion|Seriennummer|Seite|Geräte-ID"},

	{spread, "", "SD|StdDev|Std", "std dev|standard deviation", "StAbw|Standardabweichung"},
	{axis, "", "", "axis", "Achse"},

	{section, front, "", "anterior keratometry|keratometry|anterior cornea|anterior corneal surface|cornea front|biometric values|biometry|biometry values|distances|axial measurements|measurements", "Keratometrie|Hornhautvorderfläche|Biometrische Werte|Biometrie|Messwerte|Strecken"},
	{section, back, "", "posterior keratometry|posterior cornea|posterior corneal surface|cornea back|posterior surface", "Posteriore Keratometrie|Hornhautrückfläche|Rückfläche"},
	{section, total, "", "total keratometry", "Totale Keratometrie"},
	{section, foreign, "", "IOL calculation|IOL power calculation|lens calculation|IOL constants|lens constants|total corneal power|total cornea|total corneal refractive power|true net power", "IOL-Berechnung|IOL-Konstanten|Linsenkonstanten|Linsenberechnung|Gesamtbrechkraft der Hornhaut|Gesamtbrechkraft"},

	{eye, rightEye, "OD|0D", "right|right eye|OD right|right OD|right eye OD|OD right eye", "rechts|rechtes Auge|OD rechts|rechts OD|rechtes Auge OD|OD rechtes Auge"},
	{eye, leftEye, "OS|0S", "left|left eye|OS left|left OS|left eye OS|OS left eye|0S left", "links|linkes Auge|OS links|links OS|linkes Auge OS|OS linkes Auge|0S links"},
	{eye, "", "", "eye|examined eye", "Auge|untersuchtes Auge"},
}

// entry is what a phrase leads to.
type entry struct {
	*label
	lang string // "" in every language
}

// phrases is folded phrase → entry; longestPhrase its longest key in bytes.
var phrases, longestPhrase = index(labels)

func index(table []label) (map[string]entry, int) {
	out, longest := map[string]entry{}, 0
	for i := range table {
		l := &table[i]
		for lang, list := range map[string]string{"": l.any, "en": l.en, "de": l.de} {
			for phrase := range strings.SplitSeq(list, "|") {
				key := fold(phrase)
				if key == "" {
					continue
				}
				if had, ok := out[key]; ok && had.label != l {
					panic("reader: the phrase " + phrase + " has two meanings")
				}
				out[key] = entry{l, lang}
				longest = max(longest, len(key))
			}
		}
	}
	return out, longest
}
