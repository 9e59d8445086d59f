package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// item is a token, or the tokens of one label as one.
type item struct {
	token
	entry               // the label, if label is not nil
	from, upto int      // the tokens it was made of
	units      []string // a label's own: K1 [D/mm/°]
	end        float64  // of a label's units, on the page
	closed     bool     // a label with its colon
	pair       bool     // the first label of "K1 / K2", over values that are pairs
}

func (it item) is(r role) bool { return it.label != nil && it.role == r }

// fieldOf is the label's field if it has that role.
func (it item) fieldOf(r role) string {
	if it.is(r) {
		return it.field
	}
	return ""
}

// ofValue: the label of a value of an eye.
func ofValue(it item) bool {
	return it.is(measure) || it.is(power) || it.is(radius) || it.is(choice) && it.field != "gender" || it.is(axis)
}

// standsAnywhere: the label is of the eye also in a lens calculation: an index, and a state with its colon, "LS: phakic".
func standsAnywhere(it item) bool { return it.field == indexField || it.is(choice) && it.closed }

// plain reports a token of that kind which belongs to no label.
func (it item) plain(k kind) bool { return it.label == nil && it.kind == k }

// isHyphen: a dash of one character, which may stand between words.
func (t token) isHyphen() bool { return utf8.RuneCountInString(t.text) == 1 }

// upToLabel is the items before the next label.
func upToLabel(items []item) []item {
	if end := slices.IndexFunc(items, func(it item) bool { return it.label != nil }); end >= 0 {
		return items[:end]
	}
	return items
}

// isSign: a sign that means nothing by itself, or a hyphen.
func (it item) isSign() bool { return it.plain(symbol) || it.plain(dash) && it.isHyphen() }

// isIndex: the number is a keratometric index, with all its decimals.
func (it item) isIndex() bool {
	return it.plain(number) && decimals(it.text) > 2 && inRange(indexField, it.text)
}

// itemize finds the labels in a row's words.
func itemize(tokens []token, ocr bool) []item {
	var out []item
	for i := 0; i < len(tokens); {
		it := item{token: tokens[i], from: i, upto: i + 1}
		n := notMeasured(tokens[i:], i == 0)
		if n == 0 && len(out) > 0 && ofValue(out[len(out)-1]) {
			n = blotted(tokens[i:])
		}
		if n > 0 {
			it.kind, it.text, it.upto = dash, "---", i+n
			it.Box = it.Union(tokens[i+n-1].Box)
			out, i = append(out, it), it.upto
			continue
		}
		n, e := match(tokens[i:])
		if ocr && (i == 0 || !near(tokens[i-1], tokens[i])) {
			n, e = orBlurred(tokens[i:], n, e)
		}
		if n > 0 && mayStand(out, tokens, i, e) {
			it.entry, it.upto = e, i+n
			for _, t := range tokens[i+1 : i+n] {
				it.Box, it.conf, it.text = it.Union(t.Box), min(it.conf, t.conf), it.text+" "+t.text
			}
			end := it.upto
			if it.is(measure) {
				end = withRestOfBracket(tokens, i, end)
			}
			it.upto, it.units = afterLabel(tokens, again(tokens, end, e), e.role)
			it.upto = saidInWords(tokens, it.upto, e)
			it.end = tokens[it.upto-1].X1
			it.Box = withGluedSigns(it.Box, tokens[end:it.upto])
			it.closed = slices.ContainsFunc(tokens[end:it.upto], func(t token) bool { return t.text == ":" || t.text == "=" })
			if it.is(text) && !it.closed && runsOn(tokens, it.upto) {
				it = item{token: tokens[i], from: i, upto: i + 1}
				out, i = append(out, it), i+1
				continue
			}
		}
		out, i = append(out, it), it.upto
	}
	return mergeTwins(withSoleAxes(withDepths(withIndexNames(withLetters(out)))))
}

// withLetters joins the names of eyes in brackets with the letter before them that is short for them, though it may be a label elsewhere: "E (Esquerdo)", "P (oko prawe)".
func withLetters(items []item) []item {
	var out []item
	for _, it := range items {
		if last := len(out) - 1; last >= 0 && ofOneEye(it) && isShortForName(out[last], it) {
			it.from, it.Box, it.text = out[last].from, out[last].Union(it.Box), out[last].text+" "+it.text
			out = out[:last]
		}
		out = append(out, it)
	}
	return out
}

// isShortForName: the item is the letter with which a word of the name in brackets begins.
func isShortForName(letter, name item) bool {
	first, words := fold(letter.text), strings.Fields(name.text)
	return len(first) == 1 && unicode.IsLetter(rune(first[0])) && words[0] == "(" && letter.X1 < name.X0 && name.X0-letter.X1 < cellGap*name.Height() &&
		slices.ContainsFunc(words[1:], func(w string) bool { return strings.HasPrefix(fold(w), first) })
}

// soleAxes are the labels of the axis of one meridian, which Pentacam prints for both.
var soleAxes = map[string]*label{
	"flat":  {role: measure, field: "K1_axis", any: "axis (flat)"},
	"steep": {role: measure, field: "K2_axis", any: "axis (steep)"},
}

// isSoleAxis: the item is such a label.
func (it item) isSoleAxis() bool {
	return it.label != nil && (it.label == soleAxes["flat"] || it.label == soleAxes["steep"])
}

// soleAxisIn is the label of the axis whose meridian the items name in brackets, "(flat)", nil if they do not.
func soleAxisIn(items []item) *label {
	if len(items) != 3 || items[0].text != "(" || items[2].text != ")" {
		return nil
	}
	for _, meridian := range meaningsOf(fold(items[1].text)) {
		if l := soleAxes[meridian]; l != nil {
			return l
		}
	}
	return nil
}

// withSoleAxes makes one label of "Axis: (flat)" before a number.
func withSoleAxes(items []item) []item {
	var out []item
	for i := 0; i < len(items); i++ {
		it := items[i]
		for _, l := range soleAxes {
			if it.fieldOf(measure) == l.field && strings.Contains(it.text, "(") { // a phrase of its own
				it.entry = entry{label: l}
			}
		}
		k := i + 1
		if k < len(items) && items[k].text == ":" {
			k++
		}
		after := k + 3
		if after < len(items) && items[after].text == ":" {
			after++ // "Axis (flat): 172.4°"
		}
		if isAxisName(it.text) && after < len(items) && items[after].plain(number) {
			if l := soleAxisIn(items[k : k+3]); l != nil {
				it.entry, it.upto, it.Box = entry{label: l}, items[k+2].upto, it.Union(items[k+2].Box)
				i = k + 2
			}
		}
		out = append(out, it)
	}
	return out
}

// unknownLabel is the table's label of something that is no value of an eye.
var unknownLabel = entry{label: labelOf(other, "")}

// lengths are the fields that a page gives each eye once.
var lengths = wordSet(as, "AL ACD CCT LT WTW")

// withIndexNames finds labels of the keratometric index before such a number that only the number tells: "KI", as Tomey prints it (topographers have a
// keratoconus index of that name), an n with a lowered K, and "n (Keratometry):".
func withIndexNames(items []item) (out []item) {
	for i := 0; i < len(items); i++ {
		it := items[i]
		if n := indexName(items[i:]); n > 0 {
			i += n - 1
			it.entry, it.upto, it.Box = phrases["nk"], items[i].upto, it.Union(items[i].Box)
		}
		if it.fieldOf(measure) == indexField && inSurfacesBracket(out) {
			it.entry = unknownLabel
		}
		if i+1 < len(items) && it.fieldOf(measure) == indexField && items[i+1].plain(number) && len(out) > 0 && lengths[out[len(out)-1].fieldOf(measure)] {
			i++ // what the length was reckoned with, AL-Scan's "AL   n=1.3549"
			continue
		}
		out = append(out, it)
	}
	return out
}

