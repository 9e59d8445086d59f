package grammar

// phrases is one thing in six languages, each with its synonyms, "a|b|c". A language
// without an own phrase uses the English one.
type phrases struct{ en, de, es, fr, pt, it string }

func (p phrases) in(lang string) string {
	s := map[string]string{"de": p.de, "es": p.es, "fr": p.fr, "pt": p.pt, "it": p.it}[lang]
	if s == "" {
		return p.en
	}
	return s
}

// term is what a value is called: by marks that all languages share, or in words.
type term struct {
	marks string
	words phrases
}

// terms are the values that are one number, and the others that stand among them.
var terms = map[string]term{
	"AL": {"AL|AXL|AXIAL|Ax.L.|Comp. AL|AxialLength", phrases{
		"Axial length|Axial Length|Eye length|Ax. length|Optical axial length", "Achslänge|Achsenlänge|Axiallänge|Bulbuslänge|Augenlänge", "Longitud axial|Long. axial|Longitud axil ocular",
		"Longueur axiale|Long. axiale|Longueur de l'œil", "Comprimento axial|Compr. axial|Comprimento axial do olho", "Lunghezza assiale|Lungh. assiale|Lunghezza bulbare",
	}},
	"ACD": {"ACD|ACD (Ext.)|opt. ACD|ACD (epi)|ACD opt.|ACD [Epi.]", phrases{
		"Anterior chamber depth|Ant. chamber depth|Chamber depth|Ant. chamber", "Vorderkammertiefe|VKT|opt. VKT|VK-Tiefe|Kammertiefe", "Profundidad de cámara anterior|Prof. cámara anterior|PCA|Prof. de cámara|Cámara anterior",
		"Profondeur de chambre antérieure|Prof. chambre ant.|PCA|Chambre antérieure|Prof. CA", "Profundidade da câmara anterior|Prof. câmara anterior|PCA|Câmara anterior", "Profondità camera anteriore|Prof. camera anteriore|PCA|Camera anteriore",
	}},
	"LT": {"LT|Lens Th.|LTH", phrases{
		"Lens thickness|Lens Thickness|Crystalline lens thickness|Lens thick.", "Linsendicke|LD|Dicke der Linse", "Espesor del cristalino|Grosor del cristalino|Espesor de la lente|Esp. cristalino",
		"Épaisseur du cristallin|Ép. du cristallin|Épaisseur cristallinienne|Épaisseur cristallin", "Espessura do cristalino|Esp. do cristalino|Espessura da lente", "Spessore del cristallino|Spessore cristallino|Spess. cristallino|Spessore lente",
	}},
	"WTW": {"WTW|W2W|HWTW|W-W|CD (WTW)|HVID", phrases{
		"White to white|White-to-white|Corneal diameter|Horiz. WTW|Horizontal corneal diameter", "Weiß-zu-Weiß|Hornhautdurchmesser|Weiß-Weiß|WzW|HH-Durchmesser", "Blanco a blanco|Blanco-blanco|Diámetro corneal|Distancia blanco-blanco",
		"Blanc à blanc|Blanc-blanc|Diamètre cornéen|Distance blanc-blanc", "Branco a branco|Branco-branco|Diâmetro corneano|Diâmetro da córnea", "Bianco-bianco|Bianco a bianco|Diametro corneale|Distanza bianco-bianco",
	}},
	"CCT": {"CCT|Pachy|CT|Pachy Apex|C.C.T.|CCT (vertex)|Pachy Vertex N.|Apex thickness", phrases{
		"Central corneal thickness|Corneal thickness|Central pachymetry|Pachymetry|Corn. thickness", "Zentrale Hornhautdicke|Hornhautdicke|Pachymetrie|HH-Dicke|ZHD", "Espesor corneal central|Paquimetría|Paquimetría central|Grosor corneal central|Espesor corneal",
		"Épaisseur cornéenne centrale|Pachymétrie|Pachymétrie centrale|Épaisseur cornéenne", "Espessura corneana central|Paquimetria|Paquimetria central|Espessura da córnea", "Spessore corneale centrale|Pachimetria|Pachimetria centrale|Spessore corneale",
	}},
	"lens_status": {"", phrases{
		"Lens status|Lens Status|Lens|Status of lens|Eye status|Phakia", "Linsenstatus|Linse|Status der Linse|Augenstatus|Phakie", "Estado del cristalino|Cristalino|Estado de la lente|Estado del ojo",
		"État du cristallin|Cristallin|Statut du cristallin|État de l'œil", "Estado do cristalino|Cristalino|Estado da lente|Estado do olho", "Stato del cristallino|Cristallino|Stato lente|Stato occhio",
	}},
	"post_refractive": {"", phrases{
		"Refractive surgery|Previous refractive surgery|LVC status|Post refractive|LVC|Corneal surgery", "Refraktive Chirurgie|Frühere refraktive Chirurgie|LVC-Status|Refraktive OP|LVC", "Cirugía refractiva|Cirugía refractiva previa|Estado LVC|Cirugía corneal",
		"Chirurgie réfractive|Chirurgie réfractive antérieure|Statut LVC|Chirurgie cornéenne", "Cirurgia refrativa|Cirurgia refrativa prévia|Estado LVC|Cirurgia corneana", "Chirurgia refrattiva|Chirurgia refrattiva pregressa|Stato LVC|Chirurgia corneale",
	}},
	"keratometric_index": {"n|Keratometric index|n(k)|nK", phrases{
		"Keratometric index|Refractive index|K index|Corneal refractive index|Ref. index", "Keratometrischer Index|Brechungsindex|Hornhautindex|K-Index", "Índice queratométrico|Índice de refracción|Índice K",
		"Indice kératométrique|Indice de réfraction|Indice K", "Índice ceratométrico|Índice de refração|Índice K", "Indice cheratometrico|Indice di rifrazione|Indice K",
	}},
	"axis": {"A|Ax|@", phrases{"Axis|Ax.|axis|Meridian", "Achse|Achslage|Meridian", "Eje|Eje (°)|Meridiano", "Axe|Axe (°)|Méridien", "Eixo|Eixo (°)|Meridiano", "Asse|Asse (°)|Meridiano"}},
	// What follows is printed and is no field.
	"pupil":    {"PD|P|Pupil", phrases{"Pupil diameter|Pupil size|Pupil", "Pupillendurchmesser|Pupille|Pupillengröße", "Diámetro pupilar|Pupila", "Diamètre pupillaire|Pupille", "Diâmetro pupilar|Pupila", "Diametro pupillare|Pupilla"}},
	"aqueous":  {"AQD|AD|ACD (Int.)|AQD (endo)|ACD [Endo.]", phrases{"Aqueous depth|Internal ACD", "Kammerwassertiefe|Endotheliale VKT", "Profundidad del acuoso", "Profondeur de l'humeur aqueuse", "Profundidade do aquoso", "Profondità dell'acqueo"}},
	"vitreous": {"VCD|Vitreous", phrases{"Vitreous chamber depth|Vitreous depth", "Glaskörperlänge|Glaskörpertiefe", "Cámara vítrea", "Chambre vitréenne", "Câmara vítrea", "Camera vitrea"}},
	"cylinder": {"ΔK|CYL|Cyl.|delta K|Astig.", phrases{"Astigmatism|Corneal astigmatism|Cylinder", "Astigmatismus|HH-Astigmatismus|Zylinder", "Astigmatismo|Cilindro", "Astigmatisme|Cylindre", "Astigmatismo|Cilindro", "Astigmatismo|Cilindro"}},
	"mean":     {"SE|Km|AvgK|K avg|MV", phrases{"Mean K|Average K|K mean", "Mittleres K|K Mittel|mittlerer K-Wert", "K media|K promedio", "K moyen|K moyenne", "K média|K médio", "K medio|K media"}},
	"chord":    {"Ix/Iy|Chord µ|P-dist|CW-Chord", phrases{"Chord mu|Pupil offset", "Chord mu|Pupillenversatz", "Chord mu", "Chord mu", "Chord mu", "Chord mu"}},
	"thinnest": {"Pachy Min|TCT|Thinnest", phrases{"Thinnest point|Minimum thickness", "Dünnste Stelle", "Punto más fino", "Point le plus fin", "Ponto mais fino", "Punto più sottile"}},
	"pressure": {"IOP", phrases{"Intraocular pressure", "Augeninnendruck|IOD", "Presión intraocular|PIO", "Pression intraoculaire|PIO", "Pressão intraocular|PIO", "Pressione intraoculare"}},
	"shape":    {"Q|Q-val. (30°)|Asph. Q", phrases{"Q value|Asphericity Q", "Q-Wert|Asphärizität Q", "Asfericidad Q", "Asphéricité Q", "Asfericidade Q", "Asfericità Q"}},
	"retina":   {"RT", phrases{"Retinal thickness", "Netzhautdicke", "Espesor retiniano", "Épaisseur rétinienne", "Espessura da retina", "Spessore retinico"}},
	"ratio":    {"AL/CR|AL / CR", phrases{"AL/CR ratio", "AL/CR-Quotient", "Cociente AL/CR", "Rapport AL/CR", "Quociente AL/CR", "Rapporto AL/CR"}},
}

