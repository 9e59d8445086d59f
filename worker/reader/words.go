package reader

import (
	"regexp"
	"strings"
)

// choices is field → folded words → value of the data model. What is not
// listed is not understood, and null.
var choices = map[string]map[string]string{
	"lens_status": fromList(map[string]string{
		"Phakic": "phakic|phak|phake Linse|phakes Auge|natural lens|natürliche Linse|natural|crystalline lens|phakic (natural lens)|" +
			"fáquico|fáquica|ojo fáquico|cristalino natural|phaque|phake|phakique|œil phaque|cristallin naturel|" +
			"fácico|fácica|facico|fachico|fachica|cristallino naturale|phakisch|faquico|phakic eye|natürlich|Eigenlinse",
		"Phakic IOL": "phakic IOL|phake IOL|PIOL|ICL|phakic + IOL|phakic ICL|phakic lens implant|phakic (ICL)|phakic (PIOL)|phakic intraocular lens|phake Intraokularlinse|" +
			"LIO fáquica|lente fáquica|LIO fáquico|lente intraocular fáquica|IOL fáquica|fáquico con LIO|ICL fáquica|fáquica LIO|fáquico LIO|" +
			"implant phaque|LIO phaque|LIO phake|IOL phaque|IOL phake|implant phake|lentille phaque|implant phakique|LIO phakique|IOL phakique|phaque LIO|phaque IOL|lentille intraoculaire phaque|" +
			"LIO fácica|lente fácica|IOL fácica|lente intraocular fácica|fácico LIO|fácica LIO|" +
			"IOL fachica|lente fachica|IOL fachico|LIO fachica|lente intraoculare fachica|fachico IOL|fachica IOL",
		"Pseudophakic": "pseudophakic|pseudophak|pseudophakic IOL|pseudophake IOL|pseudophakes Auge|pseudophakisch|IOL implanted|pseudophakia|" +
			"pseudofáquico|pseudofáquica|seudofáquico|seudofáquica|pseudofaquia|seudofaquia|ojo pseudofáquico|LIO pseudofáquica|pseudoafáquico|" +
			"pseudophaque|pseudophake|pseudo-phaque|œil pseudophaque|pseudophaquie|pseudophakique|" +
			"pseudofácico|pseudofácica|pseudofachico|pseudofachica|pseudofachia|IOL pseudofachica|occhio pseudofachico",
		"Aphakic": "aphakic|aphak|aphakes Auge|aphakisch|aphakia|afáquico|afáquica|afaquia|aphaque|aphake|aphaquie|aphakique|afácico|afácica|afachico|afachica|afachia|no lens",
	}),
	"gender": fromList(map[string]string{
		"Male":   "male|m|man|männlich|mann|herr|masculino|varón|hombre|masc|homme|masculin|h|uomo|maschio|maschile|homem|männl|mâle|xy",
		"Female": "female|f|woman|weiblich|w|Frau|femenino|femenina|mujer|feminino|feminina|fem|femme|féminin|féminine|donna|femmina|femminile|mulher|weibl",
	}),
}

// Words of previous surgery come in many forms; their stems tell them.
var (
	myopic    = regexp.MustCompile(`m[iy]op`)
	hyperopic = regexp.MustCompile(`hyp[eé]rop|hypermetrop|hipermetrop|hiperop|ipermetrop|hyperme`)
	radial    = regexp.MustCompile(`radial|radiar|^rk$|^kr$|^qr$|keratotom(ia|ie|y)r|^rkr`)
	untouched = fromList(map[string]string{"None": "none|untreated|no|keine|keiner|unbehandelt|nein|ninguna|ninguno|sin cirugía|no tratado|sin tratar|no tratada|" +
		"aucune|aucun|non|non traité|non traitée|nenhuma|nenhum|não|sem cirurgia|não tratado|não tratada|nessuna|nessuno|non trattato|non trattata|" +
		"virgin|normal|no surgery|no previous surgery|not treated|no refractive surgery|keine refraktive Chirurgie|nicht behandelt|sin cirugía previa|sin cirugía refractiva|" +
		"pas de chirurgie|sans|sem cirurgia prévia|sem tratamento|nessun intervento|nessuna chirurgia|naiv|naive|nicht operiert|sin tratamiento|sans traitement|none reported|sin intervención"})
)

// surgery reads the folded words after "refractive surgery".
func surgery(folded string) (string, bool) {
	if v, ok := untouched[folded]; ok {
		return v, true
	}
	var found []string
	for value, stem := range map[string]*regexp.Regexp{"Myopic LVC": myopic, "Hyperopic LVC": hyperopic, "Radial Keratotomy": radial} {
		if stem.MatchString(folded) {
			found = append(found, value)
		}
	}
	if len(found) != 1 || len(folded) > 40 {
		return "", false // two kinds, or a sentence
	}
	return found[0], true
}

// choose translates the words of a report into the data model's.
func choose(field, folded string) (string, bool) {
	if field == "post_refractive" {
		return surgery(folded)
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