// indexName is how many items name the keratometric index that follows them, signs between; 0: they do not.
func indexName(items []item) (n int) {
	it := items[0]
	if len(items) > 2 && it.text == "n" && items[1].text == "K" || len(items) > 2 && it.fieldOf(measure) == indexField && isBracketed(items[1]) && namesKeratometry(items[1]) {
		n = 2
	} else if it.is(other) && fold(it.text) == "ki" {
		n = 1
	}
	value := n
	for value < len(items) && items[value].isSign() {
		value++
	}
	if n == 0 || value == len(items) || !items[value].isIndex() {
		return 0
	}
	return n
}

// withDepths makes depths from inside the cornea of labels of the ACD whose word for it OCR saw apart, "Internal   ACD", and lens constants of those
// before the word for one, "ACD   const.".
func withDepths(items []item) []item {
	apart := func(a, b item) bool { return b.X0-a.X1 < tableGap*b.Height() }
	for i := range items {
		it := &items[i]
		if it.fieldOf(measure) != "ACD" {
			continue
		}
		if i > 0 && items[i-1].plain(word) && apart(items[i-1], *it) && slices.Contains(meaningsOf(fold(items[i-1].text)), "inner") {
			it.entry = aqueousEntry()
		}
		if i+1 < len(items) && !it.closed && items[i+1].is(other) && apart(*it, items[i+1]) && strings.HasPrefix(fold(items[i+1].text), "const") {
			it.entry = unknownLabel
		}
	}
	return items
}

// inSurfacesBracket: the items end in a bracket behind the name of another surface than the front, "Total Corneal Power (TCP IOL, n =".
func inSurfacesBracket(items []item) bool {
	for _, it := range slices.Backward(items) {
		if it.is(section) {
			return it.field != front && bracketed(items)
		}
	}
	return false
}

// isBracketed: the label stands in brackets.
func isBracketed(it item) bool {
	return strings.HasPrefix(it.text, "(") && strings.HasSuffix(it.text, ")")
}

// namesKeratometry: the words of the item mean keratometry.
func namesKeratometry(it item) bool {
	return slices.Contains(meaningsOf(fold(it.text)), "kerat")
}

// orBlurred is the label of n tokens, or a longer one that OCR misread. What a bracket behind the label
// holds is no misread letter: "Keratometry (n = 1.3375)". Nor is the name of an eye: "OD puissance totale".
func orBlurred(tokens []token, n int, e entry) (int, entry) {
	if n > 0 && (n < len(tokens) && tokens[n].text == "(" || e.role == eye && e.field != "") {
		return n, e
	}
	m, f := matchBlurred(tokens)
	beginsID := n > 0 && e.field == "id" && m == n+1 && len(tokens[n].text) == 1 && m < len(tokens) && hasDigit(tokens[m].text) // "N.º do processo R 4711"
	if m > n && !beginsID {
		return m, f
	}
	return n, e
}

// withRestOfBracket is where the label of tokens from i to end ends, if it ends within a bracket that goes on in words: "ACD (epithelium – lens)".
func withRestOfBracket(tokens []token, i, end int) int {
	open := 0
	for k := i; k < min(len(tokens), end+restOfBracket); k++ {
		switch {
		case tokens[k].text == "(":
			open++
		case tokens[k].text == ")":
			open--
		case k >= end && (tokens[k].kind == number || tokens[k].text == ":"): // "Biometry (Lens: phakic)"
			return end
		}
		if k >= end && open == 0 {
			return k + 1
		}
		if k+1 == end && open == 0 {
			return end
		}
	}
	return end
}

// withGluedSigns is the box of a label with the signs that directly follow it, "K1 post.".
func withGluedSigns(b layout.Box, after []token) layout.Box {
	for _, t := range after {
		if !t.glued || t.kind != symbol {
			break
		}
		b = b.Union(t.Box)
	}
	return b
}

// again passes over the other name of an eye: "OD / D".
func again(tokens []token, i int, e entry) int {
	if e.role == eye && i+1 < len(tokens) && tokens[i].text == "/" && near(tokens[i], tokens[i+1]) && sideUnder(tokens[i+1].text) == e.field {
		i += 2
	}
	return i
}

// What is printed for dashes, folded; abbreviations with their strokes or full
// stops.
var missingWords = func() map[string]bool {
	out := map[string]bool{}
	for s := range strings.SplitSeq("not measured|not available|not taken|nicht gemessen|keine Angabe|nicht verfügbar|no medido|no medida|no disponible|sin datos|non mesuré|non mesurée|non disponible|"+
		"no measurement|not examined|no exam|no examination|nicht untersucht|keine Untersuchung|sin examen|sin exploración|no examinado|non examiné|sans examen|pas d'examen|sem exame|não examinado|nessun esame|non esaminato|keine Messung|sin medición|sans mesure|sem medição|senza misura|nessuna misura|"+
		"nessuna misurazione|aucune saisie|no entry|kein Eintrag|keine Eingabe|brak pomiaru|brak danych|nie zmierzono|niet gemeten|geen meting|"+
		"no data|no measurement data|keine Daten|keine Messdaten|keine Werte|aucune donnée|pas de mesure|pas de données|pas de données de mesure|nessun dato|aucune mesure|"+
		"não medido|não medida|não disponível|sem dados|non misurato|non misurata|non disponibile|n/a|n.a.|n/d|n.d.|k.A.|n.m.|n/m|n.v.", "|") {
		out[strings.ReplaceAll(strings.ToLower(s), " ", "")] = true
	}
	return out
}()

// saidInWords is where a label ends that goes on with a dash and the same in words, "ACD [mm] – anterior chamber depth"; i if it does not.
func saidInWords(tokens []token, i int, e entry) int {
	if e.role != measure || i+1 >= len(tokens) || tokens[i].kind != dash || !near(tokens[i], tokens[i+1]) {
		return i
	}
	n, words := match(tokens[i+1:])
	if n < 2 || words.label != e.label {
		return i
	}
	return i + 1 + n
}

// notMeasured is how many tokens at the start say that there is no value. At the beginning
// of a line only a sign as "n/a" does, before its label, for sentences begin with words.
func notMeasured(tokens []token, begins bool) (n int) {
	if begins && (len(tokens) < 2 || !tokens[1].glued) {
		return 0
	}
	var text strings.Builder
	for i, t := range tokens[:min(len(tokens), 4)] {
		if i > 0 && !near(tokens[i-1], t) || t.kind == number {
			break
		}
		if text.WriteString(strings.ToLower(t.raw)); missingWords[text.String()] && (!begins || i+1 < len(tokens)) {
			n = i + 1
		}
	}
	return n
}

// blotted is how many tokens "***" or "-.--" takes, which is no value either.
func blotted(tokens []token) (n int) {
	for n < len(tokens) && (n == 0 || tokens[n].glued) && strings.Trim(tokens[n].raw, "*-–.") == "" {
		n++
	}
	if n < 2 {
		return 0
	}
	return n
}

// runsOn: "Patient prefers distance vision" is a sentence and no label.
func runsOn(tokens []token, i int) bool {
	if i == 0 || i >= len(tokens) || tokens[i].kind != word || !near(tokens[i-1], tokens[i]) {
		return false
	}
	for i+1 < len(tokens) && nobiliary[tokens[i].text] && tokens[i+1].kind == word && near(tokens[i], tokens[i+1]) {
		i++ // "Patient von Muster, Moritz"
	}
	return beginsSmall(tokens[i].text)
}