// meridians are the names of the flat and the steep meridian, "flat;steep", of the front
// surface. The marks need no heading that says that they are of the front.
var (
	frontMarks = "K1;K2|Kf;Ks|SimK1;SimK2|K1 (flat);K2 (steep)|Kflat;Ksteep|Sim K1;Sim K2"
	frontWords = phrases{
		"Flat K;Steep K|K flat;K steep|K1 flat;K2 steep|SimK flat;SimK steep|Flat meridian;Steep meridian", "K flach;K steil|K1 flach;K2 steil|Flacher Meridian;Steiler Meridian|K1 (flach);K2 (steil)",
		"K plano;K curvo|K1 plano;K2 curvo|Meridiano plano;Meridiano curvo|K plana;K curva", "K plat;K cambré|K1 plat;K2 bombé|Méridien plat;Méridien cambré|K plat;K serré",
		"K plano;K curvo|K1 plano;K2 curvo|Meridiano plano;Meridiano curvo", "K piatto;K curvo|K1 piatto;K2 ripido|Meridiano piatto;Meridiano ripido|K piatto;K ripido",
	}
	radiusMarks = "R1;R2|Rf;Rs|r1;r2|R flat;R steep"
	backMarks   = "PK1;PK2|SimPK1;SimPK2|K1 post.;K2 post.|PKf;PKs|K1 (back);K2 (back)"
	totalMarks  = "TK1;TK2|TK 1;TK 2"
)

