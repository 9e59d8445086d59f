package biometry

import "slices"

// Device is an optical biometer with the names that a report has for it.
type Device struct {
	Name                string // device_name
	Manufacturer        string // manufacturer
	PosteriorDeviceName string // pk_device_name; "" if it does not measure the posterior cornea
}

// TotalKeratometryDevice is the pk_device_name of the only device that measures total
// keratometry, TK (specification, PosteriorKeratometry, rule 1).
const TotalKeratometryDevice = "IOLMaster700"

// other is the name of any device or manufacturer that is not in the lists.
const other = "Other"

// devices has the specification's order.
var devices = []Device{
	{"Aladdin", "Topcon", ""},
	{"Anterion", "Heidelberg", "Anterion"},
	{"Argos", "Alcon", ""},
	{"MS39", "CSO", "MS39"},
	{"IOLMaster700", "Zeiss", TotalKeratometryDevice},
	{"LenstarLS900", "HaagStreit", ""},
	{"EyestarES900", "HaagStreit", "EyestarES900"},
	{"OA-2000", "Tomey", ""},
	{"PentacamAXL", "Oculus", "Pentacam"},
}

// Devices returns the biometers that a report has names for, without "Other".
func Devices() []Device { return slices.Clone(devices) }

// biometerFields are the fields of BiometerInfo. Both are required.
var biometerFields = []Field{
	{Name: "device_name", Kind: Enum, Description: "Model of the optical biometer that measured", Values: deviceNames()},
	{Name: "manufacturer", Kind: Enum, Description: "Maker of the optical biometer", Values: []string{
		"Alcon", "CSO", "HaagStreit", "Heidelberg", "Oculus", "Tomey", "Topcon", "Zeiss", other,
	}},
}

var posteriorDeviceField = Field{
	Name: "pk_device_name", Kind: Enum,
	Description: "Device shared by the PK and TK measurements; IOLMaster700 whenever a TK value is given",
	Values:      []string{"Anterion", "EyestarES900", "Galilei", TotalKeratometryDevice, "MS39", "Pentacam", other},
}

// deviceNames returns the valid values of device_name.
func deviceNames() (names []string) {
	for _, d := range devices {
		names = append(names, d.Name)
	}
	return append(names, other)
}

// extraDevices returns the device_name of each device that measures posterior
// keratometry, sorted. Source: specification, ExtraReport, "AI extraction fills
// it only for devices ...".
func extraDevices() (names []string) {
	for _, d := range devices {
		if d.PosteriorDeviceName != "" {
			names = append(names, d.Name)
		}
	}
	slices.Sort(names)
	return names
}

// CarriesExtra reports whether AI extraction keeps extra_data for a device_name.
// For any other device extra_data is null.
func CarriesExtra(device string) bool { return slices.Contains(extraDevices(), device) }
