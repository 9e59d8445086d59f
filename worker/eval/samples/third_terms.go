package samples

// thirdTerms is every value that this profile prints, fields and others.
var thirdTerms = map[string]term{
	"AL": {
		same("AL"), words{"AxL|AL", "AL|AXL", "LA|AL", "LA|AL", "AL|AXL", "LA|AL"},
		words{"Axial L.", "Achsenl.", "L. axial", "Long. ax.", "Compr. ax.", "L. assiale"},
		words{"Axial Length|Length of eye (axial)|Axial eye length", "Achslänge|Augenlänge (axial)|Länge des Auges", "Long. axial|Longitud axial (ojo)|Eje axial", "Longueur axiale|Longueur axiale (œil)|Long. axiale du globe", "Comprimento axial|Comp. axial (olho)|Compr. axial ocular", "Lunghezza assiale|Lunghezza assiale (occhio)|Lungh. assiale bulbare"},
	},
	"ACD": {
		same("ACD"), words{"ACD", "VKT|ACD", "PCA|ACD", "PCA|ACD", "ACD|PCA", "PCA|ACD"},
		words{"AC depth", "VK-Tiefe", "Prof. cám. ant.", "Prof. ch. ant.", "Prof. câm. ant.", "Prof. cam. ant."},
		words{"Anterior Chamber|Ant. chamber (depth)|Depth of anterior chamber", "Vorderkammer|VK-Tiefe (ACD)|Tiefe der Vorderkammer", "Cámara anterior|Cámara ant. (prof.)|Profundidad de cámara ant.", "Chambre antérieure|Ch. antérieure (prof.)|Profondeur ch. antérieure", "Câmara anterior|Câmara ant. (prof.)|Profundidade da câmara ant.", "Camera anteriore|Camera ant. (prof.)|Profondità della camera ant."}, //nolint:misspell // French
	},
	"LT": {
		same("LT"), words{"LT", "LD|LT", "LT", "LT", "LT", "LT"},
		words{"Lens th.", "Linsend.", "Gros. crist.", "Ép. crist.", "Esp. lente", "Spess. crist."},
		words{"Lens thickness|Thickness of lens|Lens (thickness)", "Dicke der Linse|Linse (Dicke)|Linsendicke", "Grosor del cristalino|Cristalino (grosor)|Espesor de la lente", "Épaisseur du cristallin|Cristallin (épaisseur)|Épaisseur de la lentille", "Espessura da lente|Cristalino (espessura)|Espessura do cristalino", "Spessore cristallino|Cristallino (spessore)|Spessore lente"},
	},
	"CCT": {
		same("CCT"), words{"CCT|Pachy", "CCT|HHD", "ECC|Paqui", "ECC|Pachy", "ECC|Paqui", "CCT|Pachi"},
		words{"Pachymetry", "HH-Dicke", "Paquimetría", "Pachymétrie", "Paquimetria", "Pachimetria"},
		words{"Central cornea|Pachymetry (centre)|Thickness of cornea, central", "Hornhautdicke|Pachymetrie (Zentrum)|Dicke der Hornhaut", "Espesor central corneal|Paquimetría (centro)|Grosor de la córnea", "Épaisseur centrale cornée|Pachymétrie (centre)|Épaisseur de la cornée", "Espessura central|Paquimetria (centro)|Espessura da córnea", "Spessore corneale|Pachimetria (centro)|Spessore centrale cornea"},
	},
	"WTW": {
		same("WTW"), words{"W-W|HVID", "W-W|WTW", "B/B|WTW", "BB|WTW", "B/B|WTW", "B/B|WTW"},
		words{"White-White", "Weiß-Weiß", "Blanco-blanco", "Blanc-blanc", "Branco-branco", "Bianco-bianco"},
		words{"White to White|Cornea dia. (WTW)|Visible iris diameter", "Weiß-zu-Weiß-Distanz|Hornhaut-Ø (WTW)|Horizontaler HH-Durchmesser", "Blanco-Blanco|Ø corneal (WTW)|Diámetro blanco a blanco", "Blanc à Blanc|Ø cornéen (WTW)|Diamètre blanc-blanc", "Branco-Branco|Ø corneano (WTW)|Diâmetro branco a branco", "Bianco-Bianco|Ø corneale (WTW)|Diametro bianco-bianco"},
	},
	"K1":    kTerm(same("K1"), words{"Flat K (K1)|K1 - flat", "K1 (flach)|K1 - flach", "K1 (plano)|K1 - plano", "K1 (plat)|K1 - plat", "K1 (plano)|K1 - plano", "K1 (piatto)|K1 - piatto"}),
	"K2":    kTerm(same("K2"), words{"Steep K (K2)|K2 - steep", "K2 (steil)|K2 - steil", "K2 (curvo)|K2 - curvo", "K2 (serré)|K2 - serré", "K2 (curvo)|K2 - curvo", "K2 (ripido)|K2 - ripido"}),
	"Kf":    kTerm(words{"Flat K", "K flach", "K plano", "K plat", "K plano", "K piatto"}, words{"Flattest K", "Flachster K", "K más plano", "K le plus plat", "K mais plano", "K più piatto"}),
	"Ks":    kTerm(words{"Steep K", "K steil", "K curvo", "K serré", "K curvo", "K ripido"}, words{"Steepest K", "Steilster K", "K más curvo", "K le plus serré", "K mais curvo", "K più ripido"}),
	"SimK1": kTerm(same("SimK1"), words{"Sim-K1 (flat)", "Sim-K1 (flach)", "Sim-K1 (plano)", "Sim-K1 (plat)", "Sim-K1 (plano)", "Sim-K1 (piatto)"}),
	"SimK2": kTerm(same("SimK2"), words{"Sim-K2 (steep)", "Sim-K2 (steil)", "Sim-K2 (curvo)", "Sim-K2 (serré)", "Sim-K2 (curvo)", "Sim-K2 (ripido)"}),
	"Kmin":  kTerm(same("Kmin"), words{"K min. (flat)", "K min. (flach)", "K mín. (plano)", "K min. (plat)", "K mín. (plano)", "K min. (piatto)"}),
	"Kmax":  kTerm(same("Kmax"), words{"K max. (steep)", "K max. (steil)", "K máx. (curvo)", "K max. (serré)", "K máx. (curvo)", "K max. (ripido)"}),
	"R1":    kTerm(same("R1"), words{"R1 (flat)", "R1 (flach)", "R1 (plano)", "R1 (plat)", "R1 (plano)", "R1 (piatto)"}),
	"R2":    kTerm(same("R2"), words{"R2 (steep)", "R2 (steil)", "R2 (curvo)", "R2 (serré)", "R2 (curvo)", "R2 (ripido)"}),
	"Rf":    kTerm(words{"Flat R", "R flach", "R plano", "R plat", "R plano", "R piatto"}, words{"Radius, flat", "Radius, flach", "Radio más plano", "Rayon le plus plat", "Raio mais plano", "Raggio più piatto"}),
	"Rs":    kTerm(words{"Steep R", "R steil", "R curvo", "R serré", "R curvo", "R ripido"}, words{"Radius, steep", "Radius, steil", "Radio más curvo", "Rayon le plus serré", "Raio mais curvo", "Raggio più ripido"}),
	"PK1":   kTerm(same("PK1"), words{"PK1 (flat)", "PK1 (flach)", "PK1 (plano)", "PK1 (plat)", "PK1 (plano)", "PK1 (piatto)"}),
	"PK2":   kTerm(same("PK2"), words{"PK2 (steep)", "PK2 (steil)", "PK2 (curvo)", "PK2 (serré)", "PK2 (curvo)", "PK2 (ripido)"}),
	"PKf":   kTerm(words{"Flat PK", "PK flach", "PK plano", "PK plat", "PK plano", "PK piatto"}, words{"Posterior flat K", "Hinterer K flach", "K plano posterior", "K plat postérieur", "K plano posterior", "K piatto posteriore"}),
	"PKs":   kTerm(words{"Steep PK", "PK steil", "PK curvo", "PK serré", "PK curvo", "PK ripido"}, words{"Posterior steep K", "Hinterer K steil", "K curvo posterior", "K serré postérieur", "K curvo posterior", "K ripido posteriore"}),
	"TK1":   kTerm(same("TK1"), words{"TK1 (flat)", "TK1 (flach)", "TK1 (plano)", "TK1 (plat)", "TK1 (plano)", "TK1 (piatto)"}),
	"TK2":   kTerm(same("TK2"), words{"TK2 (steep)", "TK2 (steil)", "TK2 (curvo)", "TK2 (serré)", "TK2 (curvo)", "TK2 (ripido)"}),
	"index": {
		same("n"), same("nK"), words{"Ref. index", "K-Index", "Índ. refr.", "Ind. réfr.", "Índ. refr.", "Ind. rifr."},
		words{"Keratometric index|Index (n)|Cornea ref. index", "Keratometrie-Index|Index (n)|Brechungsindex HH", "Índice queratom.|Índice (n)|Índice refr. córnea", "Indice kératom.|Indice (n)|Indice réfr. cornée", "Índice ceratom.|Índice (n)|Índice refr. córnea", "Indice cheratom.|Indice (n)|Indice rifr. cornea"},
	},
	"lens": {
		words{"Lens", "Linse", "Cristalino", "Cristallin", "Cristalino", "Cristallino"}, words{},
		words{"Lens type", "Linsenart", "Tipo de lente", "Type de lentille", "Tipo de lente", "Tipo di lente"},
		words{"Lens / IOL|Lens in eye|Lens", "Linse / IOL|Linse im Auge|Linse", "Cristalino / LIO|Lente en el ojo|Cristalino", "Cristallin / implant|Lentille en place|Cristallin", "Cristalino / LIO|Lente no olho|Cristalino", "Cristallino / IOL|Lente nell'occhio|Cristallino"},
	},
	"surgery": {
		words{"Refr. surgery", "Refr. OP", "Cir. refr.", "Chir. réfr.", "Cir. refr.", "Chir. refr."}, words{},
		words{"Refr. history", "Refr. Vorgesch.", "Cir. refr.", "Chir. réfr.", "Cir. refr.", "Chir. refr."},
		words{"Refractive history|Corneal surgery|Laser / RK", "Refraktive Eingriffe|Hornhaut-OP|Laser / RK", "Cirugía refractiva|Cirugía corneal|Láser / QR", "Chirurgie réfractive|Chirurgie cornéenne|Laser / KR", "Cirurgia refrativa|Cirurgia corneana|Laser / QR", "Chirurgia refrattiva|Chirurgia corneale|Laser / RK"},
	},
	// What follows is printed and is no field.
	"aqueous": {
		same("AD"), same("AD"), words{"Aqueous d.", "KW-Tiefe", "Prof. acuosa", "Prof. aqueuse", "Prof. aquosa", "Prof. acquea"},
		words{"Aqueous depth", "Kammerwasser", "Humor acuoso", "Humeur aqueuse", "Humor aquoso", "Umor acqueo"},
	},
	"pupil": {
		words{"Pupil", "Pupille", "Pupila", "Pupille", "Pupila", "Pupilla"}, words{}, words{"Pupil Ø", "Pupillen-Ø", "Ø pupila", "Ø pupille", "Ø pupila", "Ø pupilla"},
		words{"Pupil size|Pupil dia. (mesopic)", "Pupillenweite|Pupille (mesopisch)", "Tamaño pupilar|Pupila (mesópica)", "Taille pupillaire|Pupille (mésopique)", "Tamanho pupilar|Pupila (mesópica)", "Ampiezza pupillare|Pupilla (mesopica)"},
	},
	"kappa": {
		same("κ"), words{}, words{"Kappa", "Kappa", "Kappa", "Kappa", "Kappa", "Kappa"},
		words{"Kappa distance", "Kappa-Abstand", "Distancia kappa", "Distance kappa", "Distância kappa", "Distanza kappa"},
	},
	"alpha": {
		same("α"), words{}, words{"Alpha", "Alpha", "Alfa", "Alpha", "Alfa", "Alfa"},
		words{"Alpha distance", "Alpha-Abstand", "Distancia alfa", "Distance alpha", "Distância alfa", "Distanza alfa"},
	},
	"pressure": {
		words{"IOP", "IOD", "PIO", "PIO", "PIO", "IOP"}, words{}, words{"IOP", "IOD", "PIO", "PIO", "PIO", "IOP"},
		words{"Eye pressure", "Augendruck", "Presión ocular", "Pression oculaire", "Pressão ocular", "Pressione oculare"},
	},
	"rise": {
		same("CLR"), words{}, words{"Lens rise", "Lens Rise", "Lens rise", "Lens rise", "Lens rise", "Lens rise"},
		words{"Lens rise", "Linsenvorwölbung", "Flecha del cristalino", "Flèche du cristallin", "Flecha do cristalino", "Freccia del cristallino"},
	},
	"vitreous": {
		same("VCD"), same("VCD"), words{"Vitreous d.", "GK-Tiefe", "Cám. vítrea", "Ch. vitrée", "Câm. vítrea", "Cam. vitrea"},
		words{"Vitreous chamber", "Glaskörpertiefe", "Cámara vítrea", "Chambre vitrée", "Câmara vítrea", "Camera vitrea"}, //nolint:misspell // French
	},
	"mean": {
		words{"Kavg", "Kmit", "Kprom", "Kmoy", "Kméd", "Kmed"}, words{}, words{"Avg. K", "Mittl. K", "K prom.", "K moy.", "K méd.", "K med."},
		words{"Average K", "Mittleres K", "K promedio", "K moyen", "K médio", "K medio"},
	},
	"total": {
		same("TCRP"), words{}, words{"TCRP", "TCRP", "TCRP", "TCRP", "TCRP", "TCRP"},
		words{"Total refractive power", "Gesamte Brechkraft", "Poder refractivo total", "Pouvoir réfractif total", "Poder refrativo total", "Potere rifrattivo totale"},
	},
	"cylinder": {
		same("ΔK"), words{}, words{"K cyl", "K-Zyl.", "Cil. K", "Cyl. K", "Cil. K", "Cil. K"},
		words{"Corneal cylinder|Delta K", "Hornhautzylinder|Delta K", "Cilindro corneal|Delta K", "Cylindre cornéen|Delta K", "Cilindro corneano|Delta K", "Cilindro corneale|Delta K"}, //nolint:misspell // French
	},
}

// kTerm is a meridian, which has the same name everywhere and one in full.
func kTerm(brief, long words) term { return term{brief, words{}, brief, long} }

var thirdAxis = words{"Axis|@ axis|# axis", "Achse|@ Achse|# Achse", "Eje|@ eje|# eje", "Axe|@ axe|# axe", "Eixo|@ eixo|# eixo", "Asse|@ asse|# asse"}