// The titles of sections.
var (
	lengthsTitle = phrases{
		"Biometry|Biometric values|Axial measurements|Optical biometry|Distances", "Biometrie|Biometrische Werte|Achsmessungen|Optische Biometrie|Strecken", "Biometría|Valores biométricos|Biometría óptica|Medidas axiales",
		"Biométrie|Valeurs biométriques|Biométrie optique|Mesures axiales", "Biometria|Valores biométricos|Biometria óptica|Medidas axiais", "Biometria|Valori biometrici|Biometria ottica|Misure assiali",
	}
	frontTitle = phrases{
		"Keratometry|Corneal values|Anterior keratometry|Cornea Front|Keratometric values|Simulated K", "Keratometrie|Hornhautwerte|Hornhaut vorne|Keratometrische Werte|Hornhautvorderfläche", "Queratometría|Valores queratométricos|Córnea anterior|Queratometría anterior",
		"Kératométrie|Valeurs kératométriques|Cornée antérieure|Kératométrie antérieure", "Ceratometria|Queratometria|Córnea anterior|Ceratometria anterior", "Cheratometria|Valori cheratometrici|Cornea anteriore|Cheratometria anteriore",
	}
	backTitle = phrases{
		"Posterior keratometry|Cornea Back|Posterior cornea|Back surface|PK|Posterior corneal surface", "Posteriore Keratometrie|Hornhautrückfläche|Cornea Rückfläche|Hornhaut hinten", "Queratometría posterior|Cara posterior|Córnea posterior",
		"Kératométrie postérieure|Face postérieure|Cornée postérieure", "Ceratometria posterior|Face posterior|Córnea posterior", "Cheratometria posteriore|Superficie posteriore|Cornea posteriore",
	}
	netTitle    = phrases{"True Net Power|Total corneal power|TCRP", "True Net Power|Gesamtbrechkraft|TCRP", "Potencia corneal total|TCRP", "Puissance cornéenne totale|TCRP", "Poder corneano total|TCRP", "Potere corneale totale|TCRP"}
	totalTitle  = phrases{"Total keratometry|Total Keratometry (TK)|TK", "Totale Keratometrie|Total Keratometry (TK)", "Queratometría total|Total Keratometry (TK)", "Kératométrie totale|Total Keratometry (TK)", "Ceratometria total", "Cheratometria totale"}
	statusTitle = phrases{"Eye status|Status|History|Patient history", "Augenstatus|Status|Anamnese|Vorgeschichte", "Estado del ojo|Estado|Antecedentes", "État de l'œil|Statut|Antécédents", "Estado do olho|Estado|Antecedentes", "Stato dell'occhio|Stato|Anamnesi"}
)

