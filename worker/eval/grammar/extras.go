package grammar

import (
	"fmt"
	"strings"

	"biom/shared/biometry"
)

// What stands beside the values of the exam and is not one of them.

// remarks are what examiners write; none of it is a measurement of this exam, even where it
// has numbers: %K is a power, %L a length.
var remarks = phrases{
	"Dense cataract, measurement repeated.|Left eye blinked twice.|Autorefractor: K %K / %K D.|Earlier A-scan: AL %L mm (other clinic).|Contact lenses removed 14 days ago.|Pentacam planned before surgery.",
	"Dichte Katarakt, Messung wiederholt.|Linkes Auge hat geblinzelt.|Autorefraktor: K %K / %K dpt.|Früherer Ultraschall: AL %L mm (andere Klinik).|Kontaktlinsen seit 14 Tagen nicht getragen.|Pentacam vor OP geplant.",
	"Catarata densa, medición repetida.|El ojo izquierdo parpadeó.|Autorrefractómetro: K %K / %K D.|Ecografía anterior: AL %L mm (otra clínica).|Lentes de contacto retiradas hace 14 días.",
	"Cataracte dense, mesure répétée.|L'œil gauche a cligné.|Autoréfractomètre : K %K / %K D.|Échographie antérieure : AL %L mm (autre clinique).|Lentilles retirées depuis 14 jours.",
	"Catarata densa, medição repetida.|O olho esquerdo piscou.|Autorrefrator: K %K / %K D.|Ecografia anterior: AL %L mm (outra clínica).|Lentes de contacto retiradas há 14 dias.",
	"Cataratta densa, misurazione ripetuta.|L'occhio sinistro ha battuto.|Autorefrattometro: K %K / %K D.|Ecografia precedente: AL %L mm (altra clinica).|Lenti a contatto rimosse da 14 giorni.",
}

var (
	lensTitle      = phrases{"IOL calculation|IOL power calculation|IOL|Lens calculation", "IOL-Berechnung|IOL Berechnung|Linsenberechnung", "Cálculo de LIO|Cálculo de la LIO", "Calcul d'implant|Calcul IOL", "Cálculo da LIO|Cálculo LIO", "Calcolo IOL|Calcolo della IOL"}
	targetLabel    = phrases{"Target refraction|Target|Target ref.", "Zielrefraktion|Ziel-Ref.|Ziel", "Refracción objetivo|Objetivo", "Réfraction cible|Cible", "Refração alvo|Alvo", "Refrazione target|Target"}
	refractionWord = phrases{"Refraction|Manifest refraction", "Refraktion|Subj. Refraktion", "Refracción", "Réfraction", "Refração", "Refrazione"}
	historyTitle   = phrases{"Previous examinations|Earlier visit|History", "Frühere Untersuchungen|Voruntersuchung|Verlauf", "Exámenes anteriores|Visita anterior", "Examens précédents|Visite antérieure", "Exames anteriores|Visita anterior", "Esami precedenti|Visita precedente"}
)

// lenses that cannot be bought.
const lenses = "Clarovue 60|Aspira SN|Optimus ZCB 00|Novalens Toric|Meridia 21|Solaris AS"

const formulas = "SRK/T|Haigis|Holladay 1|Hoffer Q|Barrett Universal II|SRK II|Kane"

// constants of lenses, "name;value": several are named like measurements.
const constants = "A const: ;118.7|A0: ;118.9|pACD: ;5.41|ACD: ;+5.34|SF: ;1.83|ACD const. ;5.20|a0 = ;1.302|LF: ;1.67"

// lensBox is a table of the lenses for one eye.
func (g *generator) lensBox(eye Eye, width float64) box {
	role := func(s string) piece { return other(RoleLens, eye, s) }
	small := g.size - 1
	title := g.write(g.size, true, role(g.say("lens title", lensTitle)+" – "+g.synonym("formula", formulas))).inked(g.ink)
	target := g.write(small, false, role(g.say("target", targetLabel)+": "+g.number(-0.25*float64(g.IntN(4)), 2)+" D"))
	n := 1 + g.IntN(2)
	var columns []box
	all := strings.Split(lenses, "|")
	first := g.IntN(len(all))
	for i := range n {
		rows := [][]box{{g.write(small, true, role(all[(first+i)%len(all)]))}, {g.write(small, false, g.constant(eye)...)}}
		name := above(0.3, rows[0][0], rows[1][0])
		power := 16 + float64(g.IntN(16))/2
		rows = [][]box{{g.write(small, false, role("IOL (D)")), g.write(small, false, role("REF (D)"))}}
		for step := range 5 {
			rows = append(rows, []box{
				g.write(small, step == 2, role(g.number(power+0.5*float64(step), 1))),
				g.write(small, step == 2, role(g.number(0.71-0.35*float64(step)+float64(g.IntN(9))/100, 2))),
			})
		}
		columns = append(columns, above(0.5, name, table(g.drawRuling("lens table", flushRight), rows...)))
	}
	return above(0.8, title, target, g.echo(eye), beside(6, columns...)).within(width, 400)
}

// echo repeats some values of the eye with which the lenses were computed.
func (g *generator) echo(eye Eye) box {
	if g.once("values above the lenses", named("none", 2), named("repeated", 1)) == "none" {
		return box{}
	}
	var pieces []piece
	for _, field := range []string{"AL", "ACD"} {
		if f := g.length(field); f.field != "" && !f.lost(eye) {
			pieces = append(append(pieces, g.line(f, eye)...), noise("   "))
		}
	}
	return g.write(g.size-1, false, pieces...)
}

