package samples

import (
	"fmt"
	"slices"
)

// profile is a way of making documents: devices with their layouts, and the
// fonts of a layout.
type profile struct {
	devices []*deviceSpec
	fonts   func(layout string) []font
}

// profiles are all of them by their names in Options.
var profiles = map[string]profile{
	"":        {devices, func(string) []font { return fonts }},
	"second":  {secondDevices, secondFonts},
	"third":   {thirdDevices, thirdFonts},
	"fourth":  {fourthDevices, fourthFonts},
	"fifth":   {fifthDevices, fifthFonts},
	"sixth":   {sixthDevices, func(string) []font { return sixthFonts }},
	"seventh": {seventhDevices, seventhFonts},
}

// find is a device as the profile prints it; nil, if it has none of that name.
func (p profile) find(name string) *deviceSpec {
	i := slices.IndexFunc(p.devices, func(d *deviceSpec) bool { return d.name == name })
	if i < 0 {
		return nil
	}
	return p.devices[i]
}

// checkProfile refuses a profile that there is not.
func (o Options) checkProfile() error {
	if _, ok := profiles[o.Profile]; !ok {
		return fmt.Errorf("samples: no profile %q: there are second, third, fourth, fifth, sixth and seventh, and the usual one without a name", o.Profile)
	}
	return nil
}