// match returns how many tokens the longest label at the start takes: a phrase
// of the table, or words that mean a field's.
func match(tokens []token) (n int, e entry) {
	if tokens[0].kind == dash || tokens[0].kind == at || tokens[0].kind == symbol && tokens[0].text != "(" && fold(tokens[0].text) == "" {
		return 0, entry{}
	}
	n, e = matchPhrase(tokens)
	n, e = atApexInBrackets(tokens, n, e)
	n, e = fromInside(tokens, n, e)
	if n > 0 && e.role == section && endsInHyphen(tokens, n) {
		return n, e // "Posterior keratometry (PK) - K1"
	}
	if m, f := matchWorded(tokens); m > n {
		return withoutID(tokens, m, f)
	}
	if n == 0 && isPatientAbbreviated(tokens) {
		return 1, nameEntry
	}
	return n, e
}

// atApexInBrackets makes of the word for the apex whose brackets name the thickness of the cornea, "Apex (central, CCT)", its label.
func atApexInBrackets(tokens []token, n int, e entry) (int, entry) {
	if n != 1 || n >= len(tokens) || tokens[n].text != "(" || fold(tokens[0].text) != "apex" {
		return n, e
	}
	end := slices.IndexFunc(tokens[n:], func(t token) bool { return t.text == ")" })
	if end < 0 || !slices.ContainsFunc(tokens[n:n+end], func(t token) bool { return t.text == "CCT" }) {
		return n, e
	}
	at := slices.IndexFunc(labels, func(l label) bool { return l.field == apexThickness })
	return n + end + 1, entry{label: &labels[at]}
}

// fromInside makes of a depth whose label, of n tokens, goes on "(Int.)" or
// "[Endo.]" that of the aqueous.
func fromInside(tokens []token, n int, e entry) (int, entry) {
	i := n
	for i < len(tokens) && (tokens[i].text == "." || i+1 < len(tokens) && isFrame(tokens[i].text) && tokens[i+1].text == "(") {
		i++
	}
	if n == 0 || e.field != "ACD" || !saysInside(tokens[i:]) {
		return n, e
	}
	i += 2
	for i < len(tokens) && tokens[i].kind == symbol && strings.ContainsAny(tokens[i].text, ".)]") {
		i++
	}
	return i, aqueousEntry()
}

// saysInside: the tokens begin with a bracket in which a depth is said to begin inside the cornea.
func saysInside(tokens []token) bool {
	return len(tokens) > 1 && (tokens[0].text == "(" || tokens[0].text == "[") && slices.Contains(meaningsOf(fold(tokens[1].text)), "inner")
}

// aqueousEntry is what the table of labels says of the depth of the aqueous.
func aqueousEntry() entry {
	return entry{label: &labels[slices.IndexFunc(labels, func(l label) bool { return l.field == aqueous })]}
}

// withoutID takes from the label of an ID, of n tokens, what the ID behind it begins with: another
// label of IDs, "ID MRN 4711", or a letter after an abbreviation, "Record no. N 4711", "N.º do processo N 4711".
func withoutID(tokens []token, n int, e entry) (int, entry) {
	if n < 2 || e.field != "id" || n >= len(tokens) || !hasDigit(tokens[n].raw) || !near(tokens[n-1], tokens[n]) || tokens[n-1].glued {
		return n, e
	}
	m, label := matchPhrase(tokens[:n-1])
	if m < n-1 {
		m, label = matchWorded(tokens[:n-1])
	}
	numbered := slices.ContainsFunc(tokens[:n-1], func(t token) bool { return t.text == "°" })
	_, again := matchPhrase(tokens[n-1 : n])
	if label.label != nil && label.field == "id" && (again.label != nil && again.field == "id" || len(tokens[n-1].text) == 1 && (tokens[n-2].text == "." || numbered)) {
		return m, label
	}
	return n, e
}

// endsInHyphen: a hyphen stands at token i, or after what is in brackets
// there.
func endsInHyphen(tokens []token, i int) bool {
	if i+2 < len(tokens) && tokens[i].text == "(" && tokens[i+2].text == ")" {
		i += 3
	}
	return i < len(tokens) && isHyphen(tokens, i)
}

// articles and verbs are abbreviations of the eyes in another language.
var articles = map[string]bool{"der": true, "dir": true}

// isNumero: the sign "N°" begins the tokens.
func isNumero(tokens []token) bool {
	return strings.EqualFold(tokens[0].text, "n") && len(tokens) > 1 && tokens[1].text == "°"
}

func matchPhrase(tokens []token) (n int, e entry) {
	var key strings.Builder
	for i, t := range tokens {
		if i > 0 && !near(tokens[i-1], t) || !phrasePart(t, i) && !qualifies(tokens, i) {
			break
		}
		part := foldToken(tokens, i)
		key.WriteString(part)
		if key.Len() > longestPhrase {
			break
		}
		spelt := key.Len() <= 3 && i > 0 && t.kind == word && !t.glued && !abbreviated(tokens, i) // "D x 93°" is no "dx"
		found, ok := phrases[key.String()]
		lower := found.capital && isWord(tokens, i)
		if i == 0 && (articles[t.text] && !abbreviated(tokens, i) || isNumero(tokens)) {
			continue // "von der Probe", "N° IPP"
		}
		if ok && strings.HasSuffix(found.field, "_axis") && slices.ContainsFunc(tokens[:i], func(t token) bool { return t.text == "/" }) {
			continue // "K1 / axis" has both values
		}
		if ok && !found.goesWith(tokens[i+1:]) {
			continue
		}
		stroke := found.stroke && !slices.ContainsFunc(tokens[:i], func(t token) bool { return t.text == "/" })
		if ok && part != "" && !spelt && !lower && !stroke && (t.kind != number || endsInNumber(tokens, i, found)) {
			n, e = i+1, found
		}
	}
	return withBracket(tokens, n), e
}

// goesWith reports whether what follows the phrase makes a label of it.
func (e entry) goesWith(after []token) bool {
	return (!e.numbered || startsNumber(e.role, after)) && (!e.saying || startsChoice(e.field, after))
}

// startsNumber: a number follows, perhaps after a colon or its unit in brackets. That of a meridian is the power or the radius of
// a surface of the cornea: "plano" is a refraction, too.
func startsNumber(r role, after []token) bool {
	end, _ := afterLabel(after, 0, measure)
	if end+1 < len(after) && after[end].kind == word && unitOf(after[end].text) != "" {
		end++ // "AXIAL mm  23.02"
	}
	if end == len(after) {
		return false
	}
	t := after[end]
	return t.kind == dash && r != power || t.kind == number && (r != power || inRange("K1_magnitude", t.text) || inRange("PK1_magnitude", strings.TrimPrefix(t.text, "-")) || isRadius(t.text))
}

// startsChoice: a few words follow, perhaps after a colon, that say something of the
// field, or dashes.
func startsChoice(field string, after []token) bool {
	i, _ := afterLabel(after, 0, choice)
	if i+1 < len(after) && sides[after[i].text] != "" {
		i++ // "Status: OD phakic"
	}
	if i >= len(after) {
		return false
	}
	words := 2 // "LS: IOL fachica"
	if field == "post_refractive" {
		words = 6 // "Z. n. myoper LASIK"
	}
	var said strings.Builder
	for k, t := range after[i:min(len(after), i+words)] {
		if k > 0 && !near(after[i+k-1], t) {
			break
		}
		said.WriteString(fold(t.text))
		if _, ok := choose(field, said.String()); ok {
			return true
		}
	}
	return after[i].kind == dash
}

