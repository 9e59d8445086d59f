package samples

// What the field calls things, other than the first profile does.
var (
	secondName = []words{
		{"Pt. name", "Pat.-Name", "Nombre y apellidos", "Nom, prénom", "Nome completo", "Nominativo"}, //nolint:misspell // Italian
		{"Full name", "Name, Vorname", "Apellidos, nombre", "Identité", "Utente", "Cognome e nome"},
	}
	secondSurname = []words{
		{"Last name", "Nachname", "Apellidos", "Nom de famille", "Apelido", "Cognome"},
		{"Surname", "Familienname", "Apellido(s)", "Nom", "Sobrenome", "Cognome"},
	}
	secondGiven = []words{
		{"First name", "Vorname", "Nombre", "Prénom", "Nome próprio", "Nome"},
		{"Given name(s)", "Vorname(n)", "Nombre de pila", "Prénom(s)", "Primeiro nome", "Nome di battesimo"},
	}
	secondRecord = []words{
		{"Chart no.", "PID", "N.º HC", "IPP", "N.º de utente", "N. cartella"},
		{"MRN", "Fallnummer", "Historia clínica", "Réf. patient", "Prontuário", "Cod. paziente"},
		{"Pt. no.", "Pat.-ID", "NHC", "Identifiant", "Nº do paciente", "ID paz."},
	}
	secondBorn = []words{
		{"D.O.B.", "geb. am", "F. nac.", "DDN", "Dt. nasc.", "D. nascita"},
		{"Birth date", "Geboren", "Nacimiento", "Naissance", "Nascimento", "Nascita"},
		{"Born", "Geb.", "Nacido/a el", "Date de naiss.", "Nascido(a) em", "Nato(a) il"},
	}
	secondSex = []words{
		{"Sex", "Geschl.", "Sexo", "Sexe", "Sexo", "Sesso"},
		{"Gender", "Geschlecht", "Género", "Genre", "Gênero", "Genere"},
	}
	secondGender = map[string]words{
		"Male":   {"M|male|Man", "männl.|M|Mann", "Masc.|Varón|Hombre", "H|Masculin|homme", "Masc.|Homem|masculino", "Uomo|M|maschile"},
		"Female": {"F|female|Woman", "weibl.|W|Frau", "Fem.|Mujer|Mujer", "F|Féminin|femme", "Fem.|Mulher|feminino", "Donna|F|femminile"},
	}
	secondExam = []words{
		{"Date of exam", "Messung vom", "Fecha de exploración", "Examen du", "Exame de", "Esame del"},
		{"Measured on", "Aufnahmedatum", "F. examen", "Date d'acquisition", "Data de aquisição", "Data acquisizione"},
		{"Visit date", "Unters.-Datum", "Fecha de la visita", "Date de la visite", "Data da consulta", "Data della visita"},
	}
	secondIssued = []words{
		{"Report created", "Erstellt am", "Informe generado", "Édité le", "Emitido em", "Generato il"},
		{"Issued", "Ausdruck vom", "Emitido", "Généré le", "Gerado em", "Emesso il"},
	}
	secondDoctor = []words{
		{"Referred by", "Zuweiser", "Remitido por", "Adressé par", "Referenciado por", "Inviato da"}, //nolint:misspell // French
		{"Examiner", "Untersucht von", "Examinador", "Examinateur", "Examinador", "Esaminatore"},
	}
	secondRemark = []words{
		{"Comments", "Anmerkungen", "Comentarios", "Commentaires", "Comentários", "Commenti"},
		{"Notes", "Notizen", "Notas", "Notes", "Notas", "Note"},
		{"Remarks", "Bemerkungen", "Observaciones", "Observations", "Observações", "Osservazioni"},
	}
	secondClinic = words{
		"Harbour Lane Eye Centre", "Augenzentrum am Mustertor", "Centro Ocular La Muestra", "Centre d'Ophtalmologie du Modèle",
		"Centro de Olhos da Amostra", "Centro Oculistico della Prova",
	}
	secondStreet = words{
		"12 Nowhere Street, Sampleton", "Nirgendweg 12, 01000 Musterstadt", "Calle Inventada 12, 28000 Villamuestra",
		"12 rue Imaginaire, 75000 Exempleville", "Rua Inventada 12, 1000-000 Vila Amostra", "Via Inventata 12, 00100 Provopoli",
	}
	secondPhone = words{"Tel. 0555 014 2171", "Tel. 0555 / 014 21 71", "Tel. 955 501 421", "Tél. 05 55 01 42 17", "Tel. 215 550 142", "Tel. 055 501 4217"}

	secondTitle = []words{
		{"Ocular biometry", "Okulare Biometrie", "Biometría ocular", "Biométrie oculaire", "Biometria ocular", "Biometria oculare"},
		{"Pre-operative measurements", "Präoperative Messwerte", "Medidas preoperatorias", "Mesures préopératoires", "Medidas pré-operatórias", "Misure preoperatorie"},
		{"Optical biometer - results", "Optischer Biometer - Ergebnisse", "Biómetro óptico - resultados", "Biomètre optique - résultats", "Biómetro ótico - resultados", "Biometro ottico - risultati"},
	}
	secondDevice = []words{
		{"Instrument", "Gerät", "Equipo", "Appareil", "Equipamento", "Strumento"},               //nolint:misspell // French
		{"Device", "Messgerät", "Dispositivo", "Appareil de mesure", "Aparelho", "Apparecchio"}, //nolint:misspell // French
	}
	secondLengths = words{"Axial measurements", "Streckenmessung", "Medidas axiales", "Mesures axiales", "Medidas axiais", "Misure assiali"}
	secondFront   = []words{
		{"Keratometry", "Keratometrie", "Queratometría", "Kératométrie", "Ceratometria", "Cheratometria"},
		{"Anterior cornea", "Vordere Hornhaut", "Córnea anterior", "Cornée antérieure", "Córnea anterior", "Cornea anteriore"},
	}
	secondBack = []words{
		{"Posterior cornea", "Hintere Hornhaut", "Córnea posterior", "Cornée postérieure", "Córnea posterior", "Cornea posteriore"},
		{"Posterior keratometry (PK)", "Posteriore Keratometrie (PK)", "Queratometría posterior (PK)", "Kératométrie postérieure (PK)", "Ceratometria posterior (PK)", "Cheratometria posteriore (PK)"},
	}
	secondTotal   = words{"Total keratometry (TK)", "Totale Keratometrie (TK)", "Queratometría total (TK)", "Kératométrie totale (TK)", "Ceratometria total (TK)", "Cheratometria totale (TK)"}
	secondHistory = words{"Eye status", "Augenstatus", "Estado ocular", "État oculaire", "Estado ocular", "Stato oculare"}
	secondSummary = words{"Summary", "Zusammenfassung", "Resumen", "Résumé", "Resumo", "Riepilogo"}
	secondLenses  = words{"IOL options", "IOL-Auswahl", "Opciones de LIO", "Choix d'implant", "Opções de LIO", "Opzioni IOL"}
	secondTarget  = words{"Target", "Ziel", "Objetivo", "Cible", "Alvo", "Target"}
	secondUnit    = words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}
	secondEye     = words{"Eye", "Auge", "Ojo", "Œil", "Olho", "Occhio"}
	secondValue   = words{"Parameter", "Messgröße", "Parámetro", "Paramètre", "Parâmetro", "Parametro"}

	secondLens = map[string]words{
		"Phakic":       {"phakic|Phakic eye", "phak|eigene Linse, phak", "fáquico|Ojo fáquico", "phaque|Œil phaque", "fácico|Olho fácico", "fachico|Occhio fachico"},
		"Phakic IOL":   {"phakic IOL|Phakic IOL (ICL)", "phake IOL|Phake IOL (ICL)", "LIO fáquica|LIO fáquica (ICL)", "implant phaque|Implant phaque (ICL)", "LIO fácica|LIO fácica (ICL)", "IOL fachica|IOL fachica (ICL)"},
		"Pseudophakic": {"pseudophakic|Pseudophakia", "pseudophak|Pseudophakie", "pseudofáquico|Pseudofaquia", "pseudophaque|Pseudophakie", "pseudofácico|Pseudofacia", "pseudofachico|Pseudofachia"},
		"Aphakic":      {"aphakic|Aphakia", "aphak|Aphakie", "afáquico|Afaquia", "aphaque|Aphakie", "afácico|Afacia", "afachico|Afachia"},
	}
	secondSurgery = map[string]words{
		"None":              {"none|no", "keine|keine", "ninguna|no", "aucune|aucune", "nenhuma|não", "nessuna|no"},
		"Myopic LVC":        {"myopic PRK|LASIK (myopia)", "PRK bei Myopie|LASIK (Myopie)", "PRK miópica|LASIK (miopía)", "PKR myopique|LASIK (myopie)", "PRK miópica|LASIK (miopia)", "PRK miopica|LASIK (miopia)"},
		"Hyperopic LVC":     {"hyperopic PRK|LASIK (hyperopia)", "PRK bei Hyperopie|LASIK (Hyperopie)", "PRK hipermetrópica|LASIK (hipermetropía)", "PKR hypermétropique|LASIK (hypermétropie)", "PRK hipermetrópica|LASIK (hipermetropia)", "PRK ipermetropica|LASIK (ipermetropia)"},
		"Radial Keratotomy": {"radial keratotomy|radial keratotomy (RK)", "radiäre Keratotomie|radiäre Keratotomie (RK)", "queratotomía radial|queratotomía radial (RK)", "kératotomie radiaire|kératotomie radiaire (KR)", "queratotomia radial|ceratotomia radial (RK)", "cheratotomia radiale|cheratotomia radiale (RK)"},
	}
)

