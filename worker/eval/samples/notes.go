package samples

import "math/rand/v2"

// remarks are what examiners write. Some speak of an eye, of a measurement or
// of a number, and measure nothing.
var remarks = []words{
	{
		"Left eye blinked twice, ACD repeated.", "Linkes Auge hat zweimal geblinzelt, ACD wiederholt.", "El ojo izquierdo parpadeó dos veces, ACD repetida.",
		"L'œil gauche a cligné deux fois, ACD répétée.", "O olho esquerdo piscou duas vezes, ACD repetida.", "L'occhio sinistro ha battuto due volte, ACD ripetuta.",
	},
	{
		"Dense cataract, measurement repeated.", "Dichte Katarakt, Messung wiederholt.", "Catarata densa, medición repetida.",
		"Cataracte dense, mesure répétée.", "Catarata densa, medição repetida.", "Cataratta densa, misurazione ripetuta.",
	},
	{
		"Dry eye, tear film unstable.", "Trockenes Auge, Tränenfilm instabil.", "Ojo seco, película lagrimal inestable.",
		"Œil sec, film lacrymal instable.", "Olho seco, filme lacrimal instável.", "Occhio secco, film lacrimale instabile.",
	},
	{
		"Contact lenses removed 14 days ago.", "Kontaktlinsen seit 14 Tagen nicht getragen.", "Lentes de contacto retiradas hace 14 días.",
		"Lentilles retirées depuis 14 jours.", "Lentes de contacto retiradas há 14 dias.", "Lenti a contatto rimosse da 14 giorni.",
	},
	{
		"Right eye measured after dilation.", "Rechtes Auge nach Pupillenerweiterung gemessen.", "Ojo derecho medido tras dilatación.",
		"Œil droit mesuré après dilatation.", "Olho direito medido após dilatação.", "Occhio destro misurato dopo dilatazione.",
	},
	{
		"Poor fixation, please check K values.", "Schlechte Fixation, bitte K-Werte prüfen.", "Fijación deficiente, revisar valores K.",
		"Fixation médiocre, vérifier les valeurs K.", "Fixação deficiente, verificar valores K.", "Fissazione scarsa, controllare i valori K.",
	},
}

func drawNotes(r *rand.Rand, lang string) string {
	first := r.IntN(len(remarks))
	s := remarks[first].in(lang)
	if r.IntN(3) == 0 {
		s += " " + remarks[(first+1+r.IntN(len(remarks)-1))%len(remarks)].in(lang)
	}
	return s
}