// The words of the values that are words.
var (
	lensWords = map[string]phrases{
		"Phakic":       {"Phakic|phakic|Natural lens (phakic)|Phakic eye", "Phak|phak|Phakes Auge", "Fáquico|fáquico|Ojo fáquico", "Phaque|phaque|Œil phaque", "Fácico|fácico|Olho fácico", "Fachico|fachico|Occhio fachico"},
		"Phakic IOL":   {"Phakic IOL|Phakic IOL (ICL)|phakic IOL", "Phake IOL|Phake IOL (ICL)", "LIO fáquica|LIO fáquica (ICL)", "Implant phaque|LIO phaque", "LIO fácica|LIO fácica (ICL)", "IOL fachica|IOL fachica (ICL)"},
		"Pseudophakic": {"Pseudophakic|pseudophakic|Pseudophakic (PMMA)|Pseudophakic acrylic", "Pseudophak|pseudophak|Pseudophak (Acryl)", "Pseudofáquico|pseudofáquico|Seudofáquico", "Pseudophaque|pseudophaque|Pseudophaque (acrylique)", "Pseudofácico|pseudofácico|Pseudofácico (acrílica)", "Pseudofachico|pseudofachico|Pseudofachico (acrilico)"},
		"Aphakic":      {"Aphakic|aphakic|Aphakic eye", "Aphak|aphak|Aphakes Auge", "Afáquico|afáquico|Ojo afáquico", "Aphaque|aphaque|Œil aphaque", "Afácico|afácico|Olho afácico", "Afachico|afachico|Occhio afachico"},
	}
	surgeryWords = map[string]phrases{
		"None":              {"None|Untreated|No|none", "Keine|Unbehandelt|Nein|keine", "Ninguna|No tratado|No", "Aucune|Non traité|Non", "Nenhuma|Não tratado|Não", "Nessuna|Non trattato|No"},
		"Myopic LVC":        {"Myopic LVC|Myopic LASIK|LASIK (myopia)|Myopic PRK", "Myope LVC|Myope LASIK|LASIK (Myopie)|Myopie-PRK", "LVC miópico|LASIK miópico|LASIK (miopía)", "LVC myopique|LASIK myopique|LASIK (myopie)", "LVC miópico|LASIK miópico|LASIK (miopia)", "LVC miopico|LASIK miopico|LASIK (miopia)"},
		"Hyperopic LVC":     {"Hyperopic LVC|Hyperopic LASIK|LASIK (hyperopia)", "Hyperope LVC|Hyperope LASIK|LASIK (Hyperopie)", "LVC hipermetrópico|LASIK hipermetrópico|LASIK (hipermetropía)", "LVC hypermétropique|LASIK hypermétropique|LASIK (hypermétropie)", "LVC hipermetrópico|LASIK hipermetrópico|LASIK (hipermetropia)", "LVC ipermetropico|LASIK ipermetropico|LASIK (ipermetropia)"},
		"Radial Keratotomy": {"Radial keratotomy|RK|Radial Keratotomy (RK)", "Radiäre Keratotomie|RK|Radiäre Keratotomie (RK)", "Queratotomía radial|QR|Queratotomía radial (RK)", "Kératotomie radiaire|KR|Kératotomie radiaire (RK)", "Ceratotomia radial|Ceratotomia radial (RK)", "Cheratotomia radiale|Cheratotomia radiale (RK)"},
	}
	// A single letter stands only where it means one thing: in Spanish M is masculino and mujer.
	genderWords = map[string]phrases{
		"Male":   {"Male|M|male|MALE", "männlich|m|M|Männlich", "Hombre|Masculino|Varón", "Homme|Masculin|M", "Masculino|M|Homem", "Maschio|M|Maschile"},
		"Female": {"Female|F|female|FEMALE", "weiblich|w|W|Weiblich", "Mujer|Femenino|Femenina", "Femme|Féminin|F", "Feminino|F|Mulher", "Femmina|F|Femminile"},
	}
)