// isWord: token i is no abbreviation in capitals, as "La" is no LA, and is not cut short by a full stop, except for "Ecc."
func isWord(tokens []token, i int) bool {
	return !isAbbreviation(tokens[i].text) && (!abbreviated(tokens, i) || isEccentricity(tokens[i].text))
}

// isEccentricity: "Ecc." is that of the cornea, "ECC" its thickness in several languages.
func isEccentricity(s string) bool { return fold(s) == "ecc" }

// isAbbreviation: AL, DoB. OCR takes some capitals of the longer ones for small
// letters, wTw.
func isAbbreviation(s string) bool {
	upper, lower := 0, 0
	for _, c := range s {
		if unicode.IsLower(c) {
			lower++
		} else if unicode.IsUpper(c) {
			upper++
		}
	}
	return lower == 0 || upper > 1 || upper == 1 && beginsSmall(s) || strings.ContainsAny(s, "12")
}

// withBracket adds the bracket that closes a phrase: "K1 (flat)".
func withBracket(tokens []token, n int) int {
	if n > 0 && n+1 < len(tokens) && tokens[n].text == "." && tokens[n].glued && tokens[n+1].text == ")" && !balanced(tokens[:n]) {
		n++ // "ACD (Ext.)"
	}
	if n > 0 && n < len(tokens) && (tokens[n].text == ")" || tokens[n].text == "]" && slices.ContainsFunc(tokens[:n], isOpen)) && tokens[n].glued {
		n++
	}
	return n
}

// balanced: every round bracket that opens among the tokens closes.
func balanced(tokens []token) bool {
	open := 0
	for _, t := range tokens {
		switch t.text {
		case "(":
			open++
		case ")":
			open--
		}
	}
	return open == 0
}

func isOpen(t token) bool { return t.text == "[" }

// foldToken is foldPart of a token. A letter with a full stop is an
// abbreviation, never a small word: "Prof. C. A."
func foldToken(tokens []token, i int) string {
	t := tokens[i]
	abbreviation := len(t.text) == 1 && i+1 < len(tokens) && tokens[i+1].text == "." && tokens[i+1].glued
	return foldPart(t.text, i == 0 || abbreviation)
}

// announces: a number ends a phrase ("axis 1") only where a value follows; else
// it is the value.
func announces(after []token) bool {
	return len(after) > 0 && (after[0].kind == number && !after[0].glued || strings.ContainsAny(after[0].text, ":=[("))
}

// endsInNumber: the number at i ends the phrase, "axis 1", "TK 1", and is no value.
func endsInNumber(tokens []token, i int, e entry) bool {
	return announces(tokens[i+1:]) || (e.role == power || e.role == radius) && endsCell(tokens, i)
}

// endsCell: nothing but words of other cells follows token i in the line, "TK 2   TK 1",
// or the other label of a pair, "TK 1 / TK 2".
func endsCell(tokens []token, i int) bool {
	numbers := false
	for k := i + 1; k < len(tokens); k++ {
		named := len(tokens[k].text) == 1 && tokens[k-1].kind == word && near(tokens[k-1], tokens[k])
		numbers = numbers || tokens[k].kind == number && !named
	}
	if i+2 < len(tokens) && tokens[i+1].text == "/" && tokens[i+2].kind == word && tokens[i+2].text == tokens[i-1].text {
		return true
	}
	return i+1 == len(tokens) || !near(tokens[i], tokens[i+1]) && !numbers || tokens[i+1].kind == word && len(tokens[i+1].text) <= 2 && near(tokens[i], tokens[i+1])
}

// phrasePart: phrases hold words, brackets and full stops, and at most a
// single digit that OCR has cut off ("K 1"). A colon ends them.
func phrasePart(t token, i int) bool {
	switch t.kind {
	case word:
		return true
	case number:
		return i > 0 && len(t.text) == 1
	case symbol:
		return t.text == "." || t.text == "_" || t.text == "(" || t.text == ")" || t.text == "-" || t.text == "/" || t.text == "," || t.text == "°" || fold(t.text) != ""
	}
	return false
}

// qualifies: token i is the colon of "Axis: (steep)", or a square bracket as in
// "ACD[Endo.]".
func qualifies(tokens []token, i int) bool {
	switch tokens[i].text {
	case ":":
		return i > 0 && i+1 < len(tokens) && tokens[i+1].text == "("
	case "[", "]":
		return i > 0
	}
	return false
}

// mayStand: a label starts a cell or follows a value. After an unknown word it
// is part of that word's phrase ("optimised ACD", "Testlens (ACD 5.2)"). A
// name or a remark before it ends at the label's colon.
func mayStand(before []item, tokens []token, i int, e entry) bool {
	if isRatio(tokens[i:], e) {
		return false
	}
	if isSex(tokens[i:], e) || i > 0 && strings.Contains(separators, tokens[i-1].text) || endsName(before, tokens[i:], e) || beginsEye(tokens, i, e) || isOfZone(tokens, i, e) {
		return true
	}
	if i > 0 && goesOnWord(tokens[i-1], tokens[i], e) {
		return false
	}
	if isNotChosen(tokens, i, e) || isDoctor(tokens[i:], e) || isOfAqueous(before, tokens, i, e) || endsDepth(before, tokens[i], e) || isDioptres(tokens, i) || isShift(tokens, i) || isQualifier(before, tokens, i, e) || isValueOf(before, tokens, i, e) || isKindOf(tokens, i, e) || isSurgeryIn(tokens[i:], e) || inRemark(before, tokens, i, e) || isBacksIndex(tokens, i, e) || isCount(tokens[i:], e) || isNasal(tokens[i:], e) || isArticle(before, tokens, i, e) || closesWrapped(tokens, i, e) || beginsName(before, tokens[i:], e) || isOfLens(tokens[i:], e) || namesThing(tokens[i:], e) {
		return false
	}
	for k := i - 1; k >= 0 && near(tokens[k], tokens[k+1]); k-- {
		if tokens[k].kind != symbol || fold(tokens[k].text) != "" {
			return mayFollow(before, tokens, k, i, e)
		}
		if tokens[k].text == ":" && isTopic(tokens[:k]) {
			return true // "Corneal power: K1"
		}
		bracketed := tokens[k].text == "(" && k == i-1 && closes(tokens[i:])
		owner := ownerOf(before, k-1)
		switch {
		case e.role == eye && k == i-1 && (tokens[k].text == "," || tokens[k].text == "/"):
			return true
		case bracketed && owner.label == nil:
			return true // "depth from the epithelium (ACD)"
		case bracketed && owner.field == aqueous:
			return false // "aqueous depth (ACD)"
		}
	}
	return true
}

// isDoctor: the title of a doctor and an initial read as the abbreviation of an eye: "Dr. T. Sample", as French "drt" for right.
func isDoctor(tokens []token, e entry) bool {
	return e.role == eye && len(tokens) > 2 && fold(tokens[0].text) == "dr" && tokens[1].text == "." && len(tokens[2].text) == 1
}

// isOfZone: a meridian behind the diameter of its zone, "φ3.0 R1".
func isOfZone(tokens []token, i int, e entry) bool {
	return (e.role == power || e.role == radius) && i > 0 && isDiameter.MatchString(tokens[i-1].text)
}