// constant is a constant of a lens.
func (g *generator) constant(eye Eye) []piece {
	name, text, _ := strings.Cut(g.synonym("lens constant", constants), ";")
	if g.comma {
		text = strings.Replace(text, ".", ",", 1)
	}
	return []piece{other(RoleLens, eye, name+text)}
}

// lensesOf is the table of lenses inside the box of an eye, if the document has it there.
func (g *generator) lensesOf(eye Eye, width float64) box {
	if g.once("lenses", named("none", 3), named("printed", 1)) == "none" {
		return box{}
	}
	return g.lensBox(eye, width)
}

// lensTable has the lenses of both eyes, each below its name, where the arrangement has no
// box of an eye.
func (g *generator) lensTable(width float64) []box {
	if g.once("lenses", named("none", 3), named("printed", 1)) == "none" {
		return nil
	}
	var out []box
	for _, eye := range g.eyes() {
		out = append(out, above(0.8, g.write(g.size, true, g.short(eye)), g.lensBox(eye, width/2-5)))
	}
	return []box{beside(10, out...)}
}

// commonIndex is the keratometric index of both eyes, printed once.
func (g *generator) commonIndex() box {
	for _, eye := range g.eyes() {
		if g.lost(g.front(), eye) {
			return box{}
		}
	}
	if g.labels["index"] == "each" || !g.chance("index for both eyes", 4) {
		return box{}
	}
	v := g.indexCell(NoEye)
	return g.write(g.size, false, append([]piece{label(NoEye, "keratometric_index", g.label("keratometric_index")), noise(choose(g.chooser, "after the index's label", named(" = ", 2), named(": ", 2)))}, v...)...)
}

// extras are what follows the eyes.
func (g *generator) extras(width float64) (out []box) {
	if decide(g.chooser, "history", alternative[bool]{5, "none", false}, alternative[bool]{1, "printed", true}) {
		out = append(out, g.history())
	}
	if decide(g.chooser, "remarks", alternative[bool]{3, "none", false}, alternative[bool]{1, "printed", true}) {
		out = append(out, g.remarks(width))
	}
	if decide(g.chooser, "refraction", alternative[bool]{5, "none", false}, alternative[bool]{1, "printed", true}) {
		out = append(out, g.refraction())
	}
	if decide(g.chooser, "surgeon", alternative[bool]{3, "none", false}, alternative[bool]{1, "printed", true}) {
		out = append(out, g.write(g.size, false, noise(g.say("surgeon", surgeonLabel)+": "+g.any(surgeons))))
	}
	return out
}

// refraction is a line for each eye with sphere, cylinder and axis, which look like
// keratometry.
func (g *generator) refraction() box {
	var lines []box
	for _, eye := range g.eyes() {
		s := fmt.Sprintf(": %s D   %s D x %d°", g.number(-4+float64(g.IntN(28))/4, 2), g.number(-float64(g.IntN(9))/4, 2), 5*g.IntN(36))
		lines = append(lines, g.write(g.size, false, g.short(eye), noise("  "+g.say("refraction", refractionWord)+s)))
	}
	return above(0.5, lines...)
}

// history is a table of earlier visits.
func (g *generator) history() box {
	past := func(s string) box { return g.write(g.size-1, false, other(RoleHistory, NoEye, s)) }
	rows := [][]box{{past(""), past(g.say("eye", eyeWord)), past(g.label("AL")), past("K1"), past("K2")}}
	for visit := range 1 + g.IntN(2) {
		on := g.exam.on.AddDate(-1-visit, -2, 3)
		for _, eye := range g.eyes() {
			row := []box{past(g.date(on)), past(g.eyeName(eye))}
			for _, v := range []float64{23.4, 43.1, 44.2} {
				row = append(row, past(g.number(v+float64(g.IntN(100))/100, 2)))
			}
			rows = append(rows, row)
		}
	}
	return above(0.8, g.write(g.size, true, other(RoleHistory, NoEye, g.say("history title", historyTitle))), table(g.drawRuling("history", flushLeft), rows...))
}

// remarks are what the examiner wrote. For a device whose reports carry notes they belong to
// the answer.
func (g *generator) remarks(width float64) box {
	s := g.any(remarks)
	for strings.Contains(s, "%") {
		s = strings.Replace(s, "%K", g.number(41+float64(g.IntN(500))/100, 2), 1)
		s = strings.Replace(s, "%L", g.number(22+float64(g.IntN(300))/100, 2), 1)
	}
	write := func(s string) piece { return other(RoleRemark, NoEye, s) }
	if biometry.CarriesExtra(g.exam.device.name) {
		g.exam.notes = s
		write = func(s string) piece { return value(NoEye, "notes", s) }
	}
	title := label(NoEye, "notes", g.say("remark", remarkLabel)+":")
	var words []box
	for w := range strings.FieldsSeq(s) {
		words = append(words, g.write(g.size, false, write(w)))
	}
	text := wrap(width-30, g.font.Width(g.size, false, " "), 0.2, words...)
	if choose(g.chooser, "remarks stand", named("below their label", 1), named("beside their label", 1)) == "below their label" {
		return above(0.4, g.write(g.size, true, title), text)
	}
	return beside(2, g.write(g.size, true, title), text)
}
