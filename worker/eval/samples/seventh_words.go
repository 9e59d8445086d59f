package samples

// What the seventh profile calls things, where the first one calls them
// otherwise.
var (
	axialOf      = words{"Axial length (AL)|Axial eye length (AL)", "Achsenlänge (AL)|Bulbuslänge (AL)", "Long. axial (AL)|Longitud axial (LA)", "Long. axiale (AL)|Longueur axiale (LA)", "Compr. axial (AL)", "Lungh. assiale (AL)"}
	chamberOf    = words{"AC depth (ACD)|Ant. chamber (ACD)", "VK-Tiefe (VKT)|Vorderkammertiefe (VKT)", "Prof. cámara ant. (ACD)|Prof. CA (PCA)", "Prof. chambre ant. (ACD)|Prof. CA (PCA)", "Prof. câmara ant. (ACD)|Prof. CA (ACD)", "Prof. camera ant. (ACD)|Prof. CA (ACD)"} //nolint:misspell // French
	aqueousOf    = words{"Aqueous depth (AQD)", "Kammerwassertiefe (AQD)", "Prof. del acuoso (AQD)", "Prof. humeur aqueuse (AQD)", "Prof. do aquoso (AQD)", "Prof. dell'acqueo (AQD)"}
	thicknessOf  = words{"Lens thickn. (LT)|Lens (LT)", "Linsendicke (LD)|Linsendicke (LT)", "Grosor cristalino (LT)|Espesor lente (LT)", "Épais. cristallin (LT)", "Esp. cristalino (LT)", "Spess. cristallino (LT)|Spess. lente (LT)"}
	pachymetryOf = words{
		"Central pachymetry (CCT)|Corneal thickn. (CCT)", "HH-Dicke zentral (CCT)|Pachymetrie zentral (CCT)", "Espesor corneal (CCT)|Paquim. central (CCT)",
		"Épais. cornéenne (CCT)|Pachym. centrale (CCT)", "Esp. corneana (CCT)|Paquim. central (CCT)", "Spess. corneale (CCT)|Pachim. centrale (CCT)",
	}
	whiteOf = words{
		"White-white dist. (WTW)|WTW distance", "Weiß-Weiß (WTW)|WTW-Abstand", "Dist. blanco-blanco (WTW)|Distancia WTW", "Dist. blanc-blanc (WTW)|Distance WTW",
		"Dist. branco-branco (WTW)|Distância WTW", "Dist. bianco-bianco (WTW)|Distanza WTW",
	}
	pupilOf       = words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"}
	flatOf        = words{"flat", "flach", "plano", "plat", "plano", "piatto"}
	steepOf       = words{"steep", "steil", "curvo", "serré", "curvo", "ripido"}
	indexOf       = words{"Corneal index n|Kerat. index n", "HH-Index n|Kerat. Index n", "Índice corneal n|Índice kerat. n", "Indice cornéen n|Indice kérat. n", "Índice corneano n|Índice cerat. n", "Indice corneale n|Indice cherat. n"}
	lensOf        = words{"Lens|Lens state", "Linse|Linsenzustand", "Cristalino|Estado de la lente", "Cristallin|Statut du cristallin", "Cristalino|Estado da lente", "Cristallino|Stato della lente"}
	operationOf   = words{"Prior refr. surgery|Corneal surgery", "Refraktive OP|Hornhaut-OP", "Cir. refractiva previa|Cirugía corneal", "Chir. réfractive|Chirurgie cornéenne", "Cir. refrativa prévia|Cirurgia da córnea", "Chir. refrattiva|Chirurgia corneale"}
	lengthsHead   = words{"Axial biometry|Lengths", "Axiale Biometrie|Längen", "Biometría axial|Longitudes", "Biométrie axiale|Longueurs", "Biometria axial|Comprimentos", "Biometria assiale|Lunghezze"}
	totalHead     = words{"Total power (TCP)", "Gesamt (TCP)", "Total (TCP)", "Totale (TCP)", "Total (TCP)", "Totale (TCP)"}
	statusHead    = words{"Eye|History", "Auge|Anamnese", "Ojo|Antecedentes", "Œil|Antécédents", "Olho|Antecedentes", "Occhio|Anamnesi"}
	unitHead      = words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}
	averageHead   = words{"Average|Mean", "Mittel|MW", "Promedio|Media", "Moy.|Moyenne", "Média", "Media"}
	axisOf        = words{"Axis|Ax.", "Achse", "Eje", "Axe", "Eixo", "Asse"}
	plannedOf     = words{"Target", "Zielrefr.", "Objetivo", "Cible", "Alvo", "Target"}
	centralOf     = words{"CCT (pupil center)", "CCT (Pupillenmitte)", "CCT (centro pupila)", "CCT (centre pupille)", "CCT (centro pupila)", "CCT (centro pupilla)"}
	externalOf    = words{"ACD ext.", "VKT ext.", "ACD ext.", "PCA ext.", "ACD ext.", "ACD est."}
	internalOf    = words{"ACD int.", "VKT int.", "ACD int.", "PCA int.", "ACD int.", "ACD int."}
	lastNameOf    = words{"Last name", "Nachname", "Apellidos", "Nom", "Apelido", "Cognome"}
	firstNameOf   = words{"First name", "Vorname", "Nombre", "Prénom", "Nome próprio", "Nome"}
	patientOf     = words{"Patient|Pt. name", "Patient/in|Pat.-Name", "Paciente|Nombre paciente", "Patient(e)|Nom du patient", "Utente|Nome do utente", "Paziente|Nome paziente"}
	numberOf      = words{"Patient no.|Pt. ID|Chart no.", "Patienten-Nr.|PID", "N.º historia|ID paciente", "N° dossier|Identifiant", "N.º processo|ID utente", "N. paziente|ID"}
	birthOf       = words{"Birth date|Born", "Geboren am|geb.", "F. nacimiento|Nacido/a el", "Date naiss.|Né(e) le", "D. nasc.|Nascido/a em", "Data nasc.|Nato/a il"}
	sexOf         = words{"Sex", "Geschl.|Geschlecht", "Sexo", "Sexe", "Sexo", "Sesso"}
	whenOf        = words{"Exam|Measured on|Date of exam", "Messung vom|Gemessen am|Untersuchung", "Examen|Medido el|Fecha examen", "Examen du|Mesuré le", "Exame|Medido em|Data exame", "Esame del|Misurato il|Data esame"}
	examinerOf    = words{"Examiner|Surgeon", "Untersucher/in|Operateur", "Examinador|Cirujano", "Examinateur|Chirurgien", "Examinador|Cirurgião", "Esaminatore|Chirurgo"}
	outputOf      = words{"Report created|Printout", "Bericht erstellt|Ausdruck", "Informe creado|Impresión", "Rapport créé le|Impression", "Relatório criado|Impressão", "Referto creato|Stampa"}
	commentOf     = words{"Remark|Examiner's note", "Anmerkung|Bemerkungen", "Comentarios|Nota", "Remarque|Commentaires", "Comentários|Nota", "Commenti|Nota"}
	calculationOf = words{"IOL power|IOL planning", "IOL-Stärke|IOL-Planung", "Potencia LIO|Planificación LIO", "Puissance LIO|Choix de l'implant", "Poder da LIO|Planeamento LIO", "Potere IOL|Scelta IOL"}
)