// beginsEye: the abbreviation of an eye and its name follow each other, much closer than the word before them: "Lens: phakic   OS left".
func beginsEye(tokens []token, i int, e entry) bool {
	if e.role != eye || e.field == "" || i == 0 || i+1 >= len(tokens) || tokens[i-1].kind != word {
		return false
	}
	_, next := match(tokens[i+1:])
	before, after := tokens[i].X0-tokens[i-1].X1, tokens[i+1].X0-tokens[i].X1
	return next.label != nil && next.role == eye && next.field == e.field && near(tokens[i], tokens[i+1]) && before > 2*after
}

// namesThing: an abbreviation begins the name of a thing, as of a lens: "CT Asphina 509". Behind it stands a word that is not known, with a capital, and a
// number without a unit.
func namesThing(tokens []token, e entry) bool {
	if !e.capital || e.role != measure || len(tokens) < 3 || tokens[1].kind != word || tokens[1].glued || !near(tokens[0], tokens[1]) || tokens[2].kind != number || !near(tokens[1], tokens[2]) {
		return false
	}
	name := fold(tokens[1].text)
	known := len(meaningsOf(name)) > 0 || phrases[name].label != nil || makers[name] != "" || devicePhrases[name] != nil
	unit := len(tokens) > 3 && near(tokens[2], tokens[3]) && unitOf(tokens[3].text) != ""
	first, _ := utf8.DecodeRuneInString(tokens[1].raw)
	return !known && !unit && unicode.IsUpper(first) && len(name) > fewLetters && decimals(tokens[2].text) == 0
}

// endsDepth: the lens is named at the end of a depth: in the brackets behind it, "ACD (epithelium – lens)", "ACD: 3.05 mm (epithelium – lens)", or behind a
// dash, "ACD epithelium – lens".
func endsDepth(before []item, t token, e entry) bool {
	if e.field != "LT" {
		return false
	}
	n := len(before)
	if n > 1 && (before[n-1].plain(dash) || before[n-1].text == "–") && near(before[n-1].token, t) && near(before[n-2].token, before[n-1].token) {
		return isDepth(before[n-2])
	}
	if t.text != "(" && !bracketed(before) {
		return false
	}
	for _, it := range slices.Backward(before) {
		if it.label != nil {
			return isDepth(it) || slices.Contains(meaningsOf(fold(it.text)), "outer")
		}
	}
	return false
}

// isDepth: the label of the depth of the chamber.
func isDepth(it item) bool {
	return it.fieldOf(measure) == "ACD" || it.label != nil && it.field == aqueous
}

// bracketed: a bracket is open where the items end.
func bracketed(items []item) bool {
	for _, it := range slices.Backward(items) {
		if strings.HasPrefix(it.text, "(") || strings.HasSuffix(it.text, ")") {
			return !strings.HasSuffix(it.text, ")")
		}
	}
	return false
}

// isBacksIndex: the index behind "Rückfläche" or "posterior" is that of the cornea's back, also in brackets, "Posterior (n=1.336)".
func isBacksIndex(tokens []token, i int, e entry) bool {
	if i > 1 && tokens[i-1].text == "(" {
		i--
	}
	return e.field == indexField && i > 0 && near(tokens[i-1], tokens[i]) && slices.Contains(meaningsOf(fold(tokens[i-1].text)), "posterior")
}

// goesOnWord: the token goes on with what stands before it, the P of "598135-P", or the name of a device, "Pentacam® AXL".
func goesOnWord(before, t token, e entry) bool {
	ofDevice := e.role == measure && (before.text == "®" || before.text == "™")
	return ofDevice || t.glued && (before.kind == number || before.text == "-" || before.text == "_")
}

// isCount: an n before a whole number says how many readings there were, "n=10". An index has decimals.
func isCount(tokens []token, e entry) bool {
	if e.field != indexField || tokens[0].text != "n" || len(tokens) < 3 || tokens[1].text != "=" || tokens[2].kind != number {
		return false
	}
	return decimals(tokens[2].text) == 0
}

// beginsName: a name begins with what is elsewhere the left eye, "Nom : LE GOFF".
func beginsName(before []item, tokens []token, e entry) bool {
	return e.field == leftEye && tokens[0].raw == "LE" && len(tokens) > 1 && tokens[1].kind == word && near(tokens[0], tokens[1]) &&
		len(before) > 0 && before[len(before)-1].fieldOf(text) == "name" && (before[len(before)-1].closed || near(before[len(before)-1].token, tokens[0]))
}

// isOfLens: the one word for a lens goes on with another that says no state, "Lens R front / back", "Lens Biometry": not its thickness.
func isOfLens(tokens []token, e entry) bool {
	n, _ := match(tokens)
	if e.field != "LT" || n != 1 || !lensWords[fold(tokens[0].text)] || len(tokens) < 2 {
		return false
	}
	next := tokens[1]
	_, state := lensStatus(fold(next.text))
	return next.kind == word && near(tokens[0], next) && unitOf(next.text) == "" && !state
}

// lensWords are the words, folded, for the lens of the eye.
var lensWords = wordSet(fold, "lens Linse lente cristallin cristalino cristallino")

// isArticle: behind a word that is no label stands what is elsewhere the left eye, "REÇU LE 02 SEPT 2021".
func isArticle(before []item, tokens []token, i int, e entry) bool {
	return e.field == leftEye && tokens[i].raw == "LE" && i > 0 && tokens[i-1].kind == word && near(tokens[i-1], tokens[i]) && len(before) > 0 && before[len(before)-1].label == nil
}

// closesWrapped: the word for the lens closes a bracket that was opened in the line above: "AQD (endo –" and below it "lens)   3.05 mm".
func closesWrapped(tokens []token, i int, e entry) bool {
	return e.field == "LT" && i == 0 && len(tokens) > 1 && tokens[1].text == ")"
}

// isRatio: the axial length is divided by the radius of the cornea, "AL/CR-Quotient".
func isRatio(tokens []token, e entry) bool {
	return e.field == "AL" && len(tokens) > 2 && tokens[1].text == "/" && tokens[2].kind == word && (strings.HasPrefix(tokens[2].raw, "CR") || strings.HasPrefix(tokens[2].raw, "RC"))
}

// isNasal: a capital N that no number follows is the nasal side of a map or an angle, and no index.
func isNasal(tokens []token, e entry) bool {
	if e.field != indexField || tokens[0].raw != "N" {
		return false
	}
	next := slices.IndexFunc(tokens, func(t token) bool { return t.kind == number })
	return next < 0 || next > 2 || decimals(tokens[next].text) == 0
}

// isDioptres: OCR has "44.97 Dx 161°" for "44.97 D x 161°", and an Italian's "Dx"
// is the right eye.
// They may stand apart before an axis, which has no decimals.
func isDioptres(tokens []token, i int) bool {
	if i == 0 || tokens[i-1].kind != number || !strings.EqualFold(tokens[i].text, "dx") {
		return false
	}
	ofPower := decimals(tokens[i-1].text) == 2 && inRange("K1_magnitude", strings.TrimPrefix(tokens[i-1].text, "-"))
	beforeAxis := i+1 < len(tokens) && tokens[i+1].kind == number && decimals(tokens[i+1].text) == 0
	return near(tokens[i-1], tokens[i]) || ofPower && beforeAxis && tokens[i].X0-tokens[i-1].X1 < columnGap*tokens[i].Height()
}

// isShift: "Dx / Dy" is how far the pupil stands beside the axis.
func isShift(tokens []token, i int) bool {
	return i+2 < len(tokens) && strings.EqualFold(tokens[i].text, "dx") && tokens[i+1].text == "/" && strings.EqualFold(tokens[i+2].text, "dy")
}

