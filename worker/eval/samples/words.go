package samples

import (
	"hash/fnv"
	"strings"
)

// words is one phrase in six languages. A phrase may have forms, "Male|M|male",
// of which a document uses one throughout.
type words struct{ en, de, es, fr, pt, it string }

// same is a phrase that every language writes alike.
func same(s string) words { return words{en: s} }

func (w words) in(lang string) string {
	s := map[string]string{"de": w.de, "es": w.es, "fr": w.fr, "pt": w.pt, "it": w.it}[lang]
	if s == "" {
		return w.en
	}
	return s
}

// say is the phrase in the report's language, in the document's way of writing.
func (e *exam) say(w words) string {
	forms := strings.Split(w.in(e.lang), "|")
	return e.spelt(forms[e.choice(w.en, len(forms))])
}

// pick is one of several synonyms, the same for the whole document.
func (e *exam) pick(list ...words) string {
	return e.say(list[e.choice("pick "+list[0].en, len(list))])
}

// choice is a number below n that depends on the document and on what.
func (e *exam) choice(what string, n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(what))
	x := h.Sum64() ^ e.salt
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return int((x >> 33) % uint64(n))
}

// word translates a value of the data model; nil and "" are missing.
func (e *exam) word(v *string, values map[string]words) string {
	if v == nil || *v == "" {
		return none
	}
	return e.say(values[*v])
}

// spelt writes a phrase as the document does: in capitals, without accents, or
// as it is.
func (e *exam) spelt(s string) string {
	if e.plain {
		s = plainText(e.lang, s)
	}
	if e.upper {
		s = capitals(s)
	}
	return s
}

// plainText writes without accents, as old software and some fonts do.
func plainText(lang, s string) string {
	if lang == "de" {
		s = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss").Replace(s)
	}
	return strings.NewReplacer("á", "a", "à", "a", "â", "a", "ã", "a", "é", "e", "è", "e", "ê", "e", "í", "i", "ì", "i",
		"ó", "o", "ò", "o", "ô", "o", "õ", "o", "ú", "u", "ù", "u", "ç", "c", "ñ", "n", "Á", "A", "À", "A", "É", "E", "È", "E",
		"Í", "I", "Ó", "O", "Ú", "U", "Ç", "C").Replace(s)
}

// capitals writes in capitals, but never units and what stands in brackets.
func capitals(s string) string {
	out := strings.Split(s, " ")
	for i, w := range out {
		switch {
		case strings.ContainsAny(w, "[]()/µ"), w == "mm", w == "n", w == "dpt":
		default:
			out[i] = strings.ToUpper(strings.ReplaceAll(w, "ß", "ss"))
		}
	}
	return strings.Join(out, " ")
}

var (
	lensWords = map[string]words{
		"Phakic":       {"Phakic", "Phak", "Fáquico", "Phaque", "Fácico", "Fachico"},
		"Phakic IOL":   {"Phakic IOL", "Phake IOL", "LIO fáquica", "LIO phaque|Implant phaque", "LIO fácica", "IOL fachica"},
		"Pseudophakic": {"Pseudophakic", "Pseudophak", "Pseudofáquico", "Pseudophaque", "Pseudofácico", "Pseudofachico"},
		"Aphakic":      {"Aphakic", "Aphak", "Afáquico", "Aphaque", "Afácico", "Afachico"},
	}
	surgeryWords = map[string]words{
		"None":       {"None|Untreated|No", "Keine|Unbehandelt", "Ninguna|No tratado", "Aucune|Non traité", "Nenhuma|Não tratado", "Nessuna|Non trattato"},
		"Myopic LVC": {"Myopic LVC|Myopic LASIK", "Myope LVC|Myope LASIK", "LVC miópico|LASIK miópico", "LVC myopique|LASIK myopique", "LVC miópico|LASIK miópico", "LVC miopico|LASIK miopico"},
		"Hyperopic LVC": {"Hyperopic LVC|Hyperopic LASIK", "Hyperope LVC|Hyperope LASIK", "LVC hipermetrópico|LASIK hipermetrópico", "LVC hypermétropique|LASIK hypermétropique",
			"LVC hipermetrópico|LASIK hipermetrópico", "LVC ipermetropico|LASIK ipermetropico"},
		"Radial Keratotomy": {"Radial Keratotomy|RK", "Radiäre Keratotomie|RK", "Queratotomía radial", "Kératotomie radiaire", "Ceratotomia radial|Queratotomia radial", "Cheratotomia radiale"},
	}
	// genderWords has no single letter where it would mean either: in Spanish M
	// is masculino and mujer.
	genderWords = map[string]words{
		"Male":   {"Male|M|male|MALE", "männlich|m|M|Männlich", "Hombre|Varón|Masculino", "Homme|Masculin|M", "Masculino|M|Homem", "Maschio|M|Maschile"},
		"Female": {"Female|F|female|FEMALE", "weiblich|w|W|Weiblich", "Mujer|Femenino|F", "Femme|Féminin|F", "Feminino|F|Mulher", "Femmina|F|Femminile"},
	}
)
