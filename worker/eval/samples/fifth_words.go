package samples

import (
	"fmt"
	"math/rand/v2"
)

// fifthLexicon is the words of the fifth profile: those of clinics' systems
// and of what hangs beside the devices.
var fifthLexicon = lexicon{
	terms: fifthTerms, axis: words{"Axis #|Axis (#)|# axis", "Achse #|Achse (#)", "Eje #|Eje (#)", "Axe #|Axe (#)", "Eixo #|Eixo (#)", "Asse #|Asse (#)"},
	omits: map[string]string{
		"PentacamAXL": "LT vitreous rise", "MS39": "vitreous", "Argos": "rise kappa", "Aladdin": "rise vitreous kappa", "OA-2000": "rise vitreous kappa",
		"LenstarLS900": "rise kappa", "IOLMaster700": "rise vitreous", "EyestarES900": "vitreous", "Anterion": "rise vitreous",
	},
	fronts: [][2]string{{"K1", "K2"}, {"Kf", "Ks"}}, radii: [][2]string{{"R1", "R2"}, {"Rf", "Rs"}},
	backs: [][2]string{{"K1", "K2"}, {"PK1", "PK2"}}, totals: [][2]string{{"TK1", "TK2"}},
	lengths: words{"Axial biometry|Biometry", "Biometrie|Achsbiometrie", "Biometría|Biometría axial", "Biométrie|Biométrie axiale", "Biometria|Biometria axial", "Biometria|Biometria assiale"},
	front:   []words{{"Keratometry (anterior)", "Keratometrie (anterior)", "Queratometría (anterior)", "Kératométrie (antérieure)", "Ceratometria (anterior)", "Cheratometria (anteriore)"}, {"Corneal power", "Hornhautbrechwert", "Potencia corneal", "Puissance cornéenne", "Poder da córnea", "Potere corneale"}, {"Keratometry", "Keratometrie", "Queratometría", "Kératométrie", "Queratometria", "Cheratometria"}},
	back:    []words{{"Keratometry (posterior)", "Keratometrie (posterior)", "Queratometría (posterior)", "Kératométrie (postérieure)", "Ceratometria (posterior)", "Cheratometria (posteriore)"}, {"Posterior corneal surface", "Hornhautrückfläche", "Cara posterior corneal", "Face postérieure de la cornée", "Face posterior da córnea", "Superficie posteriore"}},
	total:   words{"Total keratometry", "Total-Keratometrie", "Queratometría total", "Kératométrie totale", "Ceratometria total", "Cheratometria totale"},
	history: words{"Eye history", "Anamnese Auge", "Antecedentes oculares", "Antécédents oculaires", "Antecedentes oculares", "Anamnesi oculare"},
	short:   [][2]words{{same("OD"), {"OS", "OS", "OI", "OG", "OE", "OS"}}, {{"RE", "RA", "OD", "OD", "OD", "OD"}, {"LE", "LA", "OI", "OG", "OE", "OS"}}, {{"Right", "Rechts", "Dcho.", "Droit", "Dto.", "Dx"}, {"Left", "Links", "Izdo.", "Gauche", "Esq.", "Sx"}}},
	long:    [][2]words{{{"Right eye (OD)", "Rechtes Auge (OD)", "Ojo derecho (OD)", "Œil droit (OD)", "Olho direito (OD)", "Occhio destro (OD)"}, {"Left eye (OS)", "Linkes Auge (OS)", "Ojo izquierdo (OI)", "Œil gauche (OG)", "Olho esquerdo (OE)", "Occhio sinistro (OS)"}}, {{"Right", "Rechts", "Derecho", "Droit", "Direito", "Destro"}, {"Left", "Links", "Izquierdo", "Gauche", "Esquerdo", "Sinistro"}}, {{"OD – Right eye", "RA – Rechtes Auge", "OD – Ojo derecho", "OD – Œil droit", "OD – Olho direito", "OD – Occhio destro"}, {"OS – Left eye", "LA – Linkes Auge", "OI – Ojo izquierdo", "OG – Œil gauche", "OE – Olho esquerdo", "OS – Occhio sinistro"}}},
	name:    []words{{"Patient", "Patient", "Paciente", "Patient", "Paciente", "Paziente"}, {"Patient name", "Name, Vorname", "Apellidos y nombre", "Nom et prénom", "Nome do paciente", "Cognome e nome"}},
	surname: []words{{"Surname", "Name", "Apellidos", "Nom", "Apelido", "Cognome"}, {"Last name", "Nachname", "Apellidos", "Nom de naissance", "Sobrenome", "Cognome"}},
	given:   []words{{"Forename", "Vorname", "Nombre", "Prénom", "Nome próprio", "Nome"}, {"First name", "Vorname", "Nombre", "Prénom", "Primeiro nome", "Nome"}},
	record:  []words{{"Patient no.", "Patientennummer", "N.º paciente", "N° de patient", "N.º do paciente", "N. paziente"}, {"Hospital number", "Fall-Nr.", "N.º de historia clínica", "N° de dossier", "N.º do processo clínico", "Cartella n."}, {"ID", "Pat.-ID", "ID", "ID", "ID", "ID"}},
	born:    []words{{"Date of birth", "Geburtsdatum", "Fecha de nacimiento", "Date de naissance", "Data de nascimento", "Data di nascita"}, {"DOB", "geb.", "F. nac.", "Né(e) le", "Dt. nasc.", "Nato/a il"}},
	sex:     []words{{"Sex", "Geschlecht", "Sexo", "Sexe", "Sexo", "Sesso"}},
	gender:  map[string]words{"Male": {"Male|male", "männlich|Männlich", "Hombre|Varón", "Homme|Masculin", "Masculino|Homem", "Maschio|Uomo"}, "Female": {"Female|female", "weiblich|Weiblich", "Mujer|Femenino", "Femme|Féminin", "Feminino|Mulher", "Femmina|Donna"}},
	exam:    []words{{"Date of examination", "Untersuchungsdatum", "Fecha de la exploración", "Date d'examen", "Data do exame", "Data dell'esame"}, {"Measured", "Gemessen am", "Medido el", "Mesuré le", "Medido em", "Misurato il"}, {"Exam date", "Messdatum", "Fecha del examen", "Date de mesure", "Data da medição", "Data della misurazione"}},
	issued:  []words{{"Printed", "Ausgedruckt am", "Fecha de impresión", "Imprimé le", "Impresso em", "Stampato il"}},
	doctor:  []words{{"Surgeon", "Operateur", "Cirujano", "Chirurgien", "Cirurgião", "Chirurgo"}, {"Measured by", "Untersucher", "Realizado por", "Opérateur", "Realizado por", "Eseguito da"}},
	remark:  []words{{"Comments", "Kommentar", "Comentarios", "Commentaires", "Comentários", "Commenti"}, {"Remarks", "Bemerkungen", "Observaciones", "Remarques", "Observações", "Osservazioni"}},
	lens: map[string]words{
		"Phakic":       {"Phakic|Phakic (natural lens)|Phakic, cataract", "phak|Phak (eigene Linse)|Phak, Katarakt", "Fáquico|Fáquico (cristalino)|Fáquico, catarata", "Phaque|Phaque (cristallin)|Phaque, cataracte", "Fácico|Fácico (cristalino)|Fácico, catarata", "Fachico|Fachico (cristallino)|Fachico, cataratta"},
		"Phakic IOL":   {"Phakic IOL|Phakic IOL (ICL)", "Phake IOL|Phake IOL (ICL)", "LIO fáquica|LIO fáquica (ICL)", "Implant phaque|Implant phaque (ICL)", "LIO fácica|LIO fácica (ICL)", "IOL fachica|IOL fachica (ICL)"},
		"Pseudophakic": {"Pseudophakic|Pseudophakic (IOL)|Pseudophakia, PCIOL", "pseudophak|Pseudophak (IOL)|Pseudophakie, HKL", "Pseudofáquico|Pseudofáquico (LIO)|Pseudofaquia", "Pseudophaque|Pseudophaque (implant)|Pseudophakie, ICP", "Pseudofácico|Pseudofácico (LIO)|Pseudofacia", "Pseudofachico|Pseudofachico (IOL)|Pseudofachia"},
		"Aphakic":      {"Aphakic|Aphakia", "aphak|Aphakie", "Afáquico|Afaquia", "Aphaque|Aphakie", "Afácico|Afacia", "Afachico|Afachia"},
	},
	surgery: map[string]words{
		"None":              {"None|No|None reported", "Keine|Nein|Keine bekannt", "Ninguna|No|No refiere", "Aucune|Non|Aucune connue", "Nenhuma|Não|Não refere", "Nessuna|No|Nessuna riferita"},
		"Myopic LVC":        {"Myopic LASIK|Post-LASIK (myopia)|PRK for myopia", "Myopie-LASIK|Z. n. LASIK (Myopie)|PRK bei Myopie", "LASIK miópico|Post-LASIK (miopía)|PRK por miopía", "LASIK myopique|Post-LASIK (myopie)|PKR pour myopie", "LASIK miópico|Pós-LASIK (miopia)|PRK por miopia", "LASIK miopica|Post-LASIK (miopia)|PRK per miopia"},
		"Hyperopic LVC":     {"Hyperopic LASIK|Post-LASIK (hyperopia)|PRK for hyperopia", "Hyperopie-LASIK|Z. n. LASIK (Hyperopie)|PRK bei Hyperopie", "LASIK hipermetrópico|Post-LASIK (hipermetropía)|PRK por hipermetropía", "LASIK hypermétropique|Post-LASIK (hypermétropie)|PKR pour hypermétropie", "LASIK hipermetrópico|Pós-LASIK (hipermetropia)|PRK por hipermetropia", "LASIK ipermetropica|Post-LASIK (ipermetropia)|PRK per ipermetropia"},
		"Radial Keratotomy": {"Radial keratotomy|RK (8 incisions)|Post radial keratotomy", "Radiäre Keratotomie|RK (8 Inzisionen)|Z. n. radiärer Keratotomie", "Queratotomía radial|QR (8 incisiones)|Post-queratotomía radial", "Kératotomie radiaire|KR (8 incisions)|Post-kératotomie radiaire", "Ceratotomia radial|RK (8 incisões)|Pós-ceratotomia radial", "Cheratotomia radiale|RK (8 incisioni)|Post cheratotomia radiale"},
	},
	clinic: words{"Lakeside Cataract Unit (specimen)", "Augenpraxis am Scheinplatz", "Centro Ocular del Ejemplo", "Pôle Ophtalmologique de Nulleville", "Centro de Olhos Exemplar", "Ambulatorio Oculistico San Nessuno"},
	street: words{"40 Seeming Street, Falseford", "Scheinplatz 40, 99997 Nirgendheim", "Paseo Aparente 40, 99002 Ningunaparte", "40 quai Supposé, 99002 Nulleville", "Rua Aparente 40, 9902-000 Nenhures", "Corso Apparente 40, 99102 Nessundove"},
	phone:  words{"Tel. 0555 660 71 12", "Tel. 0555 / 66 07 11", "Tel. 955 660 711", "Tél. 05 55 66 07 11", "Tel. 255 660 711", "Tel. 0555 660711"},
	title:  []words{{"Biometry summary", "Biometrie-Übersicht", "Resumen de biometría", "Synthèse biométrique", "Resumo da biometria", "Riepilogo biometria"}, {"Pre-operative biometry", "Präoperative Biometrie", "Biometría preoperatoria", "Biométrie préopératoire", "Biometria pré-operatória", "Biometria preoperatoria"}, {"Measurement results", "Messergebnisse", "Resultados de la medición", "Résultats de mesure", "Resultados da medição", "Risultati della misurazione"}},
	device: []words{{"Device", "Gerät", "Equipo", "Appareil", "Equipamento", "Apparecchio"}, {"Biometer", "Biometer", "Biómetro", "Biomètre", "Biómetro", "Biometro"}}, //nolint:misspell // French
	names: map[string][]string{
		"IOLMaster700": {"IOLMaster 700, Carl Zeiss Meditec", "ZEISS IOLMaster 700"}, "LenstarLS900": {"LENSTAR LS 900, Haag-Streit", "Haag-Streit LENSTAR LS900"}, "EyestarES900": {"EYESTAR ES 900, Haag-Streit", "Haag-Streit Eyestar 900"},
		"Anterion": {"ANTERION, Heidelberg Engineering", "Heidelberg ANTERION"}, "Aladdin": {"Aladdin HW3.0, Topcon", "Topcon ALADDIN"}, "Argos": {"ARGOS SS-OCT, Alcon", "Alcon ARGOS"},
		"OA-2000": {"OA-2000, Tomey", "TOMEY OA-2000"}, "MS39": {"MS-39, CSO", "CSO MS-39"}, "PentacamAXL": {"Pentacam AXL, OCULUS", "OCULUS Pentacam AXL"},
	},
	unit: words{"Unit", "Einheit", "Unidad", "Unité", "Unidade", "Unità"}, eye: words{"Eye", "Auge", "Ojo", "Œil", "Olho", "Occhio"},
	value:  words{"Measurement", "Messwert", "Medida", "Mesure", "Medida", "Misura"},
	lenses: words{"IOL choice", "IOL-Wahl", "Elección de LIO", "Choix d'implant", "Escolha da LIO", "Scelta IOL"}, target: words{"Target", "Zielrefr.", "Objetivo", "Cible", "Alvo", "Target"},
	brands: []string{"Solaris AS", "Meridia 21", "OptiFlex Q", "Aurea Toric", "Novum 613"}, people: fifthPeople, id: fifthID, dates: fifthDates, remarks: fifthRemarks,
	dashes: []words{same(none), same("--"), same("–"), same("-"), {"n/a", "n. v.", "n/d", "n/d", "n/d", "n/d"}, {"no value", "kein Wert", "sin dato", "pas de valeur", "sem valor", "nessun valore"}},
}

