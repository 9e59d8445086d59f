package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printouts word their labels in more ways than a table of phrases can list
// ("profondeur de la chambre ant.", "Durchmesser der Hornhaut, horizontal"). A
// label that no phrase matches is told by what its words mean: each must be
// known, and together they must be one field's.

// meanings is what a word means, by its beginning, in any of the languages.
// Words of up to three letters, and those with "=", count whole. "K1" and the
// like mean several things at once.
var meanings = map[string]string{
	"length":     "l c len= length lang long comprim compr= comp= lunghez lungh= lung= dlug",
	"axial":      "axial axil assial assil achs ass= osiow",
	"axis":       "axis= achse= achslage= achsenlage= axe= eje= eixo= asse= ax",
	"eye":        "eye= eyes= auge= auges= augen= augapfel bulb glob ojo olho occhi oil ocul okul",
	"optical":    "optic optisch ottic optiqu otic opt=",
	"chamber":    "chamber kammer camara chambre camera cam ch vk komor",
	"anterior":   "anter ant front vorder vorn avant delant davant przedn",
	"posterior":  "poster post back hinter hint ruck arrier trase retro= rear tyln",
	"depth":      "depth tief profund profundidad prof= profond gleb gl",
	"outer":      "ext zewn extern ester est epi epit epith epithel epitel nablonk nablonek nabton",
	"inner":      "int wewn intern innere endo endothel endotel srodblon",
	"aqueous":    "aqueous acuos aqueu aquos acque kammerwasser aqd aq wodnist",
	"humour":     "humor humour humeur umor",
	"vitreous":   "vitr glaskorper",
	"thick":      "thick thk= th dick espes grosor gros= epais spess esp ep sp grub gr",
	"pachy":      "pachy paquim paqui= pachim pachi=",
	"cornea":     "corn hornhaut hh rogowk",
	"centre":     "centr center zentr",
	"lens":       "lens= linse lent= lente= lentill crist kristall crystal soczewk",
	"white":      "white weiss blanco= blanc= branco= bianco= bb wtw= w2w= ww= w biale= bialego= biel= bieli=",
	"distance":   "distan abstand dist=",
	"diameter":   "diam durchm dia= srednic",
	"horizontal": "horiz orizz hor= poziom",
	"limbus":     "limb",
	"iris":       "iris visib sichtb hvid=",
	"flat":       "flat flach vlak= plano= plana= plat= plate= piatt plask ptask",
	"steep":      "steep steil curvo= curva= cambr serre= serree= bomb ripid ingrem strett empinad pronunciad cerrad raid strom",
	"least":      "min minim= least=",
	"most":       "max maxim= most=",
	"more":       "mas= plus= mais= piu=",
	"meridian":   "meridi",
	"surface":    "surface superfic face= cara= faccia= oberflach",
	"power":      "power brechkraft brechwert puissanc potenc poder= poter",
	"kerat":      "kerat keratometr ker querat cerat cherat k sk simk= sim simul",
	"cone":       "keratocon keratokon queratocon ceratocon cheratocon",
	"total":      "total gesamt totz",
	"radius":     "radius radien radio= radi= rayon raio= raggio= krummungsrad r",
	"curvature":  "curvatur krummung courbur",
	"index":      "index indice indic ind= brechzahl",
	"refractive": "refr refraktiv refractiv rifr brechungs ref=",
	"state":      "status state= zustand estado= etat= statut stato= condi situa type= tipo= typ=",
	"place":      "place= sitz= sede=",
	"phakia":     "phak phaqu faqu fachi facic faki",
	"surgery":    "surg chirurg cirug cirurg chir cir operat operac operaz op= zabieg eingriff interven interv=",
	"treatment":  "treatm behandl vorbehandl tratam traitem trattam",
	"laser":      "laser lasik= lvc prk",
	"past":       "prev prec= prior fruh vorher voraus vorang earlier former precedent preced pregress antec antezed atcd= vorgesch vorbehandl voreingr preal past= zuruckl voroperat wczesn poprzed uprzed vorig eerder voorgaand",
	"planned":    "planned planif geplant previst prevu= prevue= program",
	"patient":    "patient pat= paz pazient pac pacient pt utent subject doente= assistit",
	"name":       "name= namen= nombre= nom= nome= nominativ",
	"first":      "first= given= forename vorname= prenom",
	"family":     "last= family= surname nachname= familien apellid apelid cognom sobrenom",
	"number":     "id ident= identif number nummer numero nr no n num code= codice= codigo= cod= kennung identific identit",
	"record":     "record chart mrn file= hospital= akte= akten dossier cartell histori expedient clinic prontuari process= processo= hc nhc",
	"birth":      "birth born= geburt gebor geb nacim nac naiss nasci nasc=",
	"date":       "date= dat= datum= fecha= data= dt f= d= jour= tag= day=",
	"time":       "time= uhrzeit hora= heure= ora=",
	"exam":       "exam untersuch unters= esam messung mess= mesur measur medic medid misur explorac acquisi adquisi aquisi aufnahm visit consult scan= study= studie estudo= estudio= etude= prueba= biometr test= meting onderzoek badani pomiar",
	"print":      "print gedruckt druck ausdruck impres stamp report= bericht informe= rapport relator refert creat erstell edit emiss emess emis issue generat generad genere= export",
	"sex":        "sex= sexe= sexo= sesso= geschlecht gender=",
	"mean":       "mean= averag avg mittel mittl media= medio= promedio= moyen moy",
	"pupil":      "pupil",
	"kappa":      "kappa alpha= alfa=",
	"angle":      "angl angol angul winkel ang",
	"rise":       "rise vault elevaz elevac fleche= clr",
	"age":        "age= alter= edad= idade= eta= lebensalter",
	"cylinder":   "cyl zyl cil zylind cilind cylind astig",
	"volume":     "volum",
	"AL":         "al axl=",
	"ACD":        "acd vkt pca",
	"AC":         "ac ca",
	"K1":         "k1 kf",
	"K2":         "k2 ks",
	"PK":         "pk",
	"TK":         "tk",
	"PK1":        "pk1",
	"PK2":        "pk2",
	"TK1":        "tk1",
	"TK2":        "tk2",
	"R1":         "r1 rf",
	"R2":         "r2 rs",
}

