package reader

import (
	"regexp"
	"strings"
)

// choices is field → folded words → value of the data model. What is not
// listed is not understood, and null.
var choices = map[string]map[string]string{
	"gender": fromList(map[string]string{
		"Male":   "male|m|man|männlich|mann|herr|masculino|varón|hombre|masc|homme|masculin|h|uomo|maschio|maschile|homem|männl|mâle|xy|mężczyzna|męska|mannelijk|erkek",
		"Female": "female|f|woman|weiblich|w|Frau|femenino|femenina|mujer|feminino|feminina|fem|femme|féminin|féminine|donna|femmina|femminile|mulher|weibl|vrouw|vrouwelijk|kobieta|żeńska|kvinna|kadın",
	}),
}

// sexLetters is the label of the sex, folded, → letter → value, for the letters that mean it in one language alone, as
// K in "Płeć: K", kobieta.
var sexLetters = map[string]map[string]string{
	"plec": {"K": "Female"}, "kon": {"K": "Female"}, "cinsiyet": {"K": "Female", "E": "Male"}, "geslacht": {"V": "Female"},
}

// Words of previous surgery come in many forms; their stems tell them.
var (
	myopic     = regexp.MustCompile(`m[iy]oo?p|krotkow(zr|idz)`)
	hyperopic  = regexp.MustCompile(`hyp[eé]rop|hypermetrop|hipermetrop|hiperop|ipermetrop|hyperme|(nad|daleko)w(zr|idz)`)
	startsNone = regexp.MustCompile(`^(none|no|nein|non|keine?|aucune?|ningun[oa]|nenhuma?|nessun[oa]?|sin|sans|sem)`)
	noneKnown  = regexp.MustCompile(`^(none?|keine?|aucune?|ningun[oa]|nenhuma?|nessun[oa]?)(known|bekannt|connue?|conocid[oa]|conhecid[oa]|not[oa]|reported|documented|dokumentiert|registrad[oa]|riferit[oa]|referid[oa]|relatad[oa]|signalee?|rapportee?|angegeben|erinnerlich)$|^(not?|nao|non|nicht)oper[aei]\pL*$|^(no|nao|non)(refiere|refere|riferisce|refer)$|^(niega|nega|denies|denied|verneint)$`)
	// noSurgery: "no previous refractive surgery", "keine refraktive Vor-OP", "sin cirugía refractiva previa".
	noSurgery = regexp.MustCompile(`^(normal)?(not?|none|without|bez|brak|keine?|ohne|aucune?|pasde|sans|sin|ningun[oa]?|sem|nenhuma?|senza|nessun[oa]?)` +
		`(prior|previous|earlier|known|historyof|history|antecedentsde|antecedentesde|vorherigen?|fruheren?|bekannten?|corneal|refra[ck]t\pL{2,5}?|refrattiv[aoie]|refrativ[ao])*` +
		`(refr)?(surger(y|ies)|chirurgi[ea]|cirugia|cirurgia|operation(en)?|operacion|operacao|vorop|voroperation(en)?|op|eingriffe?|voreingriffe?|intervento|intervention|procedures?|operacji|zabieg(u|ow)|chirurgii)` +
		`(refractiv[aeo]|refrattiv[ao]|refrativ[ao]|refrakcyjn(ej|ego|ych)|corneal|corneale)?(previ[ao]|precedente|anterieure|anterior|prealable|reported|known|bekannt|connue|conocida)?$`)
	// surgeryNamed tells the words of a surgery that need no label.
	surgeryNamed = regexp.MustCompile(`lasik|lasek|prk|smile|lvc|keratotom|^(post|sp|zn)(rk|kr|qr)$`)
	laserAlone   = regexp.MustCompile(`^(femto)?(lasik|lasek|prk|smile)$`)                                              // says not which, myopic or hyperopic
	treated      = regexp.MustCompile(`^(treated|behandel[td]|tratad[oa]|traitee?|trattat[oa]|yes|ja|si|oui|sim|tak)$`) // nor does this
	radial       = regexp.MustCompile(`radial|radiar|^(post|sp|zn)?(rk|kr|qr)(\d+(incis|incid|schnitt|inzision|tagli|cortes|cut)|$)|keratotom(ia|ie|y)r|^rkr`)
	untouched    = fromList(map[string]string{"None": "none|untreated|no|keine|keiner|unbehandelt|nein|ninguna|ninguno|sin cirugía|no tratado|sin tratar|no tratada|" +
		"aucune|aucun|non|non traité|non traitée|nenhuma|nenhum|não|sem cirurgia|não tratado|não tratada|nessuna|nessuno|non trattato|non trattata|" +
		"virgin|normal|no surgery|no previous surgery|not treated|no refractive surgery|keine refraktive Chirurgie|nicht behandelt|sin cirugía previa|sin cirugía refractiva|" +
		"pas de chirurgie|sans|sem cirurgia prévia|sem tratamento|nessun intervento|nessuna chirurgia|naiv|naive|pas d'antécédent|sans antécédent|aucun antécédent|kein Voreingriff|keine Voroperation|keine Vor-OP|no antecedentes|sin antecedentes|sem antecedentes|nessun precedente|nessun antecedente|nicht operiert|sin tratamiento|sans traitement|none reported|sin intervención|bez zabiegu|bez operacji|nie|brak|nie było|onbehandeld|niet behandeld|geen|nieleczone|nieoperowane"})
)

