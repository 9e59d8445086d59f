package samples

import (
	"fmt"
	"math/rand/v2"
)

// fourthLexicon is the words of the fourth profile.
var fourthLexicon = lexicon{
	terms: fourthTerms, axis: words{"Axis #|# axis|Ax #", "Achse #|Achslage #|Ax #", "Eje #|Eje (#)|Ax #", "Axe #|Axe (#)|Ax #", "Eixo #|Eixo (#)|Ax #", "Asse #|Asse (#)|Ax #"},
	omits: map[string]string{
		"PentacamAXL": "LT vitreous rise", "MS39": "vitreous rise", "Argos": "rise kappa", "Aladdin": "rise vitreous", "OA-2000": "rise kappa",
		"LenstarLS900": "vitreous", "IOLMaster700": "rise vitreous", "EyestarES900": "kappa", "Anterion": "rise",
	},
	fronts: [][2]string{{"K1", "K2"}, {"Kf", "Ks"}}, radii: [][2]string{{"R1", "R2"}, {"Rf", "Rs"}},
	backs: [][2]string{{"K1", "K2"}, {"PK1", "PK2"}}, totals: [][2]string{{"TK1", "TK2"}},
	lengths: words{"Biometric values|Biometry|Axial dimensions", "Biometrische Werte|Biometrie|Achsmaße", "Valores biométricos|Biometría", "Valeurs biométriques|Biométrie", "Valores biométricos|Biometria", "Valori biometrici|Biometria"},
	front:   []words{{"Keratometry", "Keratometrie", "Queratometría", "Kératométrie", "Ceratometria", "Cheratometria"}, {"Cornea front", "Hornhaut-Vorderfläche", "Córnea anterior", "Cornée - face antérieure", "Córnea anterior", "Cornea anteriore"}, {"Anterior corneal power", "Brechkraft Hornhaut anterior", "Potencia corneal anterior", "Puissance cornéenne antérieure", "Poder corneano anterior", "Potere corneale anteriore"}},
	back:    []words{{"Cornea back", "Hornhaut-Rückfläche", "Córnea posterior", "Cornée - face postérieure", "Córnea posterior", "Cornea posteriore"}, {"Posterior cornea", "Posteriore Hornhaut", "Superficie posterior de la córnea", "Cornée postérieure", "Superfície posterior da córnea", "Superficie corneale posteriore"}},
	total:   words{"Total Keratometry (TK)", "Totale Keratometrie (TK)", "Queratometría total (TK)", "Kératométrie totale (TK)", "Ceratometria total (TK)", "Cheratometria totale (TK)"},
	history: words{"Status", "Status", "Estado", "Statut", "Estado", "Stato"},
	short:   [][2]words{{{"OD", "RA", "OD", "OD", "OD", "OD"}, {"OS", "LA", "OI", "OG", "OE", "OS"}}, {{"R", "R", "D", "D", "D", "D"}, {"L", "L", "I", "G", "E", "S"}}, {same("OD"), {"OS", "OS", "OI", "OG", "OE", "OS"}}},
	long:    [][2]words{{{"OD Right eye", "OD Rechtes Auge", "OD Ojo derecho", "OD Œil droit", "OD Olho direito", "OD Occhio destro"}, {"OS Left eye", "OS Linkes Auge", "OI Ojo izquierdo", "OG Œil gauche", "OE Olho esquerdo", "OS Occhio sinistro"}}, {{"Right (OD)", "Rechts (OD)", "Derecho (OD)", "Droit (OD)", "Direito (OD)", "Destro (OD)"}, {"Left (OS)", "Links (OS)", "Izquierdo (OI)", "Gauche (OG)", "Esquerdo (OE)", "Sinistro (OS)"}}, {{"OD / R", "R / OD", "OD / D", "OD / D", "OD / D", "OD / D"}, {"OS / L", "L / OS", "OI / I", "OG / G", "OE / E", "OS / S"}}},
	name:    []words{{"Patient name", "Patient", "Paciente", "Patient", "Paciente", "Paziente"}, {"Name", "Name", "Nombre", "Nom", "Nome", "Nome"}},
	surname: []words{{"Last name", "Nachname", "Apellidos", "Nom", "Sobrenome", "Cognome"}},
	given:   []words{{"First name", "Vorname", "Nombre", "Prénom", "Nome", "Nome"}},
	record:  []words{{"Patient ID", "Patienten-ID", "ID paciente", "ID patient", "ID do paciente", "ID paziente"}, {"MRN", "Pat.-Nr.", "N.º historia", "N° patient", "N.º do processo", "Codice paziente"}, {"Chart #", "Patientennr.", "NHC", "IPP", "Prontuário n.º", "N. cartella clinica"}},
	born:    []words{{"Date of birth", "Geburtsdatum", "Fecha de nacimiento", "Date de naissance", "Data de nascimento", "Data di nascita"}, {"DOB", "geb.", "F. nacimiento", "Né(e) le", "Data nasc.", "Nato/a il"}},
	sex:     []words{{"Gender", "Geschlecht", "Sexo", "Sexe", "Sexo", "Sesso"}},
	gender:  map[string]words{"Male": {"Male|M", "Männlich|m", "Hombre|Masculino", "Masculin|H", "Masculino|M", "Maschio|M"}, "Female": {"Female|F", "Weiblich|w", "Mujer|Femenino", "Féminin|F", "Feminino|F", "Femmina|F"}},
	exam:    []words{{"Exam date", "Untersuchungsdatum", "Fecha de examen", "Date d'examen", "Data do exame", "Data esame"}, {"Date of measurement", "Messdatum", "Fecha de medida", "Date de mesure", "Data da medida", "Data misura"}, {"Exam", "Messung", "Exploración", "Examen", "Exame", "Esame"}},
	issued:  []words{{"Printed on", "Gedruckt am", "Impreso el", "Imprimé le", "Impresso em", "Stampato il"}, {"Date of print", "Druckdatum", "Fecha impresión", "Date d'impression", "Data de impressão", "Data stampa"}},
	doctor:  []words{{"Physician", "Arzt", "Médico", "Médecin", "Médico", "Medico"}, {"Operator", "Bediener", "Operador", "Opérateur", "Operador", "Operatore"}},
	remark:  []words{{"Comment", "Kommentar", "Comentario", "Commentaire", "Comentário", "Commento"}, {"Notes", "Bemerkungen", "Notas", "Remarques", "Notas", "Note"}},
	lens: map[string]words{
		"Phakic": {"Phakic|Phakic eye", "Phak|Phakes Auge", "Fáquico|Ojo fáquico", "Phaque|Œil phaque", "Fácico|Olho fácico", "Fachico|Occhio fachico"}, "Phakic IOL": {"Phakic IOL|pIOL (ICL)", "Phake IOL|pIOL (ICL)", "LIO fáquica|pLIO (ICL)", "Implant phaque|ICL (phaque)", "LIO fácica|ICL (fácica)", "IOL fachica|ICL (fachica)"},
		"Pseudophakic": {"Pseudophakic acrylate|Pseudophakic, PC-IOL|Pseudophakic", "Pseudophak Acryl|Pseudophak, HKL|Pseudophak", "Pseudofáquico acrílico|Pseudofáquico", "Pseudophaque acrylique|Pseudophaque", "Pseudofácico acrílico|Pseudofácico", "Pseudofachico acrilico|Pseudofachico"},
		"Aphakic":      {"Aphakic|Aphakic eye", "Aphak|Aphakes Auge", "Afáquico|Ojo afáquico", "Aphaque|Œil aphaque", "Afácico|Olho afácico", "Afachico|Occhio afachico"},
	},
	surgery: map[string]words{
		"None":              {"Untreated|None|None known", "Unbehandelt|Keine|Keine bekannt", "No tratado|Ninguna|Sin cirugía", "Non traité|Aucune|Aucune connue", "Não tratado|Nenhuma|Sem cirurgia", "Non trattato|Nessuna|Nessuna nota"},
		"Myopic LVC":        {"LASIK (myopia)|PRK, myopic|SMILE for myopia", "LASIK (Myopie)|PRK, myop|SMILE bei Myopie", "LASIK (miopía)|PRK miópica|SMILE por miopía", "LASIK (myopie)|PKR myopique|SMILE pour myopie", "LASIK (miopia)|PRK miópica|SMILE por miopia", "LASIK (miopia)|PRK miopica|SMILE per miopia"},
		"Hyperopic LVC":     {"LASIK (hyperopia)|PRK, hyperopic|Hyperopic LASIK", "LASIK (Hyperopie)|PRK, hyperop|Hyperope LASIK", "LASIK (hipermetropía)|PRK hipermetrópica", "LASIK (hypermétropie)|PKR hypermétropique", "LASIK (hipermetropia)|PRK hipermetrópica", "LASIK (ipermetropia)|PRK ipermetropica"},
		"Radial Keratotomy": {"RK|Radial keratotomy (RK)", "RK|Radiäre Keratotomie (RK)", "RK|Queratotomía radial (QR)", "KR|Kératotomie radiaire (KR)", "RK|Ceratotomia radial (RK)", "RK|Cheratotomia radiale (RK)"},
	},
	clinic: words{"Northgate Eye Surgery (fictitious)", "Augen-MVZ Beispielhausen", "Centro de la Visión Inventado", "Cabinet d'ophtalmologie du Faubourg Fictif", "Hospital da Visão Fictício", "Studio Oculistico Immaginario"},
	street: words{"3 Mockup Lane, Northgate", "Beispielplatz 3, 99998 Beispielhausen", "Plaza Irreal 3, 99001 Villairreal", "3 place Fictive, 99001 Fictifville", "Praça Irreal 3, 9901-000 Irreal", "Piazza Irreale 3, 99101 Irreale"},
	phone:  words{"Tel. 0555 301 44 20", "Tel. 0555 / 3 01 44 20", "Tel. 955 301 442", "Tél. 05 55 30 14 42", "Tel. 255 301 442", "Tel. 0555 301442"},
	title:  []words{{"Biometry report", "Biometrie-Bericht", "Informe biométrico", "Compte rendu de biométrie", "Laudo de biometria", "Referto biometrico"}, {"IOL calculation", "IOL-Berechnung", "Cálculo de LIO", "Calcul d'implant", "Cálculo de LIO", "Calcolo IOL"}, {"Examination results", "Untersuchungsergebnisse", "Resultados del examen", "Résultats d'examen", "Resultados do exame", "Risultati esame"}},
	device: []words{{"Device", "Gerät", "Equipo", "Appareil", "Equipamento", "Apparecchio"}, {"Instrument", "Messgerät", "Instrumento", "Instrument", "Instrumento", "Strumento"}}, //nolint:misspell // French
	names: map[string][]string{
		"IOLMaster700": {"ZEISS IOLMaster 700", "Carl Zeiss Meditec IOLMaster 700"}, "LenstarLS900": {"Haag-Streit Lenstar LS 900", "LENSTAR LS900"}, "EyestarES900": {"Haag-Streit Eyestar ES 900", "EYESTAR 900"},
		"Anterion": {"Heidelberg Engineering ANTERION", "ANTERION Cataract App"}, "Aladdin": {"TOPCON ALADDIN", "Topcon Aladdin-M"}, "Argos": {"Alcon ARGOS Biometer", "Movu ARGOS (Alcon)"},
		"OA-2000": {"TOMEY OA-2000", "Tomey Optical Biometer OA-2000"}, "MS39": {"CSO MS-39", "MS-39 AS-OCT (CSO)"}, "PentacamAXL": {"OCULUS Pentacam AXL", "OCULUS - PENTACAM AXL Wave"},
	},
	unit: words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}, eye: words{"Eye", "Auge", "Ojo", "Œil", "Olho", "Occhio"},
	value:  words{"Parameter", "Parameter", "Parámetro", "Paramètre", "Parâmetro", "Parametro"},
	lenses: words{"IOL calculation", "IOL-Berechnung", "Cálculo de LIO", "Calcul d'implant", "Cálculo de LIO", "Calcolo IOL"}, target: words{"Target", "Zielrefr.", "Objetivo", "Cible", "Alvo", "Target"},
	brands: []string{"Vista One", "Cristal 60", "AcuNova", "Lumea T"}, people: fourthPeople, id: fourthID, dates: fourthDates, remarks: fourthRemarks,
	dashes: []words{same(none), same("--"), same("-.--"), same("***"), {"n/a", "n. m.", "n. d.", "n. m.", "n. d.", "n. d."}},
}