// The words of the header and of what stands beside the values.
var (
	nameLabel    = phrases{"Patient|Name|Patient name|Patient Name|Pat.", "Patient|Name|Patientenname|Pat.-Name", "Paciente|Nombre|Nombre del paciente", "Patient|Nom|Nom du patient", "Paciente|Nome|Nome do paciente", "Paziente|Nome|Nome del paziente"}
	surnameLabel = phrases{"Last name|Surname|Family name", "Nachname|Name|Familienname", "Apellidos|Apellido", "Nom|Nom de famille", "Apelido|Sobrenome", "Cognome"}
	givenLabel   = phrases{"First name|Given name|Forename", "Vorname", "Nombre|Nombre de pila", "Prénom", "Nome|Nome próprio", "Nome"}
	idLabel      = phrases{"Patient ID|ID|MRN|Pat. ID|Record no.|ID No.", "Patienten-ID|ID|Pat.-Nr.|Patientennummer|Pat.-ID", "ID del paciente|ID|N.º historia|N.º de paciente", "ID patient|ID|N° patient|N° de dossier", "ID do paciente|ID|N.º do processo|N.º do paciente", "ID paziente|ID|N. cartella|Codice paziente"}
	bornLabel    = phrases{"Date of birth|DOB|Birth date|Born|D.O.B.", "Geburtsdatum|geb.|Geb.-Datum|Geboren am", "Fecha de nacimiento|F. nacimiento|Nacimiento", "Date de naissance|Né(e) le|DDN|Naissance", "Data de nascimento|Nascimento|D. nascimento", "Data di nascita|Nato/a il|Nascita"}
	genderLabel  = phrases{"Gender|Sex", "Geschlecht|Geschl.", "Sexo|Género", "Sexe|Genre", "Sexo|Género", "Sesso|Genere"}
	examLabel    = phrases{"Exam date|Examination date|Date of exam|Measured|Measurement date|Date of measurement", "Untersuchungsdatum|Messdatum|Datum der Messung|Untersuchung am|Gemessen am", "Fecha del examen|Fecha de examen|Fecha de medición|Examen", "Date d'examen|Date de l'examen|Examen du|Mesuré le", "Data do exame|Data da medição|Exame", "Data esame|Data dell'esame|Data misurazione|Esame del"}
	printedLabel = phrases{"Printed|Print date|Printed on", "Gedruckt|Druckdatum|Ausdruck vom", "Impreso|Fecha de impresión", "Imprimé le|Date d'impression", "Impresso em|Data de impressão", "Stampato il|Data di stampa"}
	deviceLabel  = phrases{"Device|Instrument|Biometer|Measured with", "Gerät|Biometer|Gemessen mit", "Equipo|Dispositivo|Biómetro", "Appareil|Biomètre", "Equipamento|Aparelho|Biómetro", "Strumento|Dispositivo|Biometro"}
	remarkLabel  = phrases{"Comments|Remarks|Notes|Comment", "Bemerkungen|Kommentar|Notizen|Anmerkungen", "Comentarios|Observaciones|Notas", "Commentaires|Remarques|Notes|Commentaire", "Comentários|Observações|Notas", "Commenti|Note|Osservazioni"}
	titles       = phrases{"Biometry report|Optical biometry|Biometry Summary|Measurement report|IOL biometry", "Biometrie-Bericht|Optische Biometrie|Biometrie|Messbericht|Biometriebefund", "Informe de biometría|Biometría óptica|Informe de medición", "Rapport de biométrie|Biométrie optique|Compte rendu de biométrie", "Relatório de biometria|Biometria óptica|Relatório de medição", "Referto di biometria|Biometria ottica|Rapporto di misura"}
	surgeonLabel = phrases{"Surgeon|Operator|Physician", "Operateur|Untersucher|Arzt", "Cirujano|Operador|Médico", "Chirurgien|Opérateur|Médecin", "Cirurgião|Operador|Médico", "Chirurgo|Operatore|Medico"}
	unitWord     = phrases{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}
	valueWord    = phrases{"Value|Result|Measurement", "Wert|Messwert|Ergebnis", "Valor|Medida", "Valeur|Mesure", "Valor|Medida", "Valore|Misura"}
	nameOfValue  = phrases{"Parameter|Measurement", "Parameter|Messgröße", "Parámetro", "Paramètre", "Parâmetro", "Parametro"}
	noData       = phrases{"No measurement|No data|Not measured", "Keine Messung|Keine Messdaten|Nicht gemessen", "Sin medición|Sin datos", "Pas de données de mesure|Pas de mesure", "Sem medição|Sem dados", "Nessuna misura|Nessun dato"}
	eyeWord      = phrases{"Eye", "Auge", "Ojo", "Œil", "Olho", "Occhio"}
	meanWord     = phrases{"AVG|Mean|Avg.|Average|Ø", "MW|Mittel|Mittelwert|Ø", "Media|Prom.|Promedio", "Moy.|Moyenne", "Média|Méd.", "Media|Valore medio"}
	pageWord     = phrases{"Page", "Seite", "Página", "Page", "Página", "Pagina"}
)

