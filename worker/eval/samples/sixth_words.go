package samples

// What this profile calls things: variants that devices and technicians use.
var (
	sixthReport = words{
		"Biometry|Ocular biometry|Biometry report", "Biometrie|Augenbiometrie|Biometrie - Messprotokoll", "Biometría|Biometría ocular", "Biométrie|Biométrie oculaire",
		"Biometria|Biometria ocular", "Biometria|Biometria oculare",
	}
	sixthLengths = words{
		"Axial measurements|Lengths|Biometry", "Axiale Messwerte|Längen|Biometrie", "Medidas axiales|Biometría", "Mesures axiales|Biométrie", "Medidas axiais|Biometria", "Misure assiali|Biometria",
	}
	sixthAL = words{
		"Axial length|Axial eye length", "Achsenlänge|Bulbuslänge|Axiale Länge", "Longitud axial|Long. axial", "Longueur axiale|Long. axiale", "Comprimento axial|Compr. axial",
		"Lunghezza assiale|Lungh. assiale",
	}
	sixthCCT = words{
		"Central corneal thickness|Corneal thickness, central|Central pachymetry", "Hornhautdicke zentral|Zentrale Hornhautdicke|Zentrale Pachymetrie", "Espesor corneal central|Grosor corneal central|Paquimetría central",
		"Épaisseur cornéenne centrale|Ép. cornéenne centrale|Pachymétrie centrale", "Espessura corneana central|Paquimetria central", "Spessore corneale centrale|Pachimetria centrale",
	}
	sixthACD = words{
		"Anterior chamber depth|AC depth", "Vorderkammertiefe|VK-Tiefe", "Profundidad de cámara anterior|Prof. cámara anterior", "Profondeur de chambre antérieure|Prof. chambre ant.", //nolint:misspell // French
		"Profundidade de câmara anterior|Prof. câmara anterior", "Profondità camera anteriore|Prof. camera ant.",
	}
	sixthAqueous = words{
		"Aqueous depth", "Kammerwassertiefe", "Profundidad del acuoso", "Profondeur d'humeur aqueuse", "Profundidade do humor aquoso", "Profondità dell'umore acqueo",
	}
	sixthLT = words{
		"Lens thickness|Crystalline lens thickness", "Linsendicke|Dicke der Linse", "Espesor de cristalino|Grosor del cristalino", "Épaisseur du cristallin|Ép. du cristallin",
		"Espessura do cristalino|Esp. do cristalino", "Spessore del cristallino|Spess. cristallino",
	}
	sixthWTW = words{
		"White-to-white distance|Corneal diameter|Horizontal white to white", "Weiß-Weiß-Abstand|Hornhautdurchmesser|Weiß-zu-Weiß", "Distancia blanco-blanco|Diámetro corneal", "Distance blanc-blanc|Diamètre cornéen",
		"Distância branco-branco|Diâmetro corneano", "Distanza bianco-bianco|Diametro corneale",
	}
	sixthPupil = words{"Pupil|Pupil diameter", "Pupille|Pupillendurchm.", "Pupila|Diám. pupilar", "Pupille|Diam. pupillaire", "Pupila|Diâm. pupilar", "Pupilla|Diam. pupillare"}
	sixthIndex = words{
		"Keratometer index|Index of refraction|Keratometric index", "Keratometerindex|Brechungsindex|Hornhautindex", "Índice queratométrico|Índice de refracción", "Indice kératométrique|Indice de réfraction",
		"Índice queratométrico|Índice de refração", "Indice cheratometrico|Indice di rifrazione",
	}
	sixthLens = words{
		"Lens|Lens state|Lens status", "Linse|Linsenstatus|Phakiestatus", "Cristalino|Estado de la lente", "Cristallin|Statut du cristallin", "Cristalino|Estado da lente", "Cristallino|Stato della lente",
	}
	sixthSurgery = words{
		"Refractive surgery|Prior corneal surgery|Previous refractive surgery", "Refraktive Chirurgie|Refraktive Vor-OP|Refraktive Hornhaut-OP", "Cirugía refractiva|Cirugía corneal previa",
		"Chirurgie réfractive|Antécédent de chirurgie réfractive", "Cirurgia refrativa|Cirurgia refrativa anterior", "Chirurgia refrattiva|Chirurgia refrattiva precedente",
	}
	sixthKs = words{
		"Keratometry|Corneal curvature|K readings", "Keratometrie|Hornhautkrümmung|K-Werte", "Queratometría|Lecturas K", "Kératométrie|Courbure cornéenne", "Queratometria|Ceratometria", "Cheratometria|Curvatura corneale",
	}
	// sixthSurfaces are front and back: a document uses one pair.
	sixthSurfaces = [][2]words{
		{{"Anterior cornea", "Hornhaut vorn", "Córnea anterior", "Cornée antérieure", "Córnea anterior", "Cornea anteriore"}, {"Posterior cornea", "Hornhaut hinten", "Córnea posterior", "Cornée postérieure", "Córnea posterior", "Cornea posteriore"}},
		{{"Front surface", "Vorderfläche", "Cara anterior", "Face antérieure", "Face anterior", "Faccia anteriore"}, {"Back surface", "Rückfläche", "Cara posterior", "Face postérieure", "Face posterior", "Faccia posteriore"}},
	}
	sixthWhole = words{
		"Total corneal power|Total power", "Gesamtbrechkraft|Totale Hornhautbrechkraft", "Potencia corneal total|Potencia total", "Puissance totale|Puissance cornéenne totale",
		"Potência corneana total|Poder total", "Potere corneale totale|Potere totale",
	}
	// sixthMeridians are flat and steep: a document uses one pair.
	sixthMeridians = [][2]words{
		{{"K flat", "K flach", "K plano", "K plat", "K plano", "K piatto"}, {"K steep", "K steil", "K curvo", "K cambré", "K curvo", "K curvo"}},
		{{"Flat meridian", "Flacher Meridian", "Meridiano plano", "Méridien plat", "Meridiano plano", "Meridiano piatto"}, {"Steep meridian", "Steiler Meridian", "Meridiano curvo", "Méridien cambré", "Meridiano curvo", "Meridiano curvo"}},
	}
	sixthMean   = words{"Mean|Average", "Mittel|Mittelwert", "Media|Promedio", "Moyenne", "Média", "Media"}
	sixthEye    = words{"Eye status|Eye", "Augenstatus|Auge", "Estado ocular|Ojo", "État de l'œil|Œil", "Estado ocular|Olho", "Stato dell'occhio|Occhio"}
	sixthTarget = words{"Target|Target ref.", "Zielrefraktion|Ziel", "Objetivo|Ref. objetivo", "Cible|Réfr. cible", "Alvo|Ref. alvo", "Target|Refr. target"}
	sixthUnit   = words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}

	sixthNames = words{"Patient|Name|Patient name", "Patient|Name|Name, Vorname", "Paciente|Apellidos, nombre", "Patient|Nom, prénom", "Paciente|Nome", "Paziente|Cognome, nome"}
	sixthLast  = words{"Last name|Surname|Family name", "Nachname|Name", "Apellidos", "Nom|Nom de famille", "Apelido|Apelidos", "Cognome"}
	sixthFirst = words{"First name|Given name", "Vorname", "Nombre", "Prénom", "Nome|Nome próprio", "Nome"}
	sixthNo    = words{"Patient no.|MRN|Chart no.", "Patientennr.|Pat.-ID|Patienten-Nr.", "N.º historia clínica|NHC|ID", "N° dossier|Identifiant|ID", "N.º processo|ID|Prontuário", "N. cartella|ID|Codice paziente"}
	sixthBorn  = words{"Birth date|D.O.B.|Born", "Geb.|Geburtsdatum|Geboren am", "F. nacimiento|Fecha de nac.", "Date de naiss.|Né(e) le", "Nascimento|Data de nasc.", "Data nascita|Nato/a il"}
	sixthSex   = words{"Sex|Gender", "Geschl.|Geschlecht", "Sexo", "Sexe", "Sexo", "Sesso"}
	sixthExam  = words{
		"Date of exam|Examined|Measured on", "Untersucht am|Messung vom|Aufnahmedatum", "Fecha exploración|F. examen|Fecha de medición", "Examen du|Date de mesure|Date d'acquisition",
		"Data de exame|Exame de|Data de aquisição", "Esame del|Data di misura|Data acquisizione",
	}
	sixthStaff   = words{"Examiner|Operator|Doctor", "Untersucher/in|Arzt", "Operador|Médico", "Examinateur|Médecin", "Examinador|Médico", "Esaminatore|Medico"}
	sixthPrinted = words{"Printed on|Report created", "Ausdruck vom|Erstellt am", "Impreso el|Informe creado", "Imprimé le|Édité le", "Impresso em|Relatório criado", "Stampato il|Creato il"}
	sixthRemark  = words{"Comments|Notes|Remark", "Anmerkung|Notiz|Bemerkungen", "Comentarios|Notas", "Commentaires|Remarque", "Comentários|Notas", "Commenti|Note"}

	sixthGender = map[string]words{
		"Male":   {"Male|M|m", "männlich|M|m", "Masculino|Hombre", "Masculin|Homme|M", "Masculino|M", "Maschio|M|Uomo"},
		"Female": {"Female|F|f", "weiblich|W|w", "Femenino|Mujer", "Féminin|Femme|F", "Feminino|F", "Femmina|F|Donna"},
	}
	sixthLenses = map[string]words{
		"Phakic":     {"Phakic|phakic", "Phak|phak", "Fáquico|Fáquica", "Phaque|phaque", "Fáquico|Fácico", "Fachico|Fachica"},
		"Phakic IOL": {"Phakic IOL|Phakic IOL (ICL)", "Phake IOL|Phake IOL (ICL)", "LIO fáquica|LIO fáquica (ICL)", "Implant phaque|Implant phaque (ICL)", "LIO fáquica|LIO fácica (ICL)", "IOL fachica|IOL fachica (ICL)"},
		"Pseudophakic": {
			"Pseudophakic|Pseudophakic (acrylic)", "Pseudophak|Pseudophak (Acryl)", "Pseudofáquico|Pseudofáquico (acrílico)", "Pseudophaque|Pseudophaque (acrylique)",
			"Pseudofáquico|Pseudofácico (acrílico)", "Pseudofachico|Pseudofachico (acrilico)",
		},
		"Aphakic": {"Aphakic|aphakic", "Aphak|aphak", "Afáquico|Afáquica", "Aphaque|aphaque", "Afáquico|Afácico", "Afachico|Afachica"},
	}
	sixthSurgeries = map[string]words{
		"None":       {"None|Untreated|No", "Keine|Unbehandelt|Nein", "Ninguna|Sin tratar", "Aucune|Non traité", "Nenhuma|Não tratado", "Nessuna|Non trattato"},
		"Myopic LVC": {"Myopic LASIK|Myopic LVC|Myopic PRK", "Myope LASIK|Myope PRK|Myope LVC", "LASIK miópico|PRK miópica", "LASIK myopique|PKR myopique", "LASIK miópico|PRK miópica", "LASIK miopica|PRK miopica"},
		"Hyperopic LVC": {
			"Hyperopic LASIK|Hyperopic LVC|Hyperopic PRK", "Hyperope LASIK|Hyperope PRK|Hyperope LVC", "LASIK hipermetrópico|PRK hipermetrópica", "LASIK hypermétropique|PKR hypermétropique",
			"LASIK hipermetrópico|PRK hipermetrópica", "LASIK ipermetropica|PRK ipermetropica",
		},
		"Radial Keratotomy": {
			"RK|Radial keratotomy|Radial keratotomy (RK)", "RK|Radiäre Keratotomie|Radiäre Keratotomie (RK)", "Queratotomía radial|Queratotomía radial (RK)", "Kératotomie radiaire|Kératotomie radiaire (KR)",
			"Queratotomia radial|Ceratotomia radial (RK)", "Cheratotomia radiale|Cheratotomia radiale (RK)",
		},
	}

	// sixthEyes are abbreviations for the eyes, right and left, that stand
	// beside their names.
	sixthEyes = map[string][][2]string{
		"en": {{"OD", "OS"}, {"RE", "LE"}, {"R", "L"}}, "de": {{"RA", "LA"}, {"OD", "OS"}, {"R", "L"}}, "es": {{"OD", "OI"}, {"OD", "OS"}},
		"fr": {{"OD", "OG"}, {"OD", "OS"}}, "pt": {{"OD", "OE"}, {"OD", "OS"}}, "it": {{"OD", "OS"}, {"DX", "SX"}},
	}
)
