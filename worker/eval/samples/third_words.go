package samples

// thirdLexicon is the words of the third profile.
var thirdLexicon = lexicon{
	terms: thirdTerms, axis: thirdAxis,
	omits: map[string]string{
		"PentacamAXL": "LT vitreous", "MS39": "vitreous rise", "Argos": "alpha rise", "Aladdin": "rise vitreous", "OA-2000": "rise kappa",
		"LenstarLS900": "rise pressure", "IOLMaster700": "rise alpha pressure", "EyestarES900": "kappa alpha", "Anterion": "pressure",
	},
	fronts: [][2]string{{"K1", "K2"}, {"Kf", "Ks"}, {"SimK1", "SimK2"}, {"Kmin", "Kmax"}},
	radii:  [][2]string{{"R1", "R2"}, {"Rf", "Rs"}}, totals: [][2]string{{"TK1", "TK2"}},
	backs:   [][2]string{{"K1", "K2"}, {"PK1", "PK2"}, {"PKf", "PKs"}},
	lengths: words{"Optical biometry", "Optische Biometrie", "Biometría óptica", "Biométrie optique", "Biometria óptica", "Biometria ottica"},
	front: []words{
		{"Corneal curvature", "Hornhautkrümmung", "Curvatura corneal", "Courbure cornéenne", "Curvatura corneana", "Curvatura corneale"},
		{"K readings", "K-Werte", "Lecturas K", "Valeurs K", "Leituras K", "Valori K"},
		{"Keratometry (front)", "Keratometrie (vorn)", "Queratometría (cara anterior)", "Kératométrie (face avant)", "Queratometria (face anterior)", "Cheratometria (faccia anteriore)"},
	},
	back: []words{
		{"Back surface of cornea", "Hornhaut-Rückfläche", "Cara posterior de la córnea", "Face postérieure cornée", "Face posterior da córnea", "Faccia posteriore della cornea"},
		{"Posterior K readings", "K-Werte posterior", "Lecturas K posteriores", "Valeurs K postérieures", "Leituras K posteriores", "Valori K posteriori"},
	},
	total:   words{"TK - Total Keratometry", "TK - Gesamt-Keratometrie", "TK - Queratometría total", "TK - Kératométrie totale", "TK - Queratometria total", "TK - Cheratometria totale"},
	history: words{"History", "Vorgeschichte", "Antecedentes", "Antécédents", "Antecedentes", "Anamnesi"},
	short: [][2]words{
		{same("OD"), same("OS")},
		{{"O.D.", "R.A.", "O.D.", "O.D.", "O.D.", "O.D."}, {"O.S.", "L.A.", "O.I.", "O.G.", "O.E.", "O.S."}},
		{{"Right", "Rechts", "Der.", "Droit", "Dir.", "Dx"}, {"Left", "Links", "Izq.", "Gauche", "Esq.", "Sx"}},
		{{"RE", "RA", "OD", "OD", "OD", "OD"}, {"LE", "LA", "OI", "OG", "OE", "OS"}},
	},
	long: [][2]words{
		{{"OD (right)", "OD (rechts)", "OD (derecho)", "OD (droit)", "OD (direito)", "OD (destro)"}, {"OS (left)", "OS (links)", "OI (izquierdo)", "OG (gauche)", "OE (esquerdo)", "OS (sinistro)"}},
		{{"R - RIGHT EYE", "R - RECHTES AUGE", "OD - OJO DERECHO", "OD - ŒIL DROIT", "OD - OLHO DIREITO", "OD - OCCHIO DESTRO"}, {"L - LEFT EYE", "L - LINKES AUGE", "OI - OJO IZQUIERDO", "OG - ŒIL GAUCHE", "OE - OLHO ESQUERDO", "OS - OCCHIO SINISTRO"}},
		{same("O.D."), {"O.S.", "O.S.", "O.I.", "O.G.", "O.E.", "O.S."}},
		{{"Eye: right", "Auge: rechts", "Ojo: derecho", "Œil : droit", "Olho: direito", "Occhio: destro"}, {"Eye: left", "Auge: links", "Ojo: izquierdo", "Œil : gauche", "Olho: esquerdo", "Occhio: sinistro"}},
	},
	name: []words{
		{"Patient", "Patient/in", "Paciente", "Patient(e)", "Doente", "Assistito"},
		{"Patient's name", "Name des Patienten", "Nombre paciente", "Nom et prénom", "Nome do doente", "Nome e cognome"},
	},
	surname: []words{
		{"Family name", "Zuname", "Apellido", "Nom d'usage", "Último nome", "Cognome paziente"},
		{"SURNAME", "NAME", "APELLIDOS", "NOM", "APELIDO", "COGNOME"},
	},
	given: []words{
		{"Given name", "Vorname", "Nombre", "Prénom usuel", "Nome próprio", "Nome paziente"},
		{"FORENAME", "VORNAME", "NOMBRE", "PRÉNOM", "NOME", "NOME"},
	},
	record: []words{
		{"Hospital no.", "Pat.-Nr.", "Nº expediente", "N° IPP", "N.º processo", "N. paziente"},
		{"File no.", "Akte", "Expediente", "N° dossier", "Processo clínico", "Cartella clinica"},
		{"Pat. ID", "Kennung", "Id. paciente", "ID pat.", "Id. doente", "ID assistito"},
	},
	born: []words{
		{"Birthdate", "Geb.-Dat.", "Fecha de nac.", "Date naiss.", "Data de nasc.", "Data di nasc."},
		{"Date of Birth (DOB)", "Geburtsdatum (geb.)", "Nacido el", "Né(e) le", "Nascido em", "Nato il"},
		{"DoB", "GebDat", "FN", "Naissance", "DN", "Nascita"},
	},
	sex: []words{
		{"Sex (M/F)", "Geschlecht (m/w)", "Sexo (H/M)", "Sexe (M/F)", "Sexo (M/F)", "Sesso (M/F)"},
		{"Gender", "Geschlecht", "Género", "Genre", "Género", "Genere"},
	},
	// Spanish is spelt out: beside "H/M" an M would be mujer.
	gender: map[string]words{
		"Male":   {"M|male", "m|männlich", "Hombre|H", "M|masculin", "M|masculino", "M|maschio"},
		"Female": {"F|female", "w|weiblich", "Mujer|mujer", "F|féminin", "F|feminino", "F|femmina"},
	},
	exam: []words{
		{"Acquired", "Aufgenommen", "Adquirido el", "Acquis le", "Adquirido em", "Acquisito il"}, //nolint:misspell // Italian
		{"Examined on", "Untersucht am", "Explorado el", "Examiné le", "Examinado em", "Esaminato il"},
		{"Date of measurement", "Datum der Messung", "Fecha de medición", "Date de mesure", "Data de medição", "Data di misurazione"},
		{"Exam", "Untersuchung", "Examen", "Examen", "Exame", "Esame"},
	},
	issued: []words{
		{"Print", "Druck", "Impresión", "Impression", "Impressão", "Stampa"},
		{"Exported", "Exportiert am", "Exportado el", "Exporté le", "Exportado em", "Esportato il"},
	},
	doctor: []words{
		{"GP", "Hausarzt", "Médico de cabecera", "Médecin traitant", "Médico de família", "Medico curante"},
		{"Surgeon", "Operateur", "Cirujano", "Chirurgien", "Cirurgião", "Chirurgo"},
		{"Technician", "Messung durch", "Técnico", "Technicien", "Técnico", "Tecnico"}, //nolint:misspell // French
	},
	remark: []words{
		{"Remark", "Hinweis", "Observación", "Remarque", "Observação", "Osservazione"},
		{"Examiner's comment", "Kommentar des Untersuchers", "Comentario del examinador", "Commentaire de l'examinateur", "Comentário do examinador", "Commento dell'esaminatore"},
		{"Free text", "Freitext", "Texto libre", "Texte libre", "Texto livre", "Testo libero"},
	},
	lens: map[string]words{
		"Phakic":       {"natural lens|phakic|Phakic (own lens)", "natürliche Linse|phak|Phak (eigene Linse)", "cristalino natural|fáquico|Fáquico (cristalino)", "cristallin naturel|phaque|Phaque (cristallin)", "cristalino natural|fácico|Fácico (cristalino)", "cristallino naturale|fachico|Fachico (cristallino)"},
		"Phakic IOL":   {"phakic lens implant|ICL (phakic IOL)|phakic with IOL", "phakes Implantat|ICL (phake IOL)|phak mit IOL", "implante fáquico|ICL (LIO fáquica)|fáquico con LIO", "implant phaque|ICL (implant phaque)|phaque avec implant", "implante fácico|ICL (LIO fácica)|fácico com LIO", "impianto fachico|ICL (IOL fachica)|fachico con IOL"},
		"Pseudophakic": {"artificial lens|pseudophakic (PCIOL)|pseudophakia", "Kunstlinse|pseudophak (HKL)|Pseudophakie", "lente artificial|pseudofáquico (LIO)|pseudofaquia", "lentille artificielle|pseudophaque (implant)|pseudophakie", "lente artificial|pseudofácico (LIO)|pseudofacia", "lente artificiale|pseudofachico (IOL)|pseudofachia"},
		"Aphakic":      {"no lens (aphakia)|aphakic|aphakia", "keine Linse (Aphakie)|aphak|Aphakie", "sin cristalino (afaquia)|afáquico|afaquia", "sans cristallin (aphakie)|aphaque|aphakie", "sem cristalino (afacia)|afácico|afacia", "senza lente (afachia)|afachico|afachia"},
	},
	surgery: map[string]words{
		"None":              {"none|no previous surgery|no", "keine|kein Voreingriff|nein", "ninguna|sin cirugía previa|no", "aucune|pas d'antécédent|non", "nenhuma|sem cirurgia prévia|não", "nessuna|nessun intervento|no"}, //nolint:misspell // Italian
		"Myopic LVC":        {"LASIK for myopia|s/p myopic LASIK|myopic PRK", "LASIK bei Myopie|Z. n. myoper LASIK|myope PRK", "LASIK por miopía|tras LASIK miópico|PRK miópica", "LASIK pour myopie|post-LASIK myopique|PKR myopique", "LASIK por miopia|pós-LASIK miópico|PRK miópica", "LASIK per miopia|esiti di LASIK miopica|PRK miopica"},
		"Hyperopic LVC":     {"LASIK for hyperopia|s/p hyperopic LASIK|hyperopic PRK", "LASIK bei Hyperopie|Z. n. hyperoper LASIK|hyperope PRK", "LASIK por hipermetropía|tras LASIK hipermetrópico|PRK hipermetrópica", "LASIK pour hypermétropie|post-LASIK hypermétropique|PKR hypermétropique", "LASIK por hipermetropia|pós-LASIK hipermetrópico|PRK hipermetrópica", "LASIK per ipermetropia|esiti di LASIK ipermetropica|PRK ipermetropica"},
		"Radial Keratotomy": {"RK|s/p RK (radial keratotomy)|radial keratotomy", "RK|Z. n. radialer Keratotomie|radiäre Keratotomie", "QR|tras queratotomía radial|queratotomía radial", "KR|post-kératotomie radiaire|kératotomie radiaire", "QR|pós-queratotomia radial|queratotomia radial", "RK|esiti di cheratotomia radiale|cheratotomia radiale"},
	},
	clinic: words{"Fictionville General - Eye Department", "Klinikum Probestadt - Augenheilkunde", "Hospital de Ficticia - Oftalmología", "CHU de Modelville - Ophtalmologie", "Hospital de Ensaio - Oftalmologia", "Ospedale di Finzione - Oculistica"},
	street: words{"1 Placeholder Road, Fictionville FV1 2ZZ", "Attrappenallee 1, 99999 Probestadt", "Avda. Supuesta 1, 99000 Ficticia", "1 avenue du Prototype, 99000 Modelville", "Av. Suposta 1, 9900-000 Ensaio", "Viale Supposto 1, 99100 Finzione"},
	phone:  words{"Phone 0555 22 41 80", "Telefon 0555 22 41 80", "Tfno. 955 22 41 80", "Téléphone 05 55 22 41 80", "Telefone 255 224 180", "Telefono 055 22 41 80"},
	title: []words{
		{"Cataract work-up", "Katarakt-Voruntersuchung", "Estudio precatarata", "Bilan pré-cataracte", "Estudo pré-catarata", "Valutazione precataratta"},
		{"Eye measurements", "Augenvermessung", "Mediciones del ojo", "Mesures de l'œil", "Medições do olho", "Misurazioni dell'occhio"},
		{"IOL planning", "IOL-Planung", "Planificación de LIO", "Planification d'implant", "Planeamento de LIO", "Pianificazione IOL"},
	},
	device: []words{
		{"Biometer", "Biometer", "Biómetro", "Biomètre", "Biómetro", "Biometro"},
		{"Measured with", "Gemessen mit", "Medido con", "Mesuré avec", "Medido com", "Misurato con"},
	},
	names: map[string][]string{
		"IOLMaster700": {"IOL Master 700 (Zeiss)", "ZEISS IOLMaster® 700", "IOLMaster 700"},
		"LenstarLS900": {"Haag-Streit LENSTAR 900", "LS900 Lenstar", "Lenstar LS 900®"},
		"EyestarES900": {"EYESTAR 900 (Haag-Streit)", "Eyestar ES 900", "ES900 Eyestar"},
		"Anterion":     {"ANTERION (Heidelberg Engineering)", "Heidelberg ANTERION", "Anterion Cataract App"},
		"Aladdin":      {"Topcon Aladdin HW3.0", "ALADDIN (TOPCON)", "Aladdin"},
		"Argos":        {"ARGOS", "Alcon Argos Biometer", "Argos (Alcon)"},
		"OA-2000":      {"Tomey OA2000", "TOMEY OA 2000", "Tomey OA-2000"},
		"MS39":         {"CSO MS39", "MS 39 (CSO)", "CSO MS-39"},
		"PentacamAXL":  {"Oculus PENTACAM AXL", "Pentacam-AXL", "OCULUS Pentacam® AXL"},
	},
	unit: words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}, eye: words{"Eye", "Auge", "Ojo", "Œil", "Olho", "Occhio"},
	value:  words{"Examination", "Messung", "Prueba", "Mesure", "Exame", "Misura"},
	lenses: words{"IOL power", "IOL-Stärke", "Potencia LIO", "Puissance implant", "Potência LIO", "Potere IOL"},
	target: words{"Aim", "Wunschrefr.", "Refr. deseada", "Réfr. visée", "Refr. pretendida", "Refr. desiderata"},
	brands: []string{"Visolux V1", "Primus 300", "Oculis EDOF", "Serena SN", "Panorama Toric"},
	people: thirdPeople, id: thirdID, dates: thirdDates, remarks: thirdRemarks,
	dashes: []words{
		same(none), same("-"), same("—"), same("-----"), {"n/a", "k. A.", "n/d", "n. d.", "n/d", "n. d."},
		{"not measured", "nicht gemessen", "no medido", "non mesuré", "não medido", "non misurato"},
	},
}