// clinics and sayings of footers; nobody has these names.
var (
	clinics  = phrases{"Sample Eye Clinic|Nowhere Cataract Centre|Dr. Placeholder & Partners", "Augenklinik Musterstadt|Praxis Dr. Beispiel|MVZ Augen Nirgendwo", "Clínica Ocular Ejemplo|Centro Oftalmológico Muestra", "Clinique de l'Exemple|Centre Ophtalmologique Modèle", "Clínica Ocular Exemplo|Centro Oftalmológico Amostra", "Clinica Oculistica Esempio|Centro Oculistico Prova"}
	streets  = phrases{"12 Sample Street, Nowhere", "Musterweg 12, 99999 Nirgendwo", "Calle Ejemplo 12, 99999 Ninguna", "12 rue de l'Exemple, 99999 Nulle", "Rua do Exemplo 12, 9999-000 Nenhures", "Via Esempio 12, 99999 Nessundove"}
	footers  = phrases{"Values to be checked by the physician.|For professional use only|Software version 3.2.1", "Werte sind vom Arzt zu prüfen.|Software-Version 3.2.1|Kein Ersatz für die ärztliche Beurteilung", "Los valores deben ser verificados por el médico.|Versión de software 3.2.1", "Les valeurs doivent être vérifiées par le médecin.|Version logiciel 3.2.1", "Os valores devem ser verificados pelo médico.|Versão de software 3.2.1", "I valori devono essere verificati dal medico.|Versione software 3.2.1"}
	surgeons = phrases{"Dr. A. Nobody", "Dr. A. Niemand", "Dr. A. Nadie", "Dr A. Personne", "Dr. A. Ninguém", "Dr. A. Nessuno"}
)