// isQualifier: what follows a measurement's label in brackets says from where it
// is measured, "CCT (pupil center)"; and behind that of a signal's quality what the signal is of, "SNR (AL)".
func isQualifier(before []item, tokens []token, i int, e entry) bool {
	if i > 0 && tokens[i-1].text == "(" {
		i--
	}
	if tokens[i].text != "(" {
		return false
	}
	owner := ownerOf(before, i-1)
	return e.role == other && e.field == "" && owner.is(measure) || e.role == measure && owner.label != nil && (owner.is(spread) || fold(owner.text) == "snr")
}

// otherTimes are the words before a date that is not this examination's.
var otherTimes = wordSet(fold, "next previous prior last earlier first planned nächste nächster letzte letzter frühere vorherige geplante próximo próxima anterior último última previo previa "+
	"vorige vorig eerdere eerder volgende laatste poprzedni poprzednia poprzednie poprzednio wcześniejsze ostatnie następne prochain prochaine dernier dernière précédent précédente antérieur antérieure prossimo prossima ultimo ultima precedente")

// mayFollow: the label at i may stand in one cell with token k, the last before
// it that is no sign.
func mayFollow(before []item, tokens []token, k, i int, e entry) bool {
	owner := ownerOf(before, k)
	if e.role == eye && owner.label == nil && len(fold(tokens[k].text)) <= 4 && (k == 0 || !near(tokens[k-1], tokens[k]) || tokens[k-1].kind != word || ownerOf(before, k-1).is(eye)) {
		return true // what OCR makes of the Œil in "Œil droit"
	}
	if e.role == eye && ofLens(tokens[k].text) && (i+1 == len(tokens) || !near(tokens[i], tokens[i+1])) {
		return true // "EyeSuite IOL OD"
	}
	if e.role == date && otherTimes[fold(tokens[k].text)] {
		return false
	}
	if n, _ := match(tokens[i:]); e.role == date && i+n < len(tokens) && dated(withoutStop(tokens[i+n:])) {
		return true // "this patient, examined on 2 May 2025", "Muster, Eva geb. 30.01.1957"
	}
	if n, _ := match(tokens[i:]); e.field == indexField && i+n < len(tokens) && tokens[i+n].text == "=" {
		return true // "Mode: cataract n = 1.3375"
	}
	known := owner.label != nil || tokens[k].kind != word || unitOf(tokens[k].text) != ""
	return known || (e.role == text || e.role == date || e.role == choice || e.field == "LT") && endsInColon(tokens[i:])
}

// withoutStop is the tokens without the stop of an abbreviation at their start.
func withoutStop(tokens []token) []token {
	if len(tokens) > 0 && tokens[0].text == "." {
		return tokens[1:]
	}
	return tokens
}

// inRemark: what follows "Previous biometer:", which is no label, in the same
// cell is no measurement of today. What follows "Corneal power:" is.
func inRemark(before []item, tokens []token, i int, e entry) bool {
	if e.role != measure && e.role != power && e.role != radius && e.role != choice {
		return false
	}
	if (e.role == choice || e.field == "LT") && endsInColon(tokens[i:]) {
		return false // "History: Lens: phakic"
	}
	for k := i - 1; k > 0 && near(tokens[k], tokens[k+1]); k-- {
		if tokens[k].text == ":" && ownerOf(before, k-1).label == nil && (tokens[k-1].kind == word || tokens[k-1].text == ")") {
			return !isTopic(tokens[:k])
		}
	}
	return false
}

// topics are what the words of a row's title may mean.
var topics = []string{"axial", "length", "exam", "cornea", "power", "kerat", "anterior", "posterior", "total", "eye", "optical", "curvature", "chamber", "surface"}

// isTopic: the words at the end are all of what is measured.
func isTopic(tokens []token) bool {
	known := 0
	for k := len(tokens) - 1; k >= 0 && (k == len(tokens)-1 || near(tokens[k], tokens[k+1])); k-- {
		f := fold(tokens[k].text)
		if f == "" || small[f] {
			continue
		}
		means := meaningsOf(f)
		if len(means) == 0 || slices.ContainsFunc(means, func(m string) bool { return !slices.Contains(topics, m) }) {
			return false
		}
		known++
	}
	return known > 0
}

// isValueOf: what follows "Patient ID:" in its cell is the ID, be it "LT 4", and
// "6 DE MAYO DE 1940" holds no deviation, unless a colon says that it is a
// label too. Headings of eyes always count: to lose one would give its values
// to the other eye.
func isValueOf(before []item, tokens []token, i int, e entry) bool {
	if e.role == text && e.field == "id" {
		return beginsID(before, tokens, i)
	}
	if e.role == eye || e.role == section || e.role == text || e.role == date {
		return false
	}
	next := tokens[i]
	for _, last := range slices.Backward(before) {
		if last.label != nil {
			if e.field == "gender" && last.is(date) {
				return false // heads over their values: "Date of birth   Gender   Patient ID"
			}
			beside := next.X0-last.X1 < cellGap*next.Height() || last.upto == i && next.X0-tokens[i-1].X1 < cellGap*next.Height()
			return beside && (last.is(text) || last.is(date)) && !endsInColon(tokens[i:])
		}
		if !near(last.token, next) {
			return false
		}
		next = last.token
	}
	return false
}

// beginsID: what follows the label of an ID is an ID that begins with the name of one:
// "Patient ID  MRN 4711", "ID: HC-118.402".
func beginsID(before []item, tokens []token, i int) bool {
	n, _ := match(tokens[i:])
	end := i + n
	for end < len(tokens) && tokens[end].glued && tokens[end].kind == symbol && tokens[end].text != ":" {
		end++
	}
	follows := end < len(tokens) && end > i && near(tokens[end-1], tokens[end]) && hasDigit(tokens[end].raw)
	last := len(before) - 1
	return follows && last >= 0 && before[last].label != nil && before[last].field == "id"
}

// endsName: no name goes on with "Chart # P0006277".
func endsName(before []item, tokens []token, e entry) bool {
	n, _ := match(tokens)
	if len(before) == 0 || e.role != text && e.role != date || len(fold(tokens[0].text)) < 4 && e.field != "id" {
		return false
	}
	label := len(before) - 1
	for label >= 0 && before[label].label == nil {
		label--
	}
	if label < 0 || before[label].field != "name" && before[label].field != surname && before[label].field != given {
		return false
	}
	for _, t := range tokens[n:min(len(tokens), n+3)] {
		if t.kind != symbol {
			return hasDigit(t.text)
		}
	}
	return false
}

// isSex: "Sex male" begins no matter how close it stands to the name.
func isSex(tokens []token, e entry) bool {
	if e.field != "gender" {
		return false
	}
	n, _ := match(tokens)
	if n >= len(tokens) {
		return false
	}
	_, known := choose(e.field, fold(tokens[n].text))
	return known || blotted(tokens[n:]) > 0 || tokens[n].kind == dash
}

// isKindOf: LVC is a label in "LVC: none" and a part of the value in "Refractive
// surgery   LVC myopic".
func isKindOf(tokens []token, i int, e entry) bool {
	if e.role != choice || len(tokens[i].text) != 3 {
		return false
	}
	n, _ := match(tokens[i:])
	return n == 1 && i+1 < len(tokens) && tokens[i+1].kind == word && near(tokens[i], tokens[i+1])
}

// isSurgeryIn: the bare word "surgery" stands in a title or a sentence, and is no label, because no colon follows it.
func isSurgeryIn(tokens []token, e entry) bool {
	n, _ := match(tokens)
	return e.role == choice && e.field == "post_refractive" && n == 1 && bareSurgery[fold(tokens[0].text)] && (len(tokens) < 2 || tokens[1].text != ":")
}