// secondSides are pairs of names for the eyes, right and left: a document uses
// one short and one long pair.
var (
	secondShort = [][2]words{
		{{"RE", "RA", "OD", "OD", "OD", "OD"}, {"LE", "LA", "OI", "OG", "OE", "OS"}},
		{{"OD", "OD", "OD", "OD", "OD", "OD"}, {"OS", "OS", "OS", "OS", "OS", "OS"}},
		{{"R", "R", "OD", "OD", "OD", "DX"}, {"L", "L", "OI", "OG", "OE", "SX"}},
	}
	secondLong = [][2]words{
		{{"Right eye (OD)", "Rechtes Auge (OD)", "Ojo derecho (OD)", "Œil droit (OD)", "Olho direito (OD)", "Occhio destro (OD)"}, {"Left eye (OS)", "Linkes Auge (OS)", "Ojo izquierdo (OI)", "Œil gauche (OG)", "Olho esquerdo (OE)", "Occhio sinistro (OS)"}},
		{{"OD - right", "OD - rechts", "OD - derecho", "OD - droit", "OD - direito", "OD - destro"}, {"OS - left", "OS - links", "OI - izquierdo", "OG - gauche", "OE - esquerdo", "OS - sinistro"}},
		{{"Right eye / RE", "Rechtes Auge / RA", "Ojo dcho. (OD)", "Œil dr. (OD)", "Olho dto. (OD)", "Occhio dx (OD)"}, {"Left eye / LE", "Linkes Auge / LA", "Ojo izdo. (OI)", "Œil g. (OG)", "Olho esq. (OE)", "Occhio sx (OS)"}},
		{{"Right", "Rechts", "Derecho", "Droit", "Direito", "Destro"}, {"Left", "Links", "Izquierdo", "Gauche", "Esquerdo", "Sinistro"}},
		{{"Right eye", "Rechtes Auge", "Ojo derecho", "Œil droit", "Olho direito", "Occhio destro"}, {"Left eye", "Linkes Auge", "Ojo izquierdo", "Œil gauche", "Olho esquerdo", "Occhio sinistro"}},
	}
)

// secondNames is how printouts name a device.
var secondNames = map[string][]string{
	"IOLMaster700": {"ZEISS IOLMaster 700", "IOLMaster® 700", "Carl Zeiss Meditec - IOLMaster 700"},
	"LenstarLS900": {"LENSTAR LS 900", "Haag-Streit Lenstar LS900", "Lenstar LS 900 (Haag-Streit)"},
	"EyestarES900": {"EYESTAR ES 900", "Haag-Streit Eyestar 900", "Eyestar ES900"},
	"Anterion":     {"Heidelberg Engineering ANTERION", "ANTERION®", "Anterion (Heidelberg)"},
	"Aladdin":      {"TOPCON Aladdin", "ALADDIN (Topcon)", "Topcon ALADDIN-M"},
	"Argos":        {"Alcon ARGOS", "ARGOS® (Alcon)", "Argos SS-OCT"},
	"OA-2000":      {"TOMEY OA-2000", "OA-2000", "OA-2000 (Tomey)"},
	"MS39":         {"CSO MS-39", "MS-39 AS-OCT", "MS-39 (CSO)"},
	"PentacamAXL":  {"OCULUS Pentacam AXL", "Pentacam® AXL", "PENTACAM AXL (Oculus)"},
}