// Words beside the fields.
var (
	thirdAge      = words{"Age", "Alter", "Edad", "Âge", "Idade", "Età"}
	thirdMobile   = words{"Mobile", "Handy", "Móvil", "Portable", "Telemóvel", "Cellulare"}
	thirdRange    = words{"Normal range", "Normbereich", "Rango normal", "Valeurs normales", "Valores normais", "Valori normali"}
	thirdRegards  = words{"Yours sincerely", "Mit freundlichen Grüßen", "Atentamente", "Cordialement", "Com os melhores cumprimentos", "Cordiali saluti"}
	thirdRe       = words{"Re", "Betreff", "Asunto", "Objet", "Assunto", "Oggetto"}
	thirdGreeting = words{"Dear colleague,", "Liebe Kollegin, lieber Kollege,", "Estimado colega:", "Cher confrère,", "Caro colega,", "Gentile collega,"}
	// %1 is the day of the exam, %2 the device.
	thirdSeen = words{
		"Thank you for referring this patient, whom we examined on %1. Biometry was done with the %2 and gave the following values.",
		"vielen Dank für die Überweisung. Die Untersuchung fand am %1 statt. Die Biometrie mit dem Gerät %2 ergab folgende Werte.",
		"Gracias por remitirnos a este paciente, explorado el %1. La biometría se hizo con el equipo %2 y dio los siguientes valores.",
		"Merci de nous avoir adressé ce patient, examiné le %1. La biométrie, faite avec l'appareil %2, donne les valeurs suivantes.", //nolint:misspell // French
		"Obrigado por nos enviar este doente, examinado em %1. A biometria foi feita com o aparelho %2 e deu os seguintes valores.",
		"Grazie per averci inviato questo paziente, esaminato il %1. La biometria è stata eseguita con %2 e ha dato i seguenti valori.",
	}
	// %1 is the power of a lens, %2 a refraction.
	thirdPlan = words{
		"We plan cataract surgery with a lens of %1 D (A constant 118.9), target refraction %2 D. Next visit in 4 weeks.",
		"Geplant ist eine Katarakt-OP mit einer Linse von %1 dpt (A-Konstante 118,9), Zielrefraktion %2 dpt. Kontrolle in 4 Wochen.",
		"Se planifica cirugía de catarata con una lente de %1 D (constante A 118,9), refracción objetivo %2 D. Revisión en 4 semanas.",
		"Nous prévoyons une chirurgie de la cataracte avec un implant de %1 D (constante A 118,9), cible %2 D. Contrôle dans 4 semaines.",
		"Prevê-se cirurgia de catarata com uma lente de %1 D (constante A 118,9), refração alvo %2 D. Consulta em 4 semanas.",
		"È previsto un intervento di cataratta con una lente di %1 D (costante A 118,9), target %2 D. Controllo tra 4 settimane.", //nolint:misspell // Italian
	}
)

// thirdNormal is the range in which most eyes are, by a fact's key.
var thirdNormal = map[string][3]float64{ // low, high, decimals
	"AL": {22, 24.5, 1}, "ACD": {2.6, 3.6, 1}, "LT": {3.6, 5, 1}, "CCT": {500, 590, 0}, "WTW": {11.2, 12.6, 1},
	"K1": {40, 46, 1}, "K2": {40, 47, 1}, "R1": {7.3, 8.4, 1}, "R2": {7.1, 8.4, 1}, "mean": {40, 46.5, 1}, "pressure": {10, 21, 0},
}
