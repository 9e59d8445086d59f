package samples

// SecondLayouts and the like are Layouts of the other profiles.
func SecondLayouts() map[string][]string { return layoutsOf(secondDevices) }

func ThirdLayouts() map[string][]string { return layoutsOf(thirdDevices) }

func FourthLayouts() map[string][]string { return layoutsOf(fourthDevices) }

func layoutsOf(devices []*deviceSpec) map[string][]string {
	out := map[string][]string{}
	for _, d := range devices {
		for _, l := range d.layouts {
			out[d.name] = append(out[d.name], l.name)
		}
	}
	return out
}

// SecondPeople and the like are People of the other profiles.
func SecondPeople() map[string]string { return initialsOf(secondPeople) }

func ThirdPeople() map[string]string { return initialsOf(thirdPeople) }

func FourthPeople() map[string]string { return initialsOf(fourthPeople) }

func initialsOf(people map[string][]person) map[string]string {
	out := map[string]string{}
	for _, list := range people {
		for _, p := range list {
			out[p.whole()] = p.initials
		}
	}
	return out
}
