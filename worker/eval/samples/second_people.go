package samples

import (
	"fmt"
	"math/rand/v2"
)

// secondPeople are as invented as the others. "Surname|Given" is printed in
// two fields; such people have the same initials in either order, as a reader
// may put either first.
var secondPeople = map[string][]person{
	"en": {
		{"Harriet Q. Nonesuch", "HQN"}, {"Invented, Ivor", "II"}, {"NOSUCH, WINIFRED A.", "NWA"}, {"Pretend, Oscar", "PO"},
		{"Makebelieve|Martin", "MM"}, {"Test-Person|Tabitha", "TT"}, {"Bogus|Belinda", "BB"},
	},
	"de": {
		{"Jürgen Niemandsland", "JN"}, {"Erfunden, Ottilie", "EO"}, {"ZUM BEISPIEL, GÜNTHER", "ZBG"}, {"Ohnesorg-Test, Übald", "OÜ"},
		{"Probst-Probe|Petra", "PP"}, {"Musterhaft|Moritz", "MM"}, {"Ölmuster|Örjan", "ÖÖ"},
	},
	"es": {
		{"Inventado Ruiz, Pilar", "IRP"}, {"Ñoño Ficticio, Óscar", "ÑFÓ"}, {"CUALQUIERA SOLÍS, JUANA", "CSJ"}, {"Tomás de Ensayo", "TDE"},
		{"Perengano|Pablo", "PP"}, {"Modelo|Manuela", "MM"}, {"Figurado|Fermín", "FF"},
	},
	"fr": {
		{"Solène Imaginaire", "SI"}, {"Personne, Aurélien", "PA"}, {"INVENTÉ, CÉLESTE", "IC"}, {"L'Inconnue, Maëlle", "LM"},
		{"Maquette|Mathilde", "MM"}, {"Bidon-Lefaux|Bérénice", "BB"}, {"Gabarit|Gaëtan", "GG"},
	},
	"pt": {
		{"Inventado da Silva, Rui", "IDSR"}, {"Verónica Suposta", "VS"}, {"NINGUÉM, LURDES", "NL"}, {"Hipotético, Ítalo", "HÍ"},
		{"Amostra|Antónia", "AA"}, {"Modelo|Marília", "MM"}, {"Fictício|Fabrício", "FF"},
	},
	"it": {
		{"Ipotetica, Ludovica", "IL"}, {"Ernesto Inventato", "EI"}, {"DI PROVA, ROSSELLA", "DPR"}, {"Dell'Esempio, Ugo", "DU"},
		{"Fittizio|Federico", "FF"}, {"Campioni-Finti|Carlotta", "CC"}, {"Bianchi-Test|Benedetta", "BB"},
	},
}

// secondDates are styles of dates as in dateStyles, MON being the shortened
// name that the language has.
var secondDates = map[string][]string{
	"en": {"02-MON-2006", "MONTH 2, 2006", "2 MONTH 2006", "01/02/2006", "02/01/2006", "2006-01-02", "MON 02 2006"},
	"de": {"2.1.2006", "2. MONTH 2006", "02.01.2006", "02-MON-2006", "2006-01-02"},
	"es": {"02-01-2006", "2/1/2006", "2-MON-2006", "2 de MONTH de 2006", "02.01.2006", "2006-01-02"},
	"fr": {"2 MONTH 2006", "2 MON 2006", "02-01-2006", "02/01/2006", "2006-01-02"},
	"pt": {"02-01-2006", "2/MON/2006", "02.01.2006", "2 de MONTH de 2006", "02/01/2006", "2006-01-02"},
	"it": {"2 MON 2006", "02-01-2006", "2/1/2006", "02.01.2006", "2 MONTH 2006", "2006-01-02"},
}

func secondID(r *rand.Rand) string {
	letter := func() string { return string(letters[r.IntN(len(letters))]) }
	switch r.IntN(6) {
	case 0:
		return "HC-" + digits(r, 7)
	case 1:
		return digits(r, 3) + "." + digits(r, 3) + "." + digits(r, 2)
	case 2:
		return letter() + digits(r, 2) + "-" + digits(r, 5)
	case 3:
		return fmt.Sprint(1+r.IntN(9)) + digits(r, 9)
	case 4:
		return fmt.Sprintf("%d-%s", 1998+r.IntN(27), digits(r, 5))
	}
	return letter() + letter() + letter() + digits(r, 4)
}

// secondRemarks speak of measurements of other devices and other days: %1 and
// %2 are powers, %3 is a length, %4 a year.
var secondRemarks = []words{
	{
		"Autorefractor keratometry for comparison: %1 D / %2 D. Patient wears toric lenses.", "Keratometrie am Autorefraktor zum Vergleich: %1 dpt / %2 dpt. Trägt torische Linsen.",
		"Queratometría del autorrefractómetro para comparar: %1 D / %2 D. Usa lentes tóricas.", "Kératométrie à l'autoréfractomètre pour comparaison : %1 D / %2 D. Porte des lentilles toriques.",
		"Ceratometria do autorrefrator para comparação: %1 D / %2 D. Usa lentes tóricas.", "Cheratometria all'autorefrattometro per confronto: %1 D / %2 D. Porta lenti toriche.",
	},
	{
		"Earlier visit (%4): axial length of the left eye was %3 mm by ultrasound.", "Frühere Untersuchung (%4): Achslänge links damals %3 mm im Ultraschall.",
		"Visita anterior (%4): la longitud axial del ojo izquierdo era %3 mm por ultrasonido.", "Visite antérieure (%4) : longueur axiale de l'œil gauche %3 mm à l'échographie.",
		"Consulta anterior (%4): o comprimento axial do olho esquerdo era %3 mm por ultrassom.", "Visita precedente (%4): la lunghezza assiale dell'occhio sinistro era %3 mm con ultrasuoni.",
	},
	{
		"Patient prefers distance vision; second eye planned after four weeks.", "Patient wünscht Fernsicht; zweites Auge in vier Wochen geplant.",
		"El paciente prefiere visión lejana; segundo ojo en cuatro semanas.", "Le patient préfère la vision de loin ; second œil prévu dans quatre semaines.",
		"O paciente prefere visão de longe; segundo olho em quatro semanas.", "Il paziente preferisce la visione da lontano; secondo occhio tra quattro settimane.",
	},
	{
		"Nystagmus, several attempts needed.", "Nystagmus, mehrere Versuche nötig.", "Nistagmo, fueron necesarios varios intentos.",
		"Nystagmus, plusieurs essais nécessaires.", "Nistagmo, foram necessárias várias tentativas.", "Nistagmo, necessari diversi tentativi.",
	},
}