// What a lens status is called, by the parts of its words: phakic, fáquico,
// fachico, phaque, fácico.
var (
	phakic     = regexp.MustCompile(`(ph|f)aqu|(ph|f)a+(k|q|c|ch)(i|isch|e|o|a|$)|phak`)
	pseudo     = regexp.MustCompile(`pseudo|seudof|pseudaf|psodof`)
	aphakic    = regexp.MustCompile(`a(ph|f)a+(k|qu|q|c|ch)`)
	phakicLens = regexp.MustCompile(`iol|lio|(^|[^pk])icl|implant|impiant|intraoc|intraok`)
	misreadIOL = regexp.MustCompile(`(c|k|que?|co|ca|e|er|es)[l1jt]?[o0][l1i]$`) // behind the word for phakic, "Phakic OL"
	bareLens   = regexp.MustCompile(`(lente|lentille|lens|linse)$`)
	ownLens    = regexp.MustCompile(`soczewkaw[lti]asn|natural|naturel|naturlich|eigen|own|propr|propi|crystalline`)
	madeLens   = regexp.MustCompile(`artific|kunstl|hkl|pciol|hinterkammerlinse`)
)

// besideLens are the words, folded, that stand beside the state of a lens and
// change nothing.
var besideLens = regexp.MustCompile(`^(natural(na|e|s)?|oko|naturel(le)?s?|naturlich(e|er)?|eigen(e|er)?|own|propr(ia|io|e)|crystalline|crist\pL{0,9}|kristall\pL{0,5}|lens|linse|lente|lentille|eye|auge|ojo|oeil|oil|ceil|olho|occhio|status|the|is|ist|es|est|e|with|mit|con|avec|com|clear|klar|clara|clair|cataract|katarakt|catarata|cataracte|cataratta|lensstatus|immersion|mode|modus|modo|vitreous|vitreo|vitre|glaskorper|glasvocht|corpo|corps|cuerpo|cialoszkliste|eigenlens|naturlijk(e)?)+$`)

// lensStatus reads the folded words after "lens status". Letters beside the word that
// tells may be what is left of "pseudo": then nothing is known.
func lensStatus(folded string) (string, bool) {
	at := phakic.FindStringIndex(folded)
	switch {
	case strings.HasPrefix(folded, "sph"): // "Sph.Äq."
	case len(folded) > 40, len(phakic.FindAllString(folded, 3)) > 1: // "phakic / pseudophakic", and nothing ticked
	case pseudo.MatchString(folded), madeLens.MatchString(folded):
		return "Pseudophakic", true
	case lensBefore(aphakic.FindStringIndex(folded), folded):
		return "Aphakic", true
	case at != nil && misreadIOL.MatchString(folded):
	case at != nil && besideBareLens(folded, at) && !ownLens.MatchString(folded):
	case at != nil && phakicLens.MatchString(folded) && !ownLens.MatchString(folded):
		return "Phakic IOL", true
	case strings.HasPrefix(folded, "icl"), strings.HasPrefix(folded, "piol"):
		return "Phakic IOL", true
	case at != nil && (!lensBefore(at, folded) || !endsPhakic(folded[at[1]-1:])):
	case at != nil, ownLens.MatchString(folded):
		return "Phakic", true
	}
	return "", false
}

// besideBareLens: before or behind the word for phakic, at these places, stands the bare word for a lens, "phakic lens": it may be the
// eye's own or one that was put before it. Before the word it may also be the label's.
func besideBareLens(folded string, at []int) bool {
	rest := bareLens.ReplaceAllString(folded[:at[0]], "")
	return (rest != folded[:at[0]] || bareLens.MatchString(folded[at[1]:])) && !phakicLens.MatchString(rest+folded[at[1]:])
}

