package reader

import "strings"

// choices is field → folded words → value of the data model. What is not
// listed is not understood, and null.
var choices = map[string]map[string]string{
	"lens_status": fromList(map[string]string{
		"Phakic":       "phakic|phak|phake Linse|natural lens|natürliche Linse",
		"Phakic IOL":   "phakic IOL|phake IOL|PIOL|ICL",
		"Pseudophakic": "pseudophakic|pseudophak|pseudophakic IOL|pseudophake IOL",
		"Aphakic":      "aphakic|aphak",
	}),
	"post_refractive": fromList(map[string]string{
		"None":              "none|untreated|no|keine|unbehandelt|nein",
		"Myopic LVC":        "myopic LVC|myopic|myopic LASIK|myopic PRK|myope LVC|myop",
		"Hyperopic LVC":     "hyperopic LVC|hyperopic|hyperopic LASIK|hyperopic PRK|hyperope LVC|hyperop",
		"Radial Keratotomy": "radial keratotomy|RK|radiäre Keratotomie",
	}),
	"gender": fromList(map[string]string{
		"Male":   "male|m|man|männlich|Mann|herr",
		"Female": "female|f|woman|weiblich|w|Frau",
	}),
}

func fromList(values map[string]string) map[string]string {
	out := map[string]string{}
	for value, list := range values {
		for s := range strings.SplitSeq(list, "|") {
			out[fold(s)] = value
		}
	}
	return out
}
