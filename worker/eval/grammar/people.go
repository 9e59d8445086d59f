package grammar

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"biom/worker/eval/samples"
)

// The names of the people, who do not exist. A person who is printed in two fields has the
// same initials in either order, because a reader may put either first.
var (
	surnames = phrases{
		"Sample|Testcase|Specimen|Placeholder|O'Sample|Makebelieve|Nonesuch|Test-Person", "Mustermann|Beispiel|Probefall|von Muster|Müller-Muster|Niemandsland|Öhlmuster", "Ejemplo Muestra|García Ejemplo|Prueba|Inventado Ruiz|Modelo|Ñoño Ficticio",
		"Exemple|Dupont-Test|Échantillon|Maquette|D'Exemple|Personne", "Exemplo|da Amostra|Teste Modelo|Fictício|Sousa-Teste|Ninguém", "Esempio|Rossi Prova|D'Esempio|Campione|Modello|Inventato",
	}
	givens = phrases{
		"Sally|Theodore|Dora|Paul|Nora Jane|Martin|Winifred A.|Tabitha", "Erika|Bernd|Jördis|Karl|Anna Lena|Günther|Moritz", "María|José Luis|Pilar|Íñigo|Ana|Óscar|Manuela",
		"Amélie|Jean|Zoé|Marie-Claude|Mathilde|François", "João|Conceição|Ana Luísa|Gonçalo|Antónia|Fernanda", "Niccolò|Giulia|Lucia|Maria Teresa|Marta|Zeno",
	}
	pairs = phrases{
		"Makebelieve;Martin|Bogus;Belinda|Pretend;Petra|Test-Person;Tabitha", "Probst-Probe;Petra|Musterhaft;Moritz|Beispiel;Bernd", "Modelo;Manuela|Figurado;Fermín|Prueba;Pablo", "Maquette;Mathilde|Gabarit;Gaëtan|Bidon;Bérénice", "Amostra;Antónia|Modelo;Marília|Fictício;Fabrício", "Fittizio;Federico|Modello;Marta|Campioni;Carlotta",
	}
)

func (g *generator) drawPerson() (surname, given string) {
	if g.nameFields {
		surname, given, _ = strings.Cut(g.any(pairs), ";")
		return surname, given
	}
	return g.any(surnames), g.any(givens)
}

// any draws one of several phrases that are no part of the grammar.
func (g *generator) any(p phrases) string {
	all := strings.Split(p.in(g.lang), "|")
	return all[g.IntN(len(all))]
}

const consonants = "BCDFGHKLMNPRTVWXZ"

func (g *generator) letter() string { return string(consonants[g.IntN(len(consonants))]) }

// drawID draws a record number in one of the forms that clinics use.
func (g *generator) drawID() string {
	digits := func(n int) string {
		out := fmt.Sprint(1 + g.IntN(9))
		for len(out) < n {
			out += fmt.Sprint(g.IntN(10))
		}
		return out
	}
	return choose(g.chooser, "record number",
		alternative[func() string]{4, "digits", func() string { return digits(5 + g.IntN(5)) }},
		alternative[func() string]{2, "zeros first", func() string { return "00" + digits(6) }},
		alternative[func() string]{2, "letters and digits", func() string { return g.letter() + g.letter() + digits(6) }},
		alternative[func() string]{2, "year and number", func() string { return fmt.Sprintf("%d/%s", 2015+g.IntN(10), digits(4)) }},
		alternative[func() string]{2, "dashes", func() string { return "PT-" + digits(3) + "-" + digits(4) }},
		alternative[func() string]{1, "a space inside", func() string { return digits(4) + " " + digits(4) }},
		alternative[func() string]{1, "letter and a space", func() string { return g.letter() + " " + digits(6) }},
		alternative[func() string]{1, "dots", func() string { return digits(2) + "." + digits(3) + "." + digits(3) }},
	)()
}

// dateStyles are the ways to write a date; MONTH and MON are the month's name.
var dateStyles = map[string]string{
	"en": "01/02/2006|02/01/2006|2006-01-02|2 MON 2006|MON 2, 2006|MONTH 2, 2006|02-MON-2006|02.01.2006|2006/01/02",
	"de": "02.01.2006|2.1.2006|2006-01-02|2. MONTH 2006|02.01.06|02. MON 2006",
	"es": "02/01/2006|02-01-2006|2 de MONTH de 2006|02-MON-2006|2006-01-02|2/1/2006|02.01.2006",
	"fr": "02/01/2006|2 MONTH 2006|02-01-2006|02.01.2006|2006-01-02|2 MON 2006",
	"pt": "02/01/2006|02-01-2006|2 de MONTH de 2006|2006-01-02|02.01.2006|2/MON/2006",
	"it": "02/01/2006|2 MONTH 2006|02-01-2006|02.01.2006|2006-01-02|2 MON 2006",
}

// shortMonths are those whose first three letters are not their usual abbreviation.
var shortMonths = map[string][]string{"fr": strings.Fields("janv févr mars avr mai juin juil août sept oct nov déc")}

// date writes a date in the style of the document.
func (g *generator) date(t time.Time) string {
	month := samples.Months[g.lang][t.Month()-1]
	short := string([]rune(month)[:3])
	if list := shortMonths[g.lang]; list != nil {
		short = list[t.Month()-1]
	}
	s := t.Format(strings.NewReplacer("MONTH", "\x01", "MON", "\x02").Replace(g.dateStyle))
	return strings.NewReplacer("\x01", month, "\x02", short).Replace(s)
}

// unambiguous moves the days of English dates with strokes above 12, so that everybody sees
// which part is the month.
func (g *generator) unambiguous() {
	if g.lang != "en" || !slices.Contains([]string{"01/02/2006", "02/01/2006", "02.01.2006"}, g.dateStyle) {
		return
	}
	for _, t := range []*time.Time{&g.exam.on, &g.exam.born} {
		if t.Day() <= 12 {
			*t = t.AddDate(0, 0, 13)
		}
	}
}