var bareSurgery = wordSet(fold, "surgery chirurgie cirugía chirurgia")

// isOfAqueous: the label stands in the bracket behind that of a depth from inside the cornea, "AQD (endothelium - lens)".
func isOfAqueous(before []item, tokens []token, i int, e entry) bool {
	if e.role != measure {
		return false
	}
	for k := i - 1; k > 0 && near(tokens[k], tokens[k+1]); k-- {
		switch tokens[k].text {
		case ")", "]":
			return false
		case "(", "[":
			return ownerOf(before, k-1).fieldOf(other) == aqueous
		}
	}
	return false
}

func ownerOf(items []item, k int) item {
	for _, it := range items {
		if it.from <= k && k < it.upto {
			return it
		}
	}
	return item{}
}

// closes: the label at the start is all that its bracket holds.
func closes(tokens []token) bool {
	n, _ := match(tokens)
	return n > 0 && (tokens[n-1].text == ")" || n < len(tokens) && tokens[n].text == ")")
}

func endsInColon(tokens []token) bool {
	n, _ := match(tokens)
	if n > 0 && n < len(tokens) && tokens[n].text == "." {
		n++
	}
	return n > 0 && n < len(tokens) && tokens[n].text == ":"
}

// dated: a date follows, perhaps after small words.
func dated(tokens []token) bool {
	for len(tokens) > 1 && (tokens[0].text == ":" || small[tokens[0].text]) {
		tokens = tokens[1:]
	}
	raw, _ := join(tokens[:min(len(tokens), 7)])
	_, ok := day(raw, dayFirst, "", false)
	return ok
}

// afterLabel passes over what stands between a label and its value: colons,
// and the units in brackets, which it returns.
func afterLabel(tokens []token, i int, r role) (end int, units []string) {
	if r == eye || r == section {
		return i, nil
	}
	for i < len(tokens) {
		if zone := diameterAfter(tokens, i, r); zone > 0 {
			i += zone
			continue
		}
		switch t := tokens[i]; {
		case t.kind == word && r != text && optional[fold(t.text)]: // "LT (mm) optional", in a form of a formula
			i++
		case t.text == ":", t.text == "=", t.text == ".", t.text == "…", r == text && (t.text == "#" || t.text == "°"):
			i++
		case r == date && (t.kind == word && small[fold(t.text)] && (len(t.text) > 1 || small[t.text]) || t.text == "/" || t.text == "(" || t.text == ")"): // nato/a il, nato(a) il 12/03/1950
			i++
		case t.text == "," && i+1 < len(tokens) && unitOf(tokens[i+1].text) != "": // "AL, mm"
			units, i = append(units, unitOf(tokens[i+1].text)), i+2
		case isSignOfAxis(tokens, i, r, len(units) > 0):
			i++
		case t.kind == dash && r == measure && i+1 < len(tokens) && tokens[i+1].kind == word && slices.Contains(meaningsOf(fold(tokens[i+1].text)), "outer"):
			i += 2 // "anterior chamber depth (ACD) - epithelium"
		case t.text == "/" && len(units) > 0 && (bracketFollows(tokens[i+1:]) || i+1 < len(tokens) && isSignOfAxis(tokens, i+1, r, true)):
			i++ // K1 [D] / @ [°], K1 [D] / @   41.98 @ 174
		case t.text == "(" && r == choice && alternatives(tokens[i:]) > 0:
			i += alternatives(tokens[i:])
		case t.text == "(" && (r == power || r == radius) && angleOfZone(tokens[i:]):
			i += len("(15°)") - 1
		case t.text == "[", t.text == "(":
			end, in := unitGroup(tokens, i)
			if end == i {
				return i, units
			}
			i, units = end, append(units, in...)
		default:
			return i, units
		}
	}
	return i, units
}

// bracketFollows: the tokens begin with a bracket, perhaps behind the sign of an axis.
func bracketFollows(tokens []token) bool {
	if len(tokens) > 0 && tokens[0].kind == at {
		tokens = tokens[1:]
	}
	return len(tokens) > 0 && strings.ContainsAny(tokens[0].text, "[(")
}

// isSignOfAxis: token i is the sign of an axis in a label: before the axis' own unit, "K1 [D] @ [°]", or behind the unit of a meridian whose value follows
// with its axis, "K1 [D] @   36.14 @ 121°".
func isSignOfAxis(tokens []token, i int, r role, hasUnit bool) bool {
	t, rest := tokens[i], tokens[i+1:]
	if (t.kind == at || t.kind == word && len(t.text) == 1) && i > 0 && near(tokens[i-1], t) && len(rest) > 0 && strings.ContainsAny(rest[0].text, "[(") {
		return true
	}
	pair := len(rest) > 2 && rest[0].kind == number && decimals(rest[0].text) > 0 && rest[1].kind == at && rest[2].kind == number
	return t.kind == at && hasUnit && pair && (r == power || r == radius)
}

// angleOfZone: the tokens begin with the angle of a zone of the cornea in brackets, and a value with an axis of its own follows: "(15°): 42.6 D @ 5°".
func angleOfZone(tokens []token) bool {
	if len(tokens) < 7 || tokens[1].kind != number || tokens[2].text != "°" || tokens[3].text != ")" {
		return false
	}
	rest := tokens[4:]
	for len(rest) > 2 && (rest[0].text == ":" || rest[0].kind == number || unitOf(rest[0].text) == "diopters") {
		rest = rest[1:]
	}
	return rest[0].kind == at && rest[1].kind == number
}

// diameterAfter is how many tokens the diameter of a zone takes that stands behind the label of a meridian, "K1 (flat) φ2.5 mm", "K1 2.4mm"; 0 if none does.
func diameterAfter(tokens []token, i int, r role) (n int) {
	if r != power && r != radius && r != axis {
		return 0
	}
	mm := diameterAt(tokens[i:])
	inMillimeters := func(n int) bool { return i+n < len(tokens) && unitOf(tokens[i+n].text) == "mm" }
	switch {
	case mm > 0 && hasDigit(tokens[i].text):
		n = 1
	case mm > 0:
		n = 2
	case tokens[i].kind == number && inMillimeters(1):
		mm, n = atof(tokens[i].text), 1
	}
	switch {
	case mm < leastZone || mm > mostZoneOfItem:
		return 0
	case inMillimeters(n):
		return n + 1
	}
	return n
}

// separators are the signs between what a line says of several things: "Lens: phakic · Vitreous: normal".
const separators = "|·•●;"

// isNotChosen: the index at i is an option that was not chosen, "● K Index 1.3375   ○ K Index 1.332".
func isNotChosen(tokens []token, i int, e entry) bool {
	return i > 0 && e.field == indexField && notChosen[tokens[i-1].text] && near(tokens[i-1], tokens[i])
}

// notChosen are the signs before what was not chosen.
var notChosen = wordSet(as, "○ ◯ ☐ □")

// optional are the words for what need not be filled in.
var optional = wordSet(fold, "optional optionnel opcional opzionale facoltativo facultatif")

// alternatives is how many tokens "(M/F)" takes, 0 if something else stands there.
func alternatives(tokens []token) int {
	if len(tokens) < 5 || tokens[2].text != "/" || tokens[4].text != ")" || len(tokens[1].text) > 1 || len(tokens[3].text) > 1 {
		return 0
	}
	return 5
}

// lostMicro is what OCR makes of µm in brackets.
var lostMicro = wordSet(as, "m jm")

