package reader

import (
	"strings"

	"biom/shared/biometry"
)

// devices are the biometers as the data model names them.
var devices = biometry.Devices()

// prints are the phrases that printouts name them by, apart by "|". The last
// ones of some are what OCR makes of them.
var prints = map[string]string{
	"IOLMaster700": "IOLMaster 700|IOL Master 700|lOLMaster 700|1OLMaster 700|10LMaster 700|I0LMaster 700|IOLMaster7OO",
	"LenstarLS900": "Lenstar LS 900|Lenstar LS900|Lenstar 900|LS 900|Lenstar",
	"EyestarES900": "Eyestar ES 900|Eyestar 900|ES 900|Eyestar",
	"Anterion":     "Anterion",
	"PentacamAXL":  "Pentacam AXL|Pentacam AXL Wave",
	"OA-2000":      "OA-2000|0A-2000|OA-2OOO|OA2OO0",
	"Aladdin":      "Aladdin|Aladdin HW3.0",
	"Argos":        "Argos",
	"MS39":         "MS-39",
}

// makers print their name beside the device's.
var makers = map[string]string{
	"zeiss": "Zeiss", "carlzeiss": "Zeiss", "haagstreit": "HaagStreit", "heidelbergengineering": "Heidelberg", "heidelberg": "Heidelberg",
	"oculus": "Oculus", "topcon": "Topcon", "tomey": "Tomey", "alcon": "Alcon", "movu": "Alcon", "cso": "CSO",
}

// models are other devices of those makers, which their names tell, folded.
var models = map[string]string{"iolmaster": "Zeiss", "pentacam": "Oculus", "sirius": "CSO", "casia": "Tomey", "casia2": "Tomey"}

// unlistedDevices are the phrases, folded, for devices that the data model does not name. A report of one of them may name another in a remark.
var unlistedDevices = wordSet(fold, "CASIA2 CASIA Galilei GalileiG6 IOLMaster500 PentacamHR MYAH")

// unknown is the biometer of a report that names none of them, or two.
var unknown = biometry.Device{Name: "Other", Manufacturer: "Other"}

var devicePhrases = func() map[string]*biometry.Device {
	out := map[string]*biometry.Device{}
	for i := range devices {
		if prints[devices[i].Name] == "" {
			panic("reader: no printout is known to name " + devices[i].Name)
		}
		for s := range strings.SplitSeq(prints[devices[i].Name], "|") {
			out[fold(s)] = &devices[i]
		}
	}
	return out
}()
