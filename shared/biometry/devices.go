package biometry

import "slices"

// Devices that rules speak of by name.
const (
	deviceAnterion     = "Anterion"
	deviceEyestar      = "EyestarES900"
	deviceIOLMaster700 = "IOLMaster700"
	deviceMS39         = "MS39"
	devicePentacamAXL  = "PentacamAXL"
	deviceOther        = "Other"
)

// BiometerInfo: both required.
var biometerFields = []Field{
	{Name: "device_name", Kind: Enum, Description: "Model of the optical biometer that measured", Values: []string{
		"Aladdin", deviceAnterion, "Argos", deviceMS39, deviceIOLMaster700, "LenstarLS900",
		deviceEyestar, "OA-2000", devicePentacamAXL, deviceOther,
	}},
	{Name: "manufacturer", Kind: Enum, Description: "Maker of the optical biometer", Values: []string{
		"Alcon", "CSO", "HaagStreit", "Heidelberg", "Oculus", "Tomey", "Topcon", "Zeiss", deviceOther,
	}},
}

var posteriorDeviceField = Field{
	Name: "pk_device_name", Kind: Enum,
	Description: "Device shared by the PK and TK measurements; IOLMaster700 whenever a TK value is given",
	Values: []string{
		deviceAnterion, deviceEyestar, "Galilei", deviceIOLMaster700, deviceMS39, "Pentacam", deviceOther,
	},
}

// extraDevices are the devices whose reports carry posterior keratometry
// (ExtraReport: "AI extraction fills it only for devices ...").
var extraDevices = []string{deviceAnterion, deviceEyestar, deviceIOLMaster700, deviceMS39, devicePentacamAXL}

// CarriesExtra reports whether AI extraction keeps extra_data for a biometer;
// for any other it is null.
func CarriesExtra(device string) bool { return slices.Contains(extraDevices, device) }