// meansSeveral is what an abbreviation stands for.
var meansSeveral = map[string]string{
	"AL": "length axial", "ACD": "chamber depth", "AC": "chamber anterior",
	"K1": "kerat flat", "K2": "kerat steep", "R1": "radius flat", "R2": "radius steep",
	"PK": "posterior kerat", "TK": "total kerat",
	"PK1": "posterior kerat flat", "PK2": "posterior kerat steep", "TK1": "total kerat flat", "TK2": "total kerat steep",
}

// wording is the meanings that a label of a field must have, and those that it
// may have besides.
type wording struct {
	role  role
	field string
	needs string // alternatives, apart by "|"
	may   string
}

var wordings = []wording{
	{measure, "AL", "length axial|length eye|length axis|axis axial", "eye optical axial exam"},
	{measure, "ACD", "chamber anterior|chamber depth", "anterior depth outer eye optical"},
	{other, aqueous, "aqueous|vitreous|inner chamber|chamber volume|chamber angle", "depth length humour thick inner chamber anterior angle volume eye"},
	{measure, "CCT", "thick cornea|pachy|thick centre|centre cornea", "thick cornea centre pachy"},
	{measure, "LT", "thick lens", "eye"},
	{measure, "WTW", "white|diameter cornea|diameter limbus|diameter iris", "distance cornea horizontal diameter limbus iris"},
	{measure, indexField, "index kerat|index cornea|index refractive|index number", "kerat cornea refractive number anterior power"},

	{power, "K1", "flat kerat|flat meridian|flat power", "kerat meridian power anterior cornea more least"},
	{power, "K2", "steep kerat|steep meridian|steep power", "kerat meridian power anterior cornea more most"},
	{power, "PK1", "flat posterior|flat kerat posterior|flat meridian posterior|flat power posterior", "kerat meridian power cornea more"},
	{power, "PK2", "steep posterior|steep kerat posterior|steep meridian posterior|steep power posterior", "kerat meridian power cornea more"},
	{power, "TK1", "flat kerat total", "more"},
	{power, "TK2", "steep kerat total", "more"},
	{radius, "K1", "flat radius", "curvature cornea anterior kerat meridian more"},
	{radius, "K2", "steep radius", "curvature cornea anterior kerat meridian more"},
	{measure, "K1_axis", "flat axis", "kerat meridian anterior cornea radius power"},
	{measure, "K2_axis", "steep axis", "kerat meridian anterior cornea radius power"},
	{measure, "PK1_axis", "flat axis posterior", "kerat meridian cornea"},
	{measure, "PK2_axis", "steep axis posterior", "kerat meridian cornea"},
	{measure, "TK1_axis", "flat axis total", "kerat"},
	{measure, "TK2_axis", "steep axis total", "kerat"},

	{choice, "lens_status", "lens state|phakia state|eye state|lens eye|lens place", "eye lens"},
	{choice, "post_refractive", "surgery refractive|surgery cornea|surgery past|surgery laser|laser past|refractive past|treatment past", "past anterior cornea refractive eye laser surgery state"},

	{text, "name", "patient name|name first family", "patient family first"},
	{text, surname, "family", "name patient"},
	{text, given, "first", "name patient"},
	{text, "id", "patient number|record number|patient record", "record number patient"},
	{choice, "gender", "sex", "patient"},
	{date, "date_of_birth", "birth date", "patient"},
	{date, "exam_date", "exam date", "time eye"},

	{other, "", "print date|print|time print|age|pupil|kappa|cylinder|rise|mean kerat|mean power|mean radius|total power",
		"date time lens kerat angle kappa diameter exam patient eye mean power cornea radius total anterior posterior print distance"},
}

