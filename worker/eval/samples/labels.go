package samples

// What clinicians of each language call things; synonyms are for pick. Devices
// with names of their own have them in their own files.
var (
	axialLength = []words{
		{"Axial length", "Achslänge", "Longitud axial", "Longueur axiale", "Comprimento axial", "Lunghezza assiale"},
		{"Axial length", "Augenlänge|Axiallänge", "Longitud axial", "Longueur axiale", "Comprimento axial", "Lunghezza assiale"},
	}
	chamberDepth = []words{
		{"Anterior chamber depth", "Vorderkammertiefe", "Profundidad de la cámara anterior", "Profondeur de la chambre antérieure", "Profundidade da câmara anterior", "Profondità della camera anteriore"}, //nolint:misspell // French
		{"Ant. chamber depth", "Vorderkammertiefe", "Profundidad cámara anterior", "Prof. chambre antérieure", "Profundidade câmara anterior", "Profondità camera anteriore"},                               //nolint:misspell // French
	}
	lensThickness = []words{
		{"Lens thickness", "Linsendicke", "Espesor del cristalino", "Épaisseur du cristallin", "Espessura do cristalino", "Spessore del cristallino"},
		{"Lens thickness", "Linsendicke", "Grosor del cristalino", "Épaisseur cristallin", "Espessura da lente", "Spessore cristallino"},
	}
	cornealThickness = []words{
		{"Central corneal thickness", "Zentrale Hornhautdicke", "Espesor corneal central", "Épaisseur cornéenne centrale", "Espessura central da córnea", "Spessore corneale centrale"},
		{"Corneal thickness", "Hornhautdicke", "Paquimetría central", "Pachymétrie centrale", "Paquimetria central", "Pachimetria centrale"},
	}
	whiteToWhite = []words{
		{"White to white", "Weiß-zu-Weiß", "Blanco a blanco", "Blanc à blanc", "Branco a branco", "Bianco-bianco"},
		{"White-to-white", "Hornhautdurchmesser", "Blanco-blanco", "Blanc-blanc", "Branco-branco", "Bianco a bianco"},
	}
	aqueousDepth = []words{
		{"Aqueous depth", "Kammerwassertiefe", "Profundidad del acuoso", "Profondeur de l'humeur aqueuse", "Profundidade do aquoso", "Profondità dell'acqueo"},
		{"Aqueous depth", "Kammerwassertiefe", "Prof. humor acuoso", "Prof. humeur aqueuse", "Prof. humor aquoso", "Prof. umor acqueo"},
	}
	pupilSize = []words{
		{"Pupil diameter", "Pupillendurchmesser", "Diámetro pupilar", "Diamètre pupillaire", "Diâmetro pupilar", "Diametro pupillare"},
		{"Pupil size", "Pupillengröße", "Tamaño de la pupila", "Taille de la pupille", "Tamanho da pupila", "Dimensione della pupilla"},
	}
	flatMeridian  = words{"flat", "flach", "plano", "plat", "plano", "piatto"}
	steepMeridian = words{"steep", "steil", "curvo", "cambré", "curvo", "curvo"}
	axisWord      = words{"Axis", "Achse", "Eje", "Axe", "Eixo", "Asse"}
	radiusWord    = words{"Radius", "Radius", "Radio", "Rayon", "Raio", "Raggio"}
	cylinderWord  = words{"Cylinder", "Zylinder", "Cilindro", "Cylindre", "Cilindro", "Cilindro"} //nolint:misspell // French
	astigmatism   = words{"Astigmatism", "Astigmatismus", "Astigmatismo", "Astigmatisme", "Astigmatismo", "Astigmatismo"}
	meanWord      = words{"Mean", "Mittelwert", "Media", "Moyenne", "Média", "Media"}
	keratometry   = words{"Keratometry", "Keratometrie", "Queratometría", "Kératométrie", "Ceratometria|Queratometria", "Cheratometria"}

	totalKeratometry     = words{"Total keratometry", "Totale Keratometrie", "Queratometría total", "Kératométrie totale", "Ceratometria total", "Cheratometria totale"}
	posteriorKeratometry = words{
		"Posterior keratometry", "Posteriore Keratometrie", "Queratometría posterior", "Kératométrie postérieure", "Ceratometria posterior", "Cheratometria posteriore",
	}
	anteriorSurface = words{
		"Anterior corneal surface", "Hornhautvorderfläche", "Superficie corneal anterior", "Face antérieure de la cornée", "Superfície anterior da córnea", "Superficie corneale anteriore",
	}
	posteriorSurface = words{
		"Posterior corneal surface", "Hornhautrückfläche", "Superficie corneal posterior", "Face postérieure de la cornée", "Superfície posterior da córnea", "Superficie corneale posteriore",
	}
	totalPower = words{
		"Total corneal power", "Gesamtbrechkraft der Hornhaut", "Potencia corneal total", "Puissance cornéenne totale", "Poder corneano total", "Potere corneale totale",
	}
	keratometricIndex = []words{
		{"Keratometric index", "Keratometrischer Index", "Índice queratométrico", "Indice kératométrique", "Índice ceratométrico", "Indice cheratometrico"},
		{"Refractive index", "Brechungsindex", "Índice de refracción", "Indice de réfraction", "Índice de refração", "Indice di rifrazione"},
	}
	lensStatus = []words{
		{"Lens status", "Linsenstatus", "Estado del cristalino", "État du cristallin", "Estado do cristalino", "Stato del cristallino"},
		{"Eye status", "Augenstatus", "Estado del ojo", "État de l'œil", "Estado do olho", "Stato dell'occhio"},
	}
	earlierSurgery = []words{
		{"Refractive surgery", "Refraktive Chirurgie", "Cirugía refractiva", "Chirurgie réfractive", "Cirurgia refrativa", "Chirurgia refrattiva"},
		{"Previous refractive surgery", "Frühere refraktive Chirurgie", "Cirugía refractiva previa", "Chirurgie réfractive antérieure", "Cirurgia refrativa prévia", "Chirurgia refrattiva pregressa"},
	}

	rightEye = []words{
		{"Right eye", "Rechtes Auge", "Ojo derecho", "Œil droit", "Olho direito", "Occhio destro"},
		{"Right", "Rechts", "Derecho", "Droit", "Direito", "Destro"},
	}
	leftEye = []words{
		{"Left eye", "Linkes Auge", "Ojo izquierdo", "Œil gauche", "Olho esquerdo", "Occhio sinistro"},
		{"Left", "Links", "Izquierdo", "Gauche", "Esquerdo", "Sinistro"},
	}
	rightShort = words{"OD", "OD", "OD", "OD", "OD", "OD"}
	leftShort  = words{"OS", "OS", "OS|OI", "OS|OG", "OS|OE", "OS"}

	patientLabel = []words{
		{"Patient", "Patient", "Paciente", "Patient", "Paciente", "Paziente"},
		{"Patient name", "Patientenname", "Nombre del paciente", "Nom du patient", "Nome do paciente", "Nome del paziente"},
		{"Name", "Name", "Nombre", "Nom", "Nome", "Nome"},
	}
	idLabel = []words{
		{"Patient ID", "Patienten-ID", "ID del paciente", "ID du patient|ID patient", "ID do paciente", "ID paziente"},
		{"ID", "Pat.-Nr.", "ID", "N° patient", "ID", "ID"},
		{"Record no.", "Patientennummer", "N.º de historia", "N° de dossier", "N.º do processo", "Codice paziente"},
	}
	bornLabel = []words{
		{"Date of birth", "Geburtsdatum", "Fecha de nacimiento", "Date de naissance", "Data de nascimento", "Data di nascita"},
		{"DOB", "Geb.-Datum", "Fecha nac.", "Né(e) le", "Data nasc.", "Nato/a il"},
	}
	genderLabel = []words{
		{"Gender", "Geschlecht", "Sexo", "Sexe", "Sexo", "Sesso"},
		{"Sex", "Geschlecht", "Género", "Sexe", "Género", "Sesso"},
	}
	examLabel = []words{
		{"Exam date", "Untersuchungsdatum", "Fecha del examen", "Date de l'examen", "Data do exame", "Data dell'esame"},
		{"Examination date", "Messdatum", "Fecha de examen", "Date d'examen", "Data do exame", "Data esame"},
		{"Measurement date", "Untersuchung vom", "Fecha de la medida", "Date de la mesure", "Data da medição", "Data misurazione"},
	}
	printLabel = []words{
		{"Printed", "Gedruckt", "Impreso", "Imprimé le", "Impresso", "Stampato"},
		{"Print date", "Druckdatum", "Fecha de impresión", "Date d'impression", "Data de impressão", "Data di stampa"},
	}
	physicianLabel = words{"Physician", "Arzt", "Médico", "Médecin", "Médico", "Medico"}
	operatorLabel  = words{"Operator", "Untersucher", "Operador", "Opérateur", "Operador", "Operatore"}
	nobody         = words{"Dr. Nobody", "Dr. Niemand", "Dr. Nadie", "Dr Personne", "Dr. Ninguém", "Dr. Nessuno"}
	clinic         = words{"Sample Eye Clinic", "Augenklinik Musterstadt", "Clínica Oftalmológica Ejemplo", "Clinique Ophtalmologique Exemple", "Clínica Oftalmológica Exemplo", "Clinica Oculistica Esempio"} //nolint:misspell // French
	notesLabel     = []words{
		{"Remarks", "Bemerkung", "Observaciones", "Remarques", "Observações", "Osservazioni"},
		{"Comment", "Kommentar", "Comentario", "Commentaire", "Comentário", "Commento"},
		{"Notes", "Notizen", "Notas", "Notes", "Notas", "Note"},
	}
	lensCalculation  = words{"IOL calculation", "IOL-Berechnung", "Cálculo de LIO", "Calcul d'implant", "Cálculo da LIO", "Calcolo IOL"}
	lensConstants    = words{"IOL constants", "IOL-Konstanten", "Constantes de LIO", "Constantes d'implant", "Constantes da LIO", "Costanti IOL"}
	targetRefraction = words{"Target refraction", "Zielrefraktion", "Refracción objetivo", "Réfraction cible", "Refração alvo", "Refrazione target"}
	refractionWord   = words{"Refraction", "Refraktion", "Refracción", "Réfraction", "Refração", "Refrazione"}
	acuityWord       = words{"Visual acuity", "Visus", "Agudeza visual", "Acuité visuelle", "Acuidade visual", "Acuità visiva"}
	pageWord         = words{"Page", "Seite", "Página", "Page", "Página", "Pagina"}
)

// sideShort and sideLong are what the document calls an eye.
func (e *exam) sideShort(side int) string { return e.say([]words{rightShort, leftShort}[side]) }

func (e *exam) sideLong(side int) string {
	// Both names are chosen alike: "Right" is never beside "Left eye".
	return e.say([][]words{rightEye, leftEye}[side][e.choice("side", len(rightEye))])
}
