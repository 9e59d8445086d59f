package reader

import "strings"

// device is a biometer as the data model names it and as printouts do.
type device struct {
	name, manufacturer string
	posterior          string // pk_device_name; "" if it measures none
	prints             string // phrases, apart by "|"
}

var devices = []device{
	{"IOLMaster700", "Zeiss", "IOLMaster700", "IOLMaster 700|IOL Master 700"},
	{"LenstarLS900", "HaagStreit", "", "Lenstar LS 900|Lenstar LS900|Lenstar 900|LS 900|Lenstar"},
	{"EyestarES900", "HaagStreit", "EyestarES900", "Eyestar ES 900|Eyestar 900|Eyestar"},
	{"Anterion", "Heidelberg", "Anterion", "Anterion"},
	{"PentacamAXL", "Oculus", "Pentacam", "Pentacam AXL|Pentacam AXL Wave"},
	{"OA-2000", "Tomey", "", "OA-2000|OA 2000"},
	{"Aladdin", "Topcon", "", "Aladdin"},
	{"Argos", "Alcon", "", "Argos"},
	{"MS39", "CSO", "MS39", "MS-39|MS 39|MS39"},
}

// unknown is the biometer of a report that names none of them, or two.
var unknown = device{name: "Other", manufacturer: "Other"}

var devicePhrases = func() map[string]*device {
	out := map[string]*device{}
	for i := range devices {
		for s := range strings.SplitSeq(devices[i].prints, "|") {
			out[fold(s)] = &devices[i]
		}
	}
	return out
}()

// devicesIn finds the devices that a row names. Words that are a patient's
// must have been taken out: Aladdin is a name too.
func devicesIn(items []item) []*device {
	var found []*device
	for i := range items {
		var key strings.Builder
		for _, it := range items[i:min(len(items), i+6)] {
			key.WriteString(fold(it.text))
			if d := devicePhrases[key.String()]; d != nil {
				found = append(found, d)
			}
		}
	}
	return found
}