// seventhSurfaces are the cornea's front and back: a document uses one pair.
var seventhSurfaces = [][2]words{
	{
		words{"Anterior cornea", "HH-Vorderfläche", "Córnea anterior", "Cornée antérieure", "Córnea anterior", "Cornea anteriore"},
		words{"Posterior cornea", "HH-Rückfläche", "Córnea posterior", "Cornée postérieure", "Córnea posterior", "Cornea posteriore"},
	},
	{
		words{"Corneal front", "Hornhaut vorne", "Cara anterior", "Face antérieure", "Face anterior", "Faccia anteriore"},
		words{"Corneal back", "Hornhaut hinten", "Cara posterior", "Face postérieure", "Face posterior", "Faccia posteriore"},
	},
}

// seventhShort are the eyes in brief, right and left: a document uses one pair.
var seventhShort = [][2]words{
	{words{"OD", "RA", "OD", "OD", "OD", "OD"}, words{"OS", "LA", "OI", "OG", "OE", "OS"}},
	{words{"OD", "OD", "OD", "OD", "OD", "OD"}, words{"OS", "OS", "OI", "OG", "OE", "OS"}},
}

var seventhGender = map[string]words{
	"Male":   {"Male|M|m", "m|männl.|männlich", "Masculino|Hombre", "H|Homme|Masculin", "Masc.|Masculino", "M|Uomo|Maschio"},
	"Female": {"Female|F|f", "w|weibl.|weiblich", "Femenino|Mujer", "F|Femme|Féminin", "Fem.|Feminino", "F|Donna|Femmina"},
}