// stemsOf is stem → meanings; whole is those that count whole.
var stemsOf, wholeWords = func() (map[string][]string, map[string][]string) {
	begins, whole := map[string][]string{}, map[string][]string{}
	for meaning, list := range meanings {
		means := []string{meaning}
		if several, ok := meansSeveral[meaning]; ok {
			means = strings.Fields(several)
		}
		for s := range strings.FieldsSeq(list) {
			stem, isWhole := strings.CutSuffix(s, "=")
			if stem = fold(stem); isWhole || len(stem) <= 3 {
				whole[stem] = append(whole[stem], means...)
			} else {
				begins[stem] = append(begins[stem], means...)
			}
		}
	}
	return begins, whole
}()

// meaningsOf is what a folded word means, nil if that is not known. A compound
// means what its parts do: "Hornhaut-dicke", "Vorder-kammer-tiefe".
func meaningsOf(w string) []string {
	if m, ok := wholeWords[w]; ok {
		return m
	}
	for n := len(w); n > 3; n-- {
		m, ok := stemsOf[w[:n]]
		if !ok {
			continue
		}
		rest := w[n:]
		if rest == "" {
			return m
		}
		for _, link := range []string{"", "n", "en", "s"} { // Achs-en-länge
			next, linked := strings.CutPrefix(rest, link)
			if more := meaningsOf(next); linked && more != nil && len(next) > 3 && !strings.HasPrefix(next, "flache") { // Hornhaut-fläche
				return append(slices.Clone(m), more...)
			}
		}
		if len(rest) <= longestEnding {
			return m
		}
	}
	return nil
}

// worded is the label that words of these meanings are, if they are one's.
func worded(means []string) (entry, bool) {
	for i := range wordedLabels {
		if wordedLabels[i].fits(means) {
			return wordedLabels[i].entry, true
		}
	}
	return entry{}, false
}

func (w *wordedLabel) fits(means []string) bool {
	return slices.ContainsFunc(w.needs, func(all []string) bool {
		return !slices.ContainsFunc(all, func(s string) bool { return !slices.Contains(means, s) }) &&
			!slices.ContainsFunc(means, func(s string) bool { return !slices.Contains(all, s) && !slices.Contains(w.may, s) })
	})
}

// wordedLabel is a wording in single words, and its label.
type wordedLabel struct {
	entry
	needs [][]string // alternatives
	may   []string
}

// wordedLabels has the labels of the table, so that a label in words and one by its
// abbreviation are twins.
var wordedLabels = func() []wordedLabel {
	out := make([]wordedLabel, len(wordings))
	for i, w := range wordings {
		at := slices.IndexFunc(labels, func(l label) bool { return l.role == w.role && l.field == w.field })
		out[i] = wordedLabel{entry: entry{label: &labels[at]}, may: strings.Fields(w.may)}
		for needs := range strings.SplitSeq(w.needs, "|") {
			out[i].needs = append(out[i].needs, strings.Fields(needs))
		}
	}
	return out
}()