// unitGroup returns the end of a bracket that holds only units, or i. OCR
// blurs what is in square brackets, so there anything without a number goes.
func unitGroup(tokens []token, i int) (end int, units []string) {
	square := tokens[i].text == "["
	for k := i + 1; k < len(tokens) && k < i+9; k++ {
		switch t := tokens[k]; {
		case t.text == "]" && square, t.text == ")" && !square:
			return k + 1, units
		case t.kind == word && unitOf(t.text) != "":
			units = append(units, unitOf(t.text))
		case t.conf < layout.Certain && lostMicro[t.text]:
			units = append(units, "micrometers")
		case t.text == "°", len(units) > 0 && t.kind == word && isAxisName(t.text): // "(D @ axis)"
			units = append(units, degrees)
		case t.kind == at && k > i+1:
		case t.text == "/", t.text == ",", t.text == ";", t.text == "|":
		case square && t.kind == word && slices.Contains(meaningsOf(fold(t.text)), "inner"):
			return i, nil // "Anterior chamber depth [Endo]"
		case square && t.kind != number:
		default:
			return i, nil
		}
	}
	return i, nil
}

func isAxisName(s string) bool {
	e, known := phrases[fold(s)]
	return known && e.role == axis || fold(s) == "as" // Dutch, an English word elsewhere
}

// mergeTwins joins a label that says the same twice: "Axial length AL", "Axial
// length (AL)", "AL - axial length".
func mergeTwins(items []item) []item {
	var out []item
	for i := 0; i < len(items); i++ {
		it := items[i]
		if it.label != nil && it.role != eye && it.role != section && it.role != axis && it.role != spread {
			for k := twin(it, items, i); k > i; k = twin(it, items, i) {
				it.Box, it.upto, it.units, it.closed = it.Union(items[k].Box), items[k].upto, append(it.units, items[k].units...), items[k].closed
				if items[k].is(power) && !slices.Contains(it.units, "mm") || it.is(choice) && items[k].is(measure) {
					it.entry = items[k].entry
				}
				if i = k; k+1 < len(items) && items[k+1].text == ")" && items[k+1].plain(symbol) {
					i, it.upto = k+1, items[k+1].upto
				}
			}
		}
		out = append(out, it)
	}
	return out
}

// twin returns the item after i that repeats the label, or i. Only signs may
// stand between the two, and an abbreviation and its words may be a column
// away: "AL [mm]    axial length    23.45".
func twin(label item, items []item, i int) int {
	if mayBeLeft(items, i) {
		return i
	}
	if k := i + 1; k < len(items) && label.is(choice) && label.field == "lens_status" && items[k].fieldOf(measure) == "LT" && isBracketed(items[k]) && near(items[i].token, items[k].token) {
		return k // OA-2000's "Soczewka (Lens)"
	}
	if label.is(radius) && i+2 < len(items) && items[i+1].text == "/" && items[i+2].is(power) && items[i+2].field == label.field {
		return i + 2 // "Rf / K1 (flat)   7.98 mm   42.3 D"
	}
	if k := i + 1; k < len(items) && label.is(radius) && slices.Contains(label.units, "mm") && items[k].is(power) && items[k].field == label.field && !hasDigit(items[k].text) && items[k].X0-max(items[i].X1, items[i].end) < columnGap*label.Height() {
		return k // "R1 [mm] flat   7.98"
	}
	if k := i + 1; k < len(items) && items[k].meansSame(label) && !label.closed && fold(items[k].text) != fold(label.text) && (!label.is(other) || label.field != "" || near(label.token, items[k].token)) && (items[k].X0-items[i].X1 < columnGap*label.Height() || isShortFor(label.text, items[k].text) || isShortFor(items[k].text, label.text)) {
		return k
	}
	for k := i + 1; k < len(items) && k <= i+3; k++ {
		switch it := items[k]; {
		case it.X0-items[k-1].X1 > cellGap*max(it.Height(), label.Height()): // a dash is low
			return i
		case it.meansSame(label) && fold(it.text) != fold(label.text): // "SimK1  SimK1 A" are two columns
			return k
		case it.label != nil, it.kind != symbol && strings.Trim(it.text, "-–—") != "", label.closed:
			return i
		}
	}
	return i
}

// mayBeLeft: item i is "LA", which in German is the left eye, "LA   Axiallänge   23,45", unless what it stands for follows in brackets.
func mayBeLeft(items []item, i int) bool {
	return items[i].text == "LA" && i+1 < len(items) && !strings.HasPrefix(items[i+1].text, "(")
}

// isShortFor: the first may be the abbreviation of the second, "AL" of "axial length", "K1" of "flat".
func isShortFor(short, long string) bool {
	a, b := fold(short), fold(long)
	return len(a) <= shortForm && len(b) > shortForm || hasDigit(a) && !hasDigit(b)
}

// meansSame: both are labels of one field, also "Apex thickness (CCT)".
func (it item) meansSame(other item) bool {
	if it.label == nil || other.label == nil || it.label == other.label {
		return it.label == other.label
	}
	return it.field == "CCT" && other.field == apexThickness || it.field == apexThickness && other.field == "CCT"
}

// announcesOther: another label begins here, which is no part of a value as
// "LVC", "IOL" or "cristalino" are.
func announcesOther(it item) bool {
	if it.label == nil {
		return false
	}
	switch it.role {
	case text, date, power, radius, section:
		return true
	case eye:
		return it.field != "" // "Ojo fáquico"
	case choice:
		return it.field == "gender" || it.closed
	case measure:
		return it.field != "LT"
	}
	return false
}

// ofOneEye: the name of either eye, and not the word "eye" itself.
func ofOneEye(it item) bool { return it.fieldOf(eye) != "" }

// isWordEye: the word "eye" itself, also where it is no label.
func isWordEye(it item) bool {
	e := phrases[fold(it.text)]
	return e.label != nil && e.role == eye && e.field == ""
}

// sideUnder is the eye that a text below a heading "Eye" means.
func sideUnder(text string) string {
	if side := sides[text]; side != "" {
		return side
	}
	return sideLetters[text]
}

// sides are the eyes below a column that is headed "Eye".
var sides = map[string]string{"OD": rightEye, "OS": leftEye, "RA": rightEye, "LA": leftEye, "R": rightEye, "L": leftEye, "RE": rightEye, "LE": leftEye, "OG": leftEye, "OE": leftEye, "OI": leftEye}

// sideLetters are those that only a heading "Eye" makes sure of: D is right in
// the Romance languages and dioptres everywhere.
var sideLetters = map[string]string{"D": rightEye, "G": leftEye, "I": leftEye, "E": leftEye, "S": leftEye}

// join writes tokens as they are printed.
func join(tokens []token) (string, float64) {
	var b strings.Builder
	conf := 100.0
	for i, t := range tokens {
		if i > 0 && !t.glued {
			b.WriteByte(' ')
		}
		b.WriteString(t.raw)
		conf = min(conf, t.conf)
	}
	return strings.TrimSpace(b.String()), conf
}

// foldedItems is the text of the items, folded.
func foldedItems(items []item) string {
	var b strings.Builder
	for _, it := range items {
		b.WriteString(fold(it.text))
	}
	return b.String()
}

// afterBracket passes over a bracket.
func afterBracket(items []item, i int) int {
	for k := i + 1; k < len(items) && k < i+10; k++ {
		if items[k].text == ")" || items[k].text == "]" {
			return k + 1
		}
	}
	return i + 1
}

// isMean: the item begins the row of the mean of single readings.
func isMean(it item) bool { return it.is(mean) || it.text == "Ø" }
