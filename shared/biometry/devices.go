package biometry

import "slices"

// Device is an optical biometer by the names that the report has for it.
type Device struct {
	Name         string // device_name
	Manufacturer string // who makes it
	Posterior    string // pk_device_name of what it measures of the posterior cornea; "" if it does not
}

// TotalDevice is the pk_device_name of the one device that measures TK
// (PosteriorKeratometry, rule 1).
const TotalDevice = "IOLMaster700"

const other = "Other"

// devices in the specification's order.
var devices = []Device{
	{"Aladdin", "Topcon", ""},
	{"Anterion", "Heidelberg", "Anterion"},
	{"Argos", "Alcon", ""},
	{"MS39", "CSO", "MS39"},
	{"IOLMaster700", "Zeiss", TotalDevice},
	{"LenstarLS900", "HaagStreit", ""},
	{"EyestarES900", "HaagStreit", "EyestarES900"},
	{"OA-2000", "Tomey", ""},
	{"PentacamAXL", "Oculus", "Pentacam"},
}

// Devices returns the biometers that the report has names for.
func Devices() []Device { return slices.Clone(devices) }

// BiometerInfo: both required.
var biometerFields = []Field{
	{Name: "device_name", Kind: Enum, Description: "Model of the optical biometer that measured", Values: deviceNames()},
	{Name: "manufacturer", Kind: Enum, Description: "Maker of the optical biometer", Values: []string{
		"Alcon", "CSO", "HaagStreit", "Heidelberg", "Oculus", "Tomey", "Topcon", "Zeiss", other,
	}},
}

var posteriorDeviceField = Field{
	Name: "pk_device_name", Kind: Enum,
	Description: "Device shared by the PK and TK measurements; IOLMaster700 whenever a TK value is given",
	Values:      []string{"Anterion", "EyestarES900", "Galilei", TotalDevice, "MS39", "Pentacam", other},
}

func deviceNames() (names []string) {
	for _, d := range devices {
		names = append(names, d.Name)
	}
	return append(names, other)
}

// extraDevices are the devices whose reports carry posterior keratometry
// (ExtraReport: "AI extraction fills it only for devices ...").
func extraDevices() (names []string) {
	for _, d := range devices {
		if d.Posterior != "" {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	return names
}

// CarriesExtra reports whether AI extraction keeps extra_data for a biometer;
// for any other it is null.
func CarriesExtra(device string) bool { return slices.Contains(extraDevices(), device) }
