package grammar

import (
	"strings"

	"biom/worker/eval/samples"
)

// eyeNames are what the eyes are called, "right;left".
var eyeNames = map[string]string{
	"en": "OD;OS|Right eye;Left eye|R;L|Right;Left|OD Right;OS Left|OD Right Eye;OS Left Eye|Right Eye (OD);Left Eye (OS)|RE;LE|OD (right);OS (left)|RIGHT;LEFT|OD - Right Eye;OS - Left Eye|Eye: Right;Eye: Left|OD(Right);OS(Left)|OD / R;OS / L|<R>;<L>",
	"de": "OD;OS|Rechtes Auge;Linkes Auge|R;L|Rechts;Links|OD Rechts;OS Links|Rechtes Auge (OD);Linkes Auge (OS)|RA;LA|OD rechts;OS links|RECHTS;LINKS|Auge: Rechts;Auge: Links|OD / R;OS / L",
	"es": "OD;OI|Ojo derecho;Ojo izquierdo|Derecho;Izquierdo|OD;OS|OD Derecho;OI Izquierdo|Ojo derecho (OD);Ojo izquierdo (OI)|OD derecho;OS izquierdo|DERECHO;IZQUIERDO|Ojo: Derecho;Ojo: Izquierdo",
	"fr": "OD;OG|Œil droit;Œil gauche|Droit;Gauche|OD;OS|OD œil droit;OG œil gauche|Œil droit (OD);Œil gauche (OG)|OD droit;OS gauche|DROIT;GAUCHE|Oeil droit;Oeil gauche|Œil: Droit;Œil: Gauche",
	"pt": "OD;OE|Olho direito;Olho esquerdo|Direito;Esquerdo|OD;OS|OD Direito;OE Esquerdo|Olho direito (OD);Olho esquerdo (OE)|OD direito;OS esquerdo|DIREITO;ESQUERDO|Olho: Direito;Olho: Esquerdo",
	"it": "OD;OS|Occhio destro;Occhio sinistro|Destro;Sinistro|OD Destro;OS Sinistro|Occhio destro (OD);Occhio sinistro (OS)|Dx;Sx|OD destro;OS sinistro|DESTRO;SINISTRO|Occhio: Destro;Occhio: Sinistro",
}

// eyeName is what the document calls an eye.
func (g *generator) eyeName(eye Eye) string {
	return g.pair("name of the eyes "+g.lang, eyeNames[g.lang])[eye-1]
}

// short is the eye in a table or at the beginning of a line.
func (g *generator) short(eye Eye) piece { return piece{g.eyeName(eye), RoleEye, eye, ""} }

// lensInHeading reports whether the lens status stands on the line of the eye's heading.
func (g *generator) lensInHeading() bool {
	return g.once("beside a heading", named("nothing", 6), named("lens status", 3), named("lens status and surgery", 1), named("device", 1), named("time", 1), named("quality", 1))[:4] == "lens" && g.headings
}

// heading is the heading of an eye above (or beside) its block.
func (g *generator) heading(eye Eye, width float64) box {
	g.headingLook = g.once("heading",
		named("bold", 4), named("bar", 3), named("dark bar", 1), named("framed", 2), named("big", 2), named("circle", 1), named("underlined", 1), named("centered", 1), named("at the right", 1),
	)
	name := g.write(g.size+3, true, g.short(eye)).inked(g.ink)
	rest := g.besideHeading(eye)
	switch g.headingLook {
	case "bar":
		return g.filled(g.spread(name, rest, width-3).padded(1.5, 0.6))
	case "dark bar":
		return g.spread(name, rest, width-3).inked([3]int{255, 255, 255}).padded(1.5, 0.6).with(samples.Fill, [3]int{40, 60, 90})
	case "framed":
		return g.spread(g.framed(name.padded(1.5, 0.6)), rest, width)
	case "big":
		return g.spread(g.write(g.size*2.2, true, g.short(eye)).inked(g.ink), rest, width)
	case "circle":
		b := name.padded(2, 0)
		b = b.moved(0, (b.w-b.h)/2)
		b.h = b.w
		return g.spread(b.with(samples.Circle, g.ink), rest, width)
	case "underlined":
		return g.underlined(g.spread(name, rest, width))
	case "centered":
		return beside(4, name, rest).centered(width)
	case "at the right":
		return beside(4, rest, name).right(width)
	}
	return g.spread(name, rest, width)
}

// spread puts the name of an eye and what stands on its line side by side.
func (g *generator) spread(name, rest box, width float64) box {
	gap := 4.0
	if g.once("rest of a heading", named("near", 2), named("at the end of the line", 1)) != "near" && !rest.empty() {
		gap = max(4, width-name.w-rest.w)
	}
	return beside(gap, name, rest.moved(0, max(0, (name.h-rest.h)/2))).widened(width)
}

// besideHeading is what else stands on the line of a heading.
func (g *generator) besideHeading(eye Eye) box {
	m := g.exam.eyes[eye]
	if m == nil {
		return box{}
	}
	var pieces []piece
	switch what := g.labels["beside a heading"]; what {
	case "lens status", "lens status and surgery":
		if m.LensStatus == nil {
			return box{}
		}
		v := value(eye, "lens_status", g.say(*m.LensStatus, lensWords[*m.LensStatus]))
		if g.once("lens beside a heading", named("labelled", 2), named("in brackets", 2)) == "labelled" {
			pieces = []piece{label(eye, "lens_status", g.label("lens_status")+": "), v}
		} else {
			pieces = []piece{noise("("), v, noise(")")}
		}
		if what != "lens status" && m.PostRefractive != nil {
			pieces = append(pieces, label(eye, "post_refractive", "   "+g.label("post_refractive")+": "), value(eye, "post_refractive", g.say(*m.PostRefractive, surgeryWords[*m.PostRefractive])))
		}
	case "device":
		pieces = []piece{noise(strings.Fields(g.exam.printed)[0])}
	case "time":
		pieces = []piece{noise(g.exam.on.Format("15:04:05"))}
	case "quality":
		pieces = []piece{noise("QF: 97 %")}
	}
	return g.write(g.size, false, pieces...)
}