// Words beside the fields.
var (
	fifthPower   = words{"Power", "Brechkraft", "Potencia", "Puissance", "Poder", "Potere"}
	fifthPlanned = words{"Surgery planned for", "OP-Termin", "Fecha prevista de cirugía", "Intervention prévue le", "Cirurgia prevista para", "Intervento previsto il"} //nolint:misspell // Italian
	fifthTension = words{"IOP", "IOD", "PIO", "PIO", "PIO", "IOP"}
	fifthPlan    = words{"Plan", "Procedere", "Plan", "Conduite à tenir", "Plano", "Programma"}
	// %2 is a refraction, %1 the device.
	fifthPlans   = words{"Phacoemulsification with IOL, second eye 3 weeks later; target %2 D.", "Phakoemulsifikation mit IOL, zweites Auge nach 3 Wochen; Zielrefraktion %2 dpt.", "Facoemulsificación con LIO, segundo ojo a las 3 semanas; objetivo %2 D.", "Phacoémulsification avec implant, second œil 3 semaines après ; cible %2 D.", "Facoemulsificação com LIO, segundo olho após 3 semanas; alvo %2 D.", "Facoemulsificazione con IOL, secondo occhio dopo 3 settimane; target %2 D."}
	fifthOpening = words{"Thank you for your referral. Optical biometry (%1) showed:", "vielen Dank für die Überweisung. Die optische Biometrie (%1) ergab:", "Gracias por su derivación. La biometría óptica (%1) mostró:", "Merci de nous avoir confié ce patient. Biométrie optique (%1) :", "Obrigado pelo envio do doente. A biometria óptica (%1) mostrou:", "Grazie per averci inviato il paziente. La biometria ottica (%1) ha mostrato:"}
)

