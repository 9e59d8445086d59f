package samples

// secondTerms is every value that this profile prints, fields and others.
var secondTerms = map[string]term{
	"AL": {
		same("AL"), words{"AXL|A.L.", "AL", "LA|AL", "LA|AL", "AL", "AL|LA"},
		words{"Ax. length", "Achsl.", "Long. axial", "Long. axiale", "Compr. axial", "Lungh. assiale"},
		words{"Axial eye length|Ocular axial length", "Bulbuslänge|Achsenlänge", "Longitud axial del ojo|Longitud axial", "Longueur axiale|Longueur axiale de l'œil", "Comprimento axial do olho|Comprimento axial", "Lunghezza assiale|Lunghezza assiale del bulbo"},
	},
	"ACD": {
		same("ACD"), words{"A.C.D.|ACD", "VKT|ACD", "PCA|ACD", "PCA|ACD", "PCA|ACD", "PCA|ACD"},
		words{"Ant. chamber", "VK-Tiefe", "Prof. CA", "Prof. CA", "Prof. câm. ant.", "Prof. cam. ant."},
		words{"Anterior chamber depth|AC depth (epithelium)", "Vorderkammertiefe|VK-Tiefe ab Epithel", "Profundidad de cámara anterior|Prof. cámara ant.", "Profondeur de chambre antérieure|Prof. chambre ant.", "Profundidade da câmara anterior|Prof. câmara anterior", "Profondità camera anteriore|Prof. camera anteriore"}, //nolint:misspell // French
	},
	"LT": {
		same("LT"), words{"L.T.|LT", "LD|LT", "LT", "LT", "LT", "LT"},
		words{"Lens thick.", "Linsendicke", "Esp. crist.", "Ép. crist.", "Esp. crist.", "Spess. lente"},
		words{"Crystalline lens thickness|Lens thickness", "Dicke der Linse|Linsendicke", "Grosor cristaliniano|Grosor del cristalino", "Épaisseur cristallinienne|Épaisseur du cristallin", "Espessura cristaliniana|Espessura do cristalino", "Spessore della lente|Spessore del cristallino"},
	},
	"CCT": {
		same("CCT"), words{"CCT", "CCT", "ECC|CCT", "ECC|CCT", "ECC|CCT", "CCT"},
		words{"Centr. pachy", "Zentr. HH-Dicke", "Paquim. centr.", "Pachy. centrale", "Paquim. central", "Pachim. centrale"},
		words{"Central pachymetry|Corneal thickness, central", "Hornhautdicke zentral|Zentrale Pachymetrie", "Grosor corneal central|Paquimetría central", "Pachymétrie centrale|Épaisseur cornéenne au centre", "Espessura corneana central|Paquimetria central", "Pachimetria centrale|Spessore corneale centrale"},
	},
	"WTW": {
		same("WTW"), words{"W2W|WTW", "WzW|WTW", "B-B|WTW", "B-B|WTW", "B-B|WTW", "WTW"},
		words{"Corneal diam.", "HH-Durchm.", "Diám. corneal", "Diam. cornéen", "Diâm. corneano", "Diam. corneale"},
		words{"White-to-white distance|Horizontal corneal diameter", "Weiß-Weiß-Abstand|Hornhautdurchmesser", "Distancia blanco-blanco|Diámetro corneal horizontal", "Distance blanc à blanc|Diamètre cornéen", "Distância branco a branco|Diâmetro corneano", "Distanza bianco-bianco|Diametro corneale orizzontale"},
	},
	"K1": {
		same("K1"), same("K1"),
		words{"K flat", "K flach", "K plano", "K plat", "K plano", "K piatto"},
		words{"Flat meridian", "Flacher Meridian", "Meridiano plano", "Méridien plat", "Meridiano plano", "Meridiano piatto"},
	},
	"K2": {
		same("K2"), same("K2"),
		words{"K steep", "K steil", "K curvo", "K cambré", "K curvo", "K ripido"},
		words{"Steep meridian", "Steiler Meridian", "Meridiano curvo", "Méridien cambré", "Meridiano curvo", "Meridiano ripido"},
	},
	"R1": {
		same("R1"), same("R1"),
		words{"R flat", "R flach", "R plano", "R plat", "R plano", "R piatto"},
		words{"Flat radius", "Flacher Radius", "Radio plano", "Rayon plat", "Raio plano", "Raggio piatto"},
	},
	"R2": {
		same("R2"), same("R2"),
		words{"R steep", "R steil", "R curvo", "R cambré", "R curvo", "R ripido"},
		words{"Steep radius", "Steiler Radius", "Radio curvo", "Rayon cambré", "Raio curvo", "Raggio ripido"},
	},
	"PK1": {
		same("PK1"), same("PK1"),
		words{"Post. K1", "Hint. K1", "K1 post.", "K1 post.", "K1 post.", "K1 post."},
		words{"Posterior K1 (flat)", "K1 posterior (flach)", "K1 posterior (plano)", "K1 postérieur (plat)", "K1 posterior (plano)", "K1 posteriore (piatto)"},
	},
	"PK2": {
		same("PK2"), same("PK2"),
		words{"Post. K2", "Hint. K2", "K2 post.", "K2 post.", "K2 post.", "K2 post."},
		words{"Posterior K2 (steep)", "K2 posterior (steil)", "K2 posterior (curvo)", "K2 postérieur (cambré)", "K2 posterior (curvo)", "K2 posteriore (ripido)"},
	},
	"TK1": {
		same("TK1"), same("TK1"), words{"Total K1", "K1 total", "K1 total", "K1 totale", "K1 total", "K1 totale"},
		words{"Total K1 (flat)", "K1 total (flach)", "K1 total (plano)", "K1 totale (plat)", "K1 total (plano)", "K1 totale (piatto)"},
	},
	"TK2": {
		same("TK2"), same("TK2"), words{"Total K2", "K2 total", "K2 total", "K2 totale", "K2 total", "K2 totale"},
		words{"Total K2 (steep)", "K2 total (steil)", "K2 total (curvo)", "K2 totale (cambré)", "K2 total (curvo)", "K2 totale (ripido)"},
	},
	"index": {
		same("n"), same("n"), words{"K index", "Ker.-Index", "Índice K", "Indice K", "Índice K", "Indice K"},
		words{"Keratometer index|Corneal refractive index", "Keratometerindex|Hornhautindex", "Índice del queratómetro|Índice corneal", "Indice du kératomètre|Indice cornéen", "Índice do ceratómetro|Índice corneano", "Indice del cheratometro|Indice corneale"},
	},
	"lens": {
		words{"Lens", "Linse", "Cristalino", "Cristallin", "Cristalino", "Cristallino"}, words{},
		words{"Lens state", "Linsenzustand", "Estado fáquico", "Statut phaque", "Estado fácico", "Stato fachico"},
		words{"Phakic status|Lens condition", "Linsenzustand|Phakiestatus", "Estado fáquico|Estado de la lente", "Statut cristallinien|Statut du cristallin", "Estado fácico|Situação do cristalino", "Stato fachico|Condizione del cristallino"},
	},
	"surgery": {
		words{"Prev. refr. surgery", "Refr. Vor-OP", "Cir. refr. previa", "Chir. réfr. ant.", "Cir. refr. prévia", "Chir. refr. prec."}, words{},
		words{"Prior refr. surgery", "Refr. OP früher", "Cir. refr. previa", "Chir. réfr. ant.", "Cir. refr. prévia", "Chir. refr. prec."},
		words{
			"Prior refractive surgery|Corneal refractive surgery", "Refraktive Vor-OP|Refraktiver Eingriff", "Cirugía refractiva anterior|Antecedente de cirugía refractiva", "Antécédent de chirurgie réfractive|Chirurgie réfractive préalable",
			"Cirurgia refrativa anterior|Antecedente de cirurgia refrativa", "Chirurgia refrattiva precedente|Pregressa chirurgia refrattiva",
		},
	},
	// What follows is printed and is no field.
	"aqueous": {
		same("AQD"), same("AQD"), words{"Aqueous", "Kammerwasser", "H. acuoso", "H. aqueuse", "H. aquoso", "Umor acqueo"},
		words{"Aqueous depth (endothelium)", "Kammerwassertiefe", "Profundidad del acuoso", "Profondeur de l'aqueux", "Profundidade do aquoso", "Profondità dell'acqueo"},
	},
	"pupil": {
		words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"}, words{}, words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"},
		words{"Pupil (photopic)", "Pupille (photopisch)", "Pupila (fotópica)", "Pupille (photopique)", "Pupila (fotópica)", "Pupilla (fotopica)"},
	},
	"kappa": {
		words{"Kappa", "Kappa", "Kappa", "Kappa", "Kappa", "Kappa"}, words{}, words{"Angle kappa", "Winkel Kappa", "Áng. kappa", "Angle kappa", "Âng. kappa", "Ang. kappa"},
		words{"Angle kappa", "Winkel Kappa", "Ángulo kappa", "Angle kappa", "Ângulo kappa", "Angolo kappa"},
	},
	"rise": {
		same("LR"), words{}, words{"Lens rise", "Lens Rise", "Lens rise", "Lens rise", "Lens rise", "Lens rise"},
		words{"Crystalline lens rise (CLR)", "Linsenvorwölbung (CLR)", "Altura cristaliniana (CLR)", "Flèche cristallinienne (CLR)", "Elevação do cristalino (CLR)", "Elevazione del cristallino (CLR)"},
	},
	"vitreous": {
		words{"VD", "GK", "VD", "VD", "VD", "VD"}, words{}, words{"Vitreous", "Glaskörper", "Vítreo", "Vitré", "Vítreo", "Vitreo"},
		words{"Vitreous depth", "Glaskörperlänge", "Longitud del vítreo", "Longueur du vitré", "Comprimento do vítreo", "Lunghezza del vitreo"},
	},
	"age": {
		words{"Age", "Alter", "Edad", "Âge", "Idade", "Età"}, words{}, words{"Age", "Alter", "Edad", "Âge", "Idade", "Età"},
		words{"Biometric age", "Biometrisches Alter", "Edad biométrica", "Âge biométrique", "Idade biométrica", "Età biometrica"},
	},
	"mean": {
		same("Km"), same("Km"), words{"K mean", "K mittel", "K medio", "K moyen", "K médio", "K medio"},
		words{"Mean power", "Mittlere Brechkraft", "Potencia media", "Puissance moyenne", "Potência média", "Potere medio"},
	},
	"total": {
		same("TCP"), words{}, words{"Total power", "Gesamtbrechkraft", "Pot. total", "Puiss. totale", "Pot. total", "Pot. totale"},
		words{"Total corneal power, mean", "Gesamtbrechkraft, Mittel", "Potencia corneal total, media", "Puissance cornéenne totale, moy.", "Potência corneana total, média", "Potere corneale totale, medio"},
	},
	"cylinder": {
		words{"Cyl", "Zyl", "Cil", "Cyl", "Cil", "Cil"}, words{}, words{"Cyl.", "Zyl.", "Cil.", "Cyl.", "Cil.", "Cil."},
		words{"Corneal astigmatism", "HH-Astigmatismus", "Astigmatismo corneal", "Astigmatisme cornéen", "Astigmatismo corneano", "Astigmatismo corneale"},
	},
}

// axisTerms name the axis of a meridian, #, in a row or column of its own.
var axisTerms = words{"Axis #|# axis", "Achse #|# Achse", "Eje #|Eje de #", "Axe #|Axe de #", "Eixo #|Eixo de #", "Asse #|Asse di #"}