// lensBefore: before the match at these places stand only words that change nothing.
func lensBefore(at []int, folded string) bool {
	return at != nil && (at[0] == 0 || besideLens.MatchString(folded[:at[0]]))
}

// endsPhakic: after the stem of "phakic", of which the last letter is given, come its
// ending and words that change nothing. What is longer than an ending may be a lens that was misread.
func endsPhakic(rest string) bool {
	longest := map[byte]int{'u': len("uique"), 'i': len("ijna"), 'h': len("hes"), 'k': len("kisch")}[rest[0]]
	for n := range min(max(longest, len("er")), len(rest)) + 1 {
		if rest[n:] == "" || besideLens.MatchString(rest[n:]) {
			return true
		}
	}
	return false
}

// surgery reads the folded words after "refractive surgery".
func surgery(folded string) (string, bool) {
	if v, ok := untouched[folded]; ok {
		return v, true
	}
	if noneKnown.MatchString(folded) || noSurgery.MatchString(folded) {
		return "None", true
	}
	var found []string
	for value, stem := range map[string]*regexp.Regexp{"Myopic LVC": myopic, "Hyperopic LVC": hyperopic, "Radial Keratotomy": radial} {
		if stem.MatchString(folded) {
			found = append(found, value)
		}
	}
	offered := startsNone.MatchString(strings.TrimLeft(folded, "x")) // of a form, perhaps with its tick: "X No  LASIK  RK"
	if len(found) != 1 || len(folded) > 40 || offered || saysUntouched(folded) {
		return "", false // two kinds, a sentence, or what both columns say: "Unbehandelt Radiäre Keratotomie"
	}
	return found[0], true
}

// saysUntouched: the folded words begin or end with those for an eye without a surgery.
func saysUntouched(folded string) bool {
	for words := range untouched {
		if len(words) >= len("untreated") && (strings.HasPrefix(folded, words) || strings.HasSuffix(folded, words)) {
			return true
		}
	}
	return false
}

// choose translates the words of a report into the data model's.
func choose(field, folded string) (string, bool) {
	if field == "post_refractive" {
		return surgery(folded)
	}
	if field == "lens_status" {
		return lensStatus(folded)
	}
	v, ok := choices[field][folded]
	return v, ok
}

func fromList(values map[string]string) map[string]string {
	out := map[string]string{}
	for value, list := range values {
		for s := range strings.SplitSeq(list, "|") {
			out[fold(s)] = value
		}
	}
	return out
}

// ofLens: "IOL", "IOL-Wahl", and not the name of a device, "IOLMaster".
func ofLens(s string) bool {
	f := fold(s)
	return strings.HasPrefix(f, "iol") && !strings.HasPrefix(f, "iolmaster") || strings.HasPrefix(f, "lio") || strings.HasPrefix(f, "implant")
}

// bothEyes are the words, folded, for both eyes.
var bothEyes = wordSet(fold, "OU ODG AO beidseits beidseitig bds bilateral bilatéral bilatérale bilaterale beideAugen bothEyes ambosOjos ambosOlhos ambosOsOlhos lesDeuxYeux deuxYeux entrambiGliOcchi ambiGliOcchi")

// betweenEyes are the signs and words between the names of both eyes.
var betweenEyes = map[string]bool{"/": true, "+": true, "&": true, ",": true, "and": true, "und": true, "et": true, "e": true, "y": true}

// bothAt is how many items at i are the name of both eyes, 0 if they are none.
func bothAt(items []item, i int) int {
	var words strings.Builder
	for n := range min(3, len(items)-i) {
		words.WriteString(fold(items[i+n].text))
		if bothEyes[words.String()] {
			return n + 1
		}
	}
	if i+2 < len(items) && betweenEyes[items[i+1].text] && areBoth(items[i].text, items[i+2].text) {
		return 3
	}
	if first, second, ok := strings.Cut(items[i].text, "/"); ok && areBoth(first, second) {
		return 1
	}
	return 0
}

// areBoth: the texts, perhaps with a bracket before or behind, are the names of one eye and of the other: "(D" and "E)".
func areBoth(first, second string) bool {
	a, b := sideUnder(strings.Trim(first, "( )")), sideUnder(strings.Trim(second, "( )"))
	return a != "" && b != "" && a != b
}

// isStateWord: a word that may be one of those for a state.
func isStateWord(it item) bool {
	return it.plain(word) && !isFrame(it.text) && bothAt([]item{it}, 0) == 0
}