// fifthTerms is every value that this profile prints, fields and others.
var fifthTerms = map[string]term{
	"AL":    {same("AL"), words{"AL", "AL", "LA|AL", "LA|AL", "AL", "LA|AL"}, words{"Axial len.", "Achsl.", "L. axial", "Long. ax.", "C. axial", "L. assiale"}, words{"Axial length|Axial length of the eye", "Achslänge|Bulbuslänge", "Longitud axial", "Longueur axiale", "Comprimento axial", "Lunghezza assiale"}},
	"ACD":   {same("ACD"), words{"ACD", "VKT|ACD", "PCA|ACD", "PCA|ACD", "PCA|ACD", "ACD"}, words{"AC depth", "VK-Tiefe", "Prof. CA", "Prof. CA", "Prof. CA", "Prof. CA"}, words{"Anterior chamber depth|AC depth", "Vorderkammertiefe", "Profundidad de la cámara anterior|Profundidad de CA", "Profondeur de la chambre antérieure|Prof. de chambre antérieure", "Profundidade da câmara anterior|Profundidade de CA", "Profondità della camera anteriore|Profondità camera anteriore"}}, //nolint:misspell // French
	"LT":    {same("LT"), words{"LT", "LD|LT", "EC|LT", "EC|LT", "EC|LT", "LT"}, words{"Lens thick.", "Linsend.", "Grosor crist.", "Ép. crist.", "Esp. crist.", "Spess. crist."}, words{"Lens thickness", "Linsendicke", "Grosor del cristalino|Espesor del cristalino", "Épaisseur du cristallin", "Espessura do cristalino", "Spessore del cristallino"}},
	"CCT":   {same("CCT"), words{"CCT", "CCT|ZHD", "ECC|CCT", "ECC|CCT", "ECC|CCT", "CCT"}, words{"Pachymetry", "Pachymetrie", "Paquimetría", "Pachymétrie", "Paquimetria", "Pachimetria"}, words{"Central corneal thickness|Central pachymetry", "Zentrale Hornhautdicke|Zentrale Pachymetrie", "Espesor corneal central|Paquimetría central", "Épaisseur cornéenne centrale|Pachymétrie centrale", "Espessura central da córnea|Paquimetria central", "Spessore corneale centrale|Pachimetria centrale"}},
	"WTW":   {same("WTW"), words{"WTW", "WTW|WzW", "BB|WTW", "BB|WTW", "BB|WTW", "WTW"}, words{"White-white", "Weiß-Weiß", "Blanco-blanco", "Blanc-blanc", "Branco-branco", "Bianco-bianco"}, words{"White-to-white|Corneal diameter (WTW)", "Weiß-zu-Weiß|Hornhautdurchmesser (WTW)", "Blanco a blanco|Diámetro corneal (WTW)", "Blanc à blanc|Diamètre cornéen (WTW)", "Branco a branco|Diâmetro da córnea (WTW)", "Bianco a bianco|Diametro corneale (WTW)"}},
	"K1":    kTerm(same("K1"), words{"K1 flat", "K1 flach", "K1 plana", "K1 plat", "K1 plano", "K1 piatto"}),
	"K2":    kTerm(same("K2"), words{"K2 steep", "K2 steil", "K2 curva", "K2 bombé", "K2 curvo", "K2 curvo"}),
	"Kf":    kTerm(words{"K flat", "K flach", "K plana", "K plat", "K plano", "K piatto"}, words{"Flat K", "K flach", "K plana", "K plat", "K plano", "K piatto"}),
	"Ks":    kTerm(words{"K steep", "K steil", "K curva", "K cambré", "K curvo", "K ripido"}, words{"Steep K", "K steil", "K curva", "K cambré", "K curvo", "K ripido"}),
	"R1":    kTerm(same("R1"), words{"R1 flat", "R1 flach", "R1 plano", "R1 plat", "R1 plano", "R1 piatto"}),
	"R2":    kTerm(same("R2"), words{"R2 steep", "R2 steil", "R2 curvo", "R2 bombé", "R2 curvo", "R2 curvo"}),
	"Rf":    kTerm(words{"R flat", "R flach", "R plano", "R plat", "R plano", "R piatto"}, words{"Flat radius", "Radius flach", "Radio plano", "Rayon plat", "Raio plano", "Raggio piatto"}),
	"Rs":    kTerm(words{"R steep", "R steil", "R curvo", "R cambré", "R curvo", "R ripido"}, words{"Steep radius", "Radius steil", "Radio curvo", "Rayon cambré", "Raio curvo", "Raggio ripido"}),
	"PK1":   kTerm(same("PK1"), words{"PK1 flat", "PK1 flach", "PK1 plana", "PK1 plat", "PK1 plano", "PK1 piatto"}),
	"PK2":   kTerm(same("PK2"), words{"PK2 steep", "PK2 steil", "PK2 curva", "PK2 bombé", "PK2 curvo", "PK2 curvo"}),
	"TK1":   kTerm(same("TK1"), words{"TK1 flat", "TK1 flach", "TK1 plana", "TK1 plat", "TK1 plano", "TK1 piatto"}),
	"TK2":   kTerm(same("TK2"), words{"TK2 steep", "TK2 steil", "TK2 curva", "TK2 bombé", "TK2 curvo", "TK2 curvo"}),
	"index": {same("n"), words{}, words{"K index", "K-Index", "Índice K", "Indice K", "Índice K", "Indice K"}, words{"Keratometric index|n", "Keratometrischer Index|n", "Índice queratométrico|n", "Indice kératométrique|n", "Índice ceratométrico|n", "Indice cheratometrico|n"}},
	"lens":  {words{"Lens", "Linse", "Cristalino", "Cristallin", "Cristalino", "Cristallino"}, words{}, words{"Lens status", "Linsenstatus", "Cristalino", "Cristallin", "Cristalino", "Cristallino"}, words{"Lens status|Phakic status", "Linsenstatus|Linse", "Estado del cristalino|Cristalino", "État du cristallin|Cristallin", "Estado do cristalino|Cristalino", "Stato del cristallino|Cristallino"}},
	"surgery": {words{"Refr. surgery", "Refr. OP", "Cir. refr.", "Chir. réfr.", "Cir. refr.", "Chir. refr."}, words{}, words{"Refr. surgery", "Refraktive OP", "Cir. refractiva", "Chir. réfractive", "Cir. refrativa", "Chir. refrattiva"}, words{
		"Previous refractive surgery|Refractive surgery", "Frühere refraktive Chirurgie|Refraktive Voroperation", "Cirugía refractiva previa|Cirugía refractiva", "Antécédent de chirurgie réfractive|Chirurgie réfractive", "Cirurgia refrativa prévia|Cirurgia refrativa", "Pregressa chirurgia refrattiva|Chirurgia refrattiva",
	}},
	// What follows is printed and is no field.
	"aqueous":  {same("AD"), words{}, words{"Aqueous", "Kammerwasser", "Acuoso", "Aqueux", "Aquoso", "Acqueo"}, words{"Aqueous depth", "Kammerwassertiefe", "Profundidad del acuoso", "Profondeur de l'aqueux", "Profundidade do aquoso", "Profondità dell'acqueo"}},
	"pupil":    {same("PD"), words{}, words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"}, words{"Pupil diameter|Pupil", "Pupillendurchmesser|Pupille", "Diámetro pupilar|Pupila", "Diamètre pupillaire|Pupille", "Diâmetro pupilar|Pupila", "Diametro pupillare|Pupilla"}},
	"kappa":    {same("Chord µ"), words{}, same("Chord µ"), same("Chord µ")},
	"rise":     {same("CLR"), words{}, same("CLR"), words{"Crystalline lens rise", "Crystalline Lens Rise", "Flecha del cristalino", "Flèche cristallinienne", "Flecha do cristalino", "Crystalline lens rise"}},
	"vitreous": {same("VCD"), words{}, words{"Vitreous", "Glaskörper", "Vítreo", "Vitré", "Vítreo", "Vitreo"}, words{"Vitreous chamber depth", "Glaskörpertiefe", "Profundidad vítrea", "Profondeur vitréenne", "Profundidade vítrea", "Profondità vitreale"}},
	"mean":     {same("Km"), words{}, same("Km"), words{"Mean K", "K Mittelwert", "K media", "K moyen", "K médio", "K medio"}},
	"cylinder": {same("ΔK"), words{}, same("ΔK"), words{"Corneal astigmatism|Cylinder", "HH-Astigmatismus|Zylinder", "Astigmatismo corneal|Cilindro", "Astigmatisme cornéen|Cylindre", "Astigmatismo corneano|Cilindro", "Astigmatismo corneale|Cilindro"}}, //nolint:misspell // French
	"total":    {same("TCP"), words{}, same("TCP"), words{"Total corneal power (TCP)", "Gesamtbrechkraft (TCP)", "Potencia corneal total (TCP)", "Puissance cornéenne totale (TCP)", "Poder corneano total (TCP)", "Potere corneale totale (TCP)"}},
}

// fifthPeople are as invented as the others, and written as secondPeople are.
var fifthPeople = map[string][]person{
	"en": {{"Fauxley, Beatrice", "FB"}, {"Cyril Standin", "CS"}, {"PROXY, MABEL J.", "PMJ"}, {"Template|Tobias", "TT"}, {"Rehearsal|Ruth", "RR"}},
	"de": {{"Irgendwer, Annegret", "IA"}, {"Uwe Musterknabe", "UM"}, {"VOM MUSTER, ELFRIEDE", "VME"}, {"Vordruck|Veit", "VV"}, {"Leerfeld|Lieselotte", "LL"}},
	"es": {{"Aparente Rey, Dolores", "ARD"}, {"Gonzalo Nadie Ortiz", "GNO"}, {"DEL MODELO, ÁUREA", "DMÁ"}, {"Plantilla|Patricio", "PP"}, {"Croquis|Carmela", "CC"}},
	"fr": {{"Inconnu, Eugénie", "IE"}, {"Hervé Personne", "HP"}, {"DU GABARIT, ODILE", "DGO"}, {"Figurant|Fabienne", "FF"}, {"Leurre|Lucien", "LL"}},
	"pt": {{"Aparente Reis, Nélson", "ARN"}, {"Olga Suposta", "OS"}, {"DO MODELO, ESTÊVÃO", "DME"}, {"Simulacro|Susana", "SS"}, {"Figurino|Fausto", "FF"}},
	"it": {{"Apparente, Ginevra", "AG"}, {"Silvano Qualunque", "SQ"}, {"DEL MODELLO, IOLANDA", "DMI"}, {"Sagoma|Saverio", "SS"}, {"Ritratto|Rosalba", "RR"}},
}

// fifthDates are those of clinics' systems.
var fifthDates = map[string][]string{
	"en": {"1/2/2006", "02/01/2006", "02 MON 2006", "MON 2, 2006", "02-MON-06", "2006-01-02"}, "de": {"02.01.2006", "2.1.2006", "02.01.06", "2. MONTH 2006", "2006-01-02"},
	"es": {"02/01/2006", "2-MON-2006", "2 de MONTH de 2006", "02-01-06", "2006-01-02"}, "fr": {"02/01/2006", "2 MON 2006", "02/01/06", "02-01-2006", "2 MONTH 2006"},
	"pt": {"02/01/2006", "02-01-2006", "2 MON 2006", "02.01.06", "2006-01-02"}, "it": {"02/01/2006", "2 MON 2006", "02/01/06", "02.01.2006", "2006-01-02"},
}

func fifthID(r *rand.Rand) string {
	return []string{"OPH" + digits(r, 6), fmt.Sprint(1+r.IntN(9)) + digits(r, 6), digits(r, 3) + "-" + digits(r, 4), "E" + digits(r, 4) + "/" + digits(r, 3), "0000" + digits(r, 5)}[r.IntN(5)]
}

// fifthRemarks speak of other days and devices, and of what is to be done.
var fifthRemarks = []words{
	{"Ultrasound A-scan in %4: %3 mm. Macular OCT unremarkable.", "Ultraschall-A-Bild %4: %3 mm. Makula-OCT unauffällig.", "Ecografía A en %4: %3 mm. OCT macular normal.", "Échographie A en %4 : %3 mm. OCT maculaire sans particularité.", "Ecografia A em %4: %3 mm. OCT macular sem alterações.", "Ecografia A nel %4: %3 mm. OCT maculare nella norma."},
	{"Topography: %1 / %2 D, regular. Toric lens requested.", "Topographie: %1 / %2 dpt, regulär. Torische Linse gewünscht.", "Topografía: %1 / %2 D, regular. Solicita lente tórica.", "Topographie : %1 / %2 D, régulière. Implant torique souhaité.", "Topografia: %1 / %2 D, regular. Deseja lente tórica.", "Topografia: %1 / %2 D, regolare. Desidera lente torica."},
	{"Artificial tears before measurement, 3 readings each.", "Vor der Messung Tränenersatz, je 3 Messungen.", "Lágrima artificial antes de medir, 3 lecturas por ojo.", "Larmes artificielles avant la mesure, 3 lectures par œil.", "Lágrima artificial antes da medição, 3 leituras por olho.", "Lacrime artificiali prima della misura, 3 letture per occhio."},
	{"Vitrectomy in %4, no silicone oil.", "Vitrektomie %4, kein Silikonöl.", "Vitrectomía en %4, sin aceite de silicona.", "Vitrectomie en %4, sans huile de silicone.", "Vitrectomia em %4, sem óleo de silicone.", "Vitrectomia nel %4, senza olio di silicone."},
}