// matchWorded is match by the meanings of words: how many tokens the longest
// label at the start takes. One word alone is left to the table.
func matchWorded(tokens []token) (n int, e entry) {
	if tokens[0].kind != word && tokens[0].text != "(" {
		return 0, entry{}
	}
	var means []string
	words, hyphen := 0, false
	for i := range min(len(tokens), longestWording) {
		if words > 0 && isHyphen(tokens, i) {
			hyphen = true
			continue
		}
		if endsWording(tokens, i) {
			break
		}
		more, known := meaningsAt(tokens, i, means)
		if !known {
			break
		}
		if len(more) == 0 {
			continue
		}
		means, words = append(means, more...), words+1
		if found, ok := worded(means); ok && (i == 0 || found.field != "lens_status" || !saysState(tokens[i])) && (words > 1 || len(means) > 1) && (!hyphen || found.role == power || found.role == radius) {
			if i == 0 || tokens[0].text == "(" || balanced(tokens[:withBracket(tokens, i+1)]) {
				n, e = i+1, found // no bracket ends inside: "Corneal thickness (Pachy Vertex N.)"
			}
		}
	}
	return withBracket(tokens, n), e
}

// nameEntry is the table's label of the patient's name.
var nameEntry = entry{label: &labels[slices.IndexFunc(labels, func(l label) bool { return l.field == "name" })]}

// isPatientAbbreviated: the word for the patient, cut short, begins the tokens: "Pat.: Sample,
// Sally".
func isPatientAbbreviated(tokens []token) bool {
	means := meaningsOf(fold(tokens[0].text))
	first, _ := utf8.DecodeRuneInString(tokens[0].text)
	return len(means) == 1 && means[0] == "patient" && len(tokens[0].text) <= 3 && unicode.IsUpper(first) && abbreviated(tokens, 0)
}

// saysState: the word is a state of the lens, and so the value of the label before it.
func saysState(t token) bool {
	_, ok := lensStatus(fold(t.text))
	return ok
}

// isHyphen: "K1 - flat".
func isHyphen(tokens []token, i int) bool {
	return tokens[i].kind == dash && tokens[i].isHyphen() && near(tokens[i-1], tokens[i])
}

// endsWording: token i is no part of the label before it.
func endsWording(tokens []token, i int) bool {
	t := tokens[i]
	unit := t.text == "," && i+1 < len(tokens) && unitOf(tokens[i+1].text) != "" // "AL, mm"
	return i > 0 && !near(tokens[i-1], t) || !phrasePart(t, i) || t.kind == number || t.text == "/" || unit
}

// meaningsAt is what token i means after words of the given meanings. Signs and
// small words mean nothing.
func meaningsAt(tokens []token, i int, before []string) (means []string, known bool) {
	for part := range strings.FieldsFuncSeq(tokens[i].text, partsPhrase) {
		if m := elision.FindStringSubmatchIndex(part); m != nil {
			part = part[m[2]:]
		}
		f := fold(part)
		m := meaningsOf(f)
		switch {
		case f == "", len(before) > 0 && (part == "al" || isFiller(f, before)): // "spessore corneale al centro"
			continue
		case part == "Ø":
			m = []string{"diameter"}
		case len(f) <= 2 && strings.ToLower(part) == part && part != "n" && !abbreviated(tokens, i):
			return nil, false // no abbreviation
		}
		if m == nil {
			return nil, false
		}
		means = append(means, m...)
	}
	return means, true
}

// isFiller: a word that changes nothing: "lente no olho", but not "patient no."
func isFiller(f string, before []string) bool {
	if f == "no" {
		_, number := worded(append(slices.Clone(before), meaningsOf(f)...))
		return !number
	}
	return small[f] || f == "na" || f == "in"
}

// abbreviated: a full stop follows the token.
func abbreviated(tokens []token, i int) bool {
	return i+1 < len(tokens) && tokens[i+1].text == "." && tokens[i+1].glued
}

// cylinders are the names, folded, of the difference between the powers of both meridians.
var cylinders = wordSet(fold, "CYL Zyl Cil Cylinder Zylinder Cilindro Cylindre Astigmatism Astigmatismus Astigmatismo Astigmatisme Astig AST")

// isCylinder: the label is such a name.
func isCylinder(it item) bool { return it.is(other) && cylinders[fold(it.text)] }