// Words beside the fields.
var (
	fourthGroup  = words{"Category", "Kategorie", "Categoría", "Catégorie", "Categoria", "Categoria"}
	fourthResult = words{"Result", "Ergebnis", "Resultado", "Résultat", "Resultado", "Risultato"}
)

// fourthTerms is every value that this profile prints, fields and others.
var fourthTerms = map[string]term{
	"AL":      {same("AL"), words{"AL", "AL", "LA|AL", "LA|AL", "AL", "LA|AL"}, words{"Ax. length", "Achsl.", "Long. axial", "Long. axiale", "Comp. axial", "Lungh. ass."}, words{"Axial length|Axial Length|Eye length", "Achslänge|Augenlänge|Achsenlänge", "Longitud axial", "Longueur axiale", "Comprimento axial|Comp. axial do olho", "Lunghezza assiale"}},
	"ACD":     {same("ACD"), words{"ACD", "VKT|ACD", "PCA|ACD", "PCA|ACD", "PCA|ACD", "PCA|ACD"}, words{"Ant. chamber", "VK-Tiefe", "Prof. CA", "Prof. CA", "Prof. CA", "Prof. CA"}, words{"Anterior chamber depth|Ant. chamber depth", "Vorderkammertiefe|VK-Tiefe", "Profundidad cámara anterior|Prof. de cámara anterior", "Profondeur chambre antérieure|Prof. chambre antérieure", "Profundidade câmara anterior|Prof. da câmara anterior", "Profondità camera anteriore|Prof. camera anteriore"}}, //nolint:misspell // French
	"LT":      {same("LT"), words{"LT", "LD|LT", "EC|LT", "EC|LT", "EC|LT", "LT"}, words{"Lens thickn.", "Linsend.", "Esp. crist.", "Ép. crist.", "Esp. crist.", "Sp. crist."}, words{"Lens thickness", "Linsendicke", "Espesor de cristalino|Espesor del cristalino", "Épaisseur cristallin|Épaisseur du cristallin", "Espessura do cristalino|Espessura cristalino", "Spessore cristallino|Spessore del cristallino"}},
	"CCT":     {same("CCT"), words{"CCT", "HHD|CCT", "ECC|CCT", "ECC|CCT", "ECC|CCT", "CCT"}, words{"Pachy", "Pachy", "Paquimetría", "Pachy", "Paquimetria", "Pachimetria"}, words{"Central corneal thickness|Cornea thickness", "Zentrale Hornhautdicke|Hornhautdicke", "Espesor corneal central|Paquimetría central", "Épaisseur cornéenne centrale|Pachymétrie centrale", "Espessura corneana central|Paquimetria central", "Spessore corneale centrale|Pachimetria centrale"}},
	"WTW":     {same("WTW"), words{"WTW", "WW|WTW", "BB|WTW", "BB|WTW", "BB|WTW", "BB|WTW"}, words{"White-white", "Weiß-Weiß", "Bl. a bl.", "Blanc-blanc", "Br. a br.", "B. a b."}, words{"White to white|White-to-white", "Weiß-zu-Weiß|Weiß-Weiß", "Blanco a blanco|Distancia blanco-blanco", "Blanc à blanc|Blanc-blanc", "Branco a branco|Distância branco-branco", "Bianco a bianco|Distanza bianco-bianco"}},
	"K1":      kTerm(same("K1"), words{"K1 (flat)", "K1 (flach)", "K1 (plano)", "K1 (plat)", "K1 (plano)", "K1 (piatto)"}),
	"K2":      kTerm(same("K2"), words{"K2 (steep)", "K2 (steil)", "K2 (curvo)", "K2 (cambré)", "K2 (curvo)", "K2 (ripido)"}),
	"Kf":      kTerm(same("Kf"), words{"K flat", "K flach", "K plano", "K plat", "K plano", "K piatto"}),
	"Ks":      kTerm(same("Ks"), words{"K steep", "K steil", "K curvo", "K cambré", "K curvo", "K ripido"}),
	"R1":      kTerm(same("R1"), words{"R1 (flat)", "R1 (flach)", "R1 (plano)", "R1 (plat)", "R1 (plano)", "R1 (piatto)"}),
	"R2":      kTerm(same("R2"), words{"R2 (steep)", "R2 (steil)", "R2 (curvo)", "R2 (cambré)", "R2 (curvo)", "R2 (ripido)"}),
	"Rf":      kTerm(same("Rf"), words{"R flat", "R flach", "R plano", "R plat", "R plano", "R piatto"}),
	"Rs":      kTerm(same("Rs"), words{"R steep", "R steil", "R curvo", "R cambré", "R curvo", "R ripido"}),
	"PK1":     kTerm(same("PK1"), words{"Post. K1 (flat)", "Post. K1 (flach)", "K1 post. (plano)", "K1 post. (plat)", "K1 post. (plano)", "K1 post. (piatto)"}),
	"PK2":     kTerm(same("PK2"), words{"Post. K2 (steep)", "Post. K2 (steil)", "K2 post. (curvo)", "K2 post. (cambré)", "K2 post. (curvo)", "K2 post. (ripido)"}),
	"TK1":     kTerm(same("TK1"), same("TK1")),
	"TK2":     kTerm(same("TK2"), same("TK2")),
	"index":   {same("n"), words{}, words{"K index", "K-Index", "Índice K", "Indice K", "Índice K", "Indice K"}, words{"n|Keratometric index|Refractive index", "n|Keratometerindex|Brechungsindex", "n|Índice queratométrico|Índice de refracción", "n|Indice kératométrique|Indice de réfraction", "n|Índice ceratométrico|Índice de refração", "n|Indice cheratometrico|Indice di rifrazione"}},
	"lens":    {same("LS"), words{}, words{"Lens", "Linse", "Lente", "Cristallin", "Lente", "Lente"}, words{"Lens status|LS|Eye status", "Linsenstatus|LS|Augenstatus", "Estado del cristalino|Estado de la lente", "Statut du cristallin|État de l'œil", "Estado do cristalino|Status da lente", "Stato del cristallino|Stato della lente"}},
	"surgery": {words{"LVC", "LVC", "Cir. refr.", "Chir. réfr.", "Cir. refr.", "Chir. refr."}, words{}, words{"Refr. surgery", "Refr. Chir.", "Cir. refract.", "Chir. réfract.", "Cir. refrat.", "Chir. refratt."}, words{"Prior refractive surgery|Refr. surgery|LVC / refractive surgery", "Refraktive Vor-OP|Frühere refraktive OP", "Cirugía refractiva previa|Cirugía refractiva", "Chirurgie réfractive|ATCD chirurgie réfractive", "Cirurgia refrativa prévia|Cirurgia refrativa", "Chirurgia refrattiva|Pregressa chirurgia refrattiva"}},
	// What follows is printed and is no field.
	"aqueous":  {same("AQD"), words{}, words{"Aqueous", "Kammerwasser", "Acuoso", "Aqueux", "Aquoso", "Acqueo"}, words{"Aqueous depth (AD)", "Kammerwassertiefe (AD)", "Profundidad acuosa (AD)", "Prof. humeur aqueuse (AD)", "Profundidade aquosa (AD)", "Prof. umore acqueo (AD)"}},
	"pupil":    {same("PD"), words{}, words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"}, words{"Pupil diameter", "Pupillendurchmesser", "Diámetro pupilar", "Diamètre pupillaire", "Diâmetro pupilar", "Diametro pupillare"}},
	"kappa":    {same("κ"), words{}, words{"Kappa", "Kappa", "Kappa", "Kappa", "Kappa", "Kappa"}, words{"Angle kappa", "Winkel Kappa", "Ángulo kappa", "Angle kappa", "Ângulo kappa", "Angolo kappa"}},
	"rise":     {same("RT"), words{}, words{"Retina", "Netzhaut", "Retina", "Rétine", "Retina", "Retina"}, words{"Retinal thickness", "Netzhautdicke", "Espesor retiniano", "Épaisseur rétinienne", "Espessura da retina", "Spessore retinico"}},
	"vitreous": {same("VCD"), words{}, words{"Vitreous", "Glaskörper", "Vítreo", "Vitré", "Vítreo", "Vitreo"}, words{"Vitreous length", "Glaskörperlänge", "Longitud vítrea", "Longueur vitréenne", "Comprimento vítreo", "Lunghezza vitreo"}},
	"pressure": {words{"IOP", "IOD", "PIO", "PIO", "PIO", "IOP"}, words{}, words{"IOP", "IOD", "PIO", "PIO", "PIO", "IOP"}, words{"IOP|Tonometry (IOP)", "IOD|Tensio (IOD)", "PIO|Tonometría (PIO)", "PIO|Tonus oculaire (PIO)", "PIO|Tonometria (PIO)", "IOP|Tono oculare (IOP)"}},
	"mean":     {same("Km"), words{}, same("Km"), words{"Mean K", "K mittel", "K media", "K moyen", "K médio", "K medio"}},
	"cylinder": {same("Cyl"), words{}, words{"Astig.", "Astig.", "Astig.", "Astig.", "Astig.", "Astig."}, words{"Astigmatism", "Astigmatismus", "Astigmatismo", "Astigmatisme", "Astigmatismo", "Astigmatismo"}},
	"total":    {same("TCP"), words{}, words{"TCP mean", "TCP Mittel", "TCP medio", "TCP moyen", "TCP médio", "TCP medio"}, words{"Total corneal power", "Totale Brechkraft", "Potencia corneal total", "Puissance cornéenne totale", "Poder corneano total", "Potere corneale totale"}},
}

// fourthPeople are as invented as the others, and written as secondPeople are.
var fourthPeople = map[string][]person{
	"en": {{"Pseudonym, Penelope", "PP"}, {"Arthur Noname", "AN"}, {"MOCKUP, EDITH M.", "MEM"}, {"Unreal|Ulric", "UU"}, {"Dryrun|Daisy", "DD"}},
	"de": {{"Schablone, Hannelore", "SH"}, {"Detlef Mustermeier", "DM"}, {"VON TEST, EGON", "VTE"}, {"Kulisse|Käthe", "KK"}, {"Ärmel-Probe|Änne", "ÄÄ"}},
	"es": {{"Imaginado Soler, Rocío", "ISR"}, {"Blas Nadie Pérez", "BNP"}, {"MUESTRA IBÁÑEZ, ELÍAS", "MIE"}, {"Simulacro|Sara", "SS"}, {"Ensayo|Esteban", "EE"}},
	"fr": {{"Fictive, Héloïse", "FH"}, {"Gaston Personne", "GP"}, {"DE L'EXEMPLE, RENÉE", "DLR"}, {"Brouillon|Baptiste", "BB"}, {"Canevas|Clémence", "CC"}},
	"pt": {{"Fantasia Neto, Otávio", "FNO"}, {"Lídia Inexistente", "LI"}, {"DE ENSAIO, VASCO", "DEV"}, {"Rascunho|Raquel", "RR"}, {"Molde|Matilde", "MM"}},
	"it": {{"Inventata, Ortensia", "IO"}, {"Bruno Nessuno", "BN"}, {"DELLA PROVA, AMEDEO", "DPA"}, {"Bozza|Beatrice", "BB"}, {"Modello|Michele", "MM"}},
}

// fourthDates are those that software has for a country, and what people type.
var fourthDates = map[string][]string{
	"en": {"01/02/2006", "02/01/2006", "02 MON 2006", "02-MON-2006", "2006-01-02", "MON 02, 2006"},
	"de": {"02.01.2006", "02.01.2006", "2.1.2006", "2006-01-02", "02.01.06"}, "es": {"02/01/2006", "02-01-2006", "2/1/2006", "2006-01-02", "02/01/06"}, "fr": {"02/01/2006", "02/01/2006", "2 MONTH 2006", "2006-01-02", "02/01/06"},
	"pt": {"02/01/2006", "02-01-2006", "02/MON/2006", "2006-01-02", "02/01/06"}, "it": {"02/01/2006", "02.01.2006", "2 MONTH 2006", "2006-01-02", "02/01/06"},
}

func fourthID(r *rand.Rand) string {
	return []string{fmt.Sprint(1+r.IntN(9)) + digits(r, 5), "P00" + digits(r, 5), digits(r, 2) + "-" + digits(r, 5), "EX" + digits(r, 6), "000" + digits(r, 6)}[r.IntN(5)]
}

// fourthRemarks speak of other days and devices, and of what is to be done.
var fourthRemarks = []words{
	{"Previous biometry (other clinic, %4): AL %3 mm, K1 %1 D, K2 %2 D.", "Vorbefund extern (%4): AL %3 mm, K1 %1 dpt, K2 %2 dpt.", "Biometría previa (otro centro, %4): AL %3 mm, K1 %1 D, K2 %2 D.", "Biométrie antérieure (autre centre, %4) : AL %3 mm, K1 %1 D, K2 %2 D.", "Biometria anterior (outra clínica, %4): AL %3 mm, K1 %1 D, K2 %2 D.", "Biometria precedente (altro centro, %4): AL %3 mm, K1 %1 D, K2 %2 D."},
	{"Contact lenses not worn for 2 weeks.", "Kontaktlinsenkarenz 2 Wochen eingehalten.", "Sin lentillas desde hace 2 semanas.", "Lentilles retirées depuis 2 semaines.", "Sem lentes de contacto há 2 semanas.", "Senza lenti a contatto da 2 settimane."},
	{"Immersion ultrasound in %4: %3 mm; fixation unsteady today.", "Immersionsbiometrie %4: %3 mm; Fixation heute unruhig.", "Ecografía de inmersión en %4: %3 mm; hoy fijación inestable.", "Échographie en immersion en %4 : %3 mm ; fixation instable ce jour.", "Ecografia de imersão em %4: %3 mm; fixação instável hoje.", "Ecografia a immersione nel %4: %3 mm; oggi fissazione instabile."},
	{"Toric IOL discussed; mark axis before surgery.", "Torische IOL besprochen; Achse vor OP markieren.", "LIO tórica comentada; marcar eje antes de la cirugía.", "Implant torique discuté ; marquer l'axe avant l'intervention.", "LIO tórica discutida; marcar o eixo antes da cirurgia.", "IOL torica discussa; marcare l'asse prima dell'intervento."},
}