var seventhLens = map[string]words{
	"Phakic":       {"Phakic|Phakic (natural lens)", "phak|phak (natürliche Linse)", "Fáquico|Fáquico (natural)", "Phake|Phake (naturel)", "Fáquico|Fáquico (natural)", "Fachico|Fachico (naturale)"},
	"Phakic IOL":   {"Phakic IOL|Phakic IOL (ICL)", "phake IOL|phake IOL (ICL)", "LIO fáquica|LIO fáquica (ICL)", "Implant phake|Implant phake (ICL)", "LIO fáquica|LIO fáquica (ICL)", "IOL fachica|IOL fachica (ICL)"},
	"Pseudophakic": {"Pseudophakic (acrylic)|Pseudophakic", "pseudophak (Acryl)|Pseudophakie", "Pseudofáquico (acrílico)|Pseudofaquia", "Pseudophake (acrylique)|Pseudophakie", "Pseudofáquico (acrílico)|Pseudofaquia", "Pseudofachico (acrilico)|Pseudofachia"},
	"Aphakic":      {"Aphakic|Aphakia", "aphak|Aphakie", "Afáquico|Afaquia", "Aphake|Aphakie", "Afáquico|Afaquia", "Afachico|Afachia"},
}

var seventhSurgery = map[string]words{
	"None":              {"None|Untreated", "keine|unbehandelt", "Ninguna|Sin cirugía", "Aucune|Non opéré", "Nenhuma|Sem cirurgia", "Nessuna|Non operato"},
	"Myopic LVC":        {"LVC (myopic)|LASIK (myopia)|PRK (myopia)", "LVC (myop)|LASIK (Myopie)|PRK (Myopie)", "LVC (miópica)|LASIK (miopía)|PRK (miopía)", "LVC (myopique)|LASIK (myopie)|PKR (myopie)", "LVC (miópica)|LASIK (miopia)|PRK (miopia)", "LVC (miopica)|LASIK (miopia)|PRK (miopia)"},
	"Hyperopic LVC":     {"LVC (hyperopic)|LASIK (hyperopia)", "LVC (hyperop)|LASIK (Hyperopie)", "LVC (hipermetrópica)|LASIK (hipermetropía)", "LVC (hypermétrope)|LASIK (hypermétropie)", "LVC (hipermetrópica)|LASIK (hipermetropia)", "LVC (ipermetropica)|LASIK (ipermetropia)"},
	"Radial Keratotomy": {"Radial keratotomy (RK)|RK", "Radiäre Keratotomie (RK)|RK", "Queratotomía radial (QR)", "Kératotomie radiaire (KR)", "Ceratotomia radial (RK)", "Cheratotomia radiale (RK)"},
}

// seventhRemarks are what examiners write, and measure nothing.
var seventhRemarks = []words{
	{"Fixation unstable on the left, series repeated.", "Fixation links unruhig, Serie wiederholt.", "Fijación inestable en el ojo izquierdo, serie repetida.", "Fixation instable à gauche, série répétée.", "Fixação instável à esquerda, série repetida.", "Fissazione instabile a sinistra, serie ripetuta."},
	{"Artificial tears given before measuring.", "Vor der Messung Tränenersatz gegeben.", "Lágrima artificial antes de la medición.", "Larmes artificielles avant la mesure.", "Lágrimas artificiais antes da medição.", "Lacrime artificiali prima della misura."},
	{"Rigid lenses worn until 3 weeks ago, repeat keratometry.", "Formstabile Linsen bis vor 3 Wochen, Keratometrie wiederholen.", "Lentes rígidas hasta hace 3 semanas, repetir queratometría.", "Lentilles rigides portées il y a 3 semaines, refaire la kératométrie.", "Lentes rígidas até há 3 semanas, repetir ceratometria.", "Lenti rigide fino a 3 settimane fa, ripetere la cheratometria."},
	{"Narrow pupil, posterior subcapsular opacity.", "Enge Pupille, hintere Schalentrübung.", "Pupila estrecha, opacidad subcapsular posterior.", "Pupille étroite, opacité sous-capsulaire postérieure.", "Pupila estreita, opacidade subcapsular posterior.", "Pupilla stretta, opacità sottocapsulare posteriore."},
}
