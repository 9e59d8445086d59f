package samples

// SecondLayouts is Layouts of the second profile.
func SecondLayouts() map[string][]string {
	out := map[string][]string{}
	for _, d := range secondDevices {
		for _, l := range d.layouts {
			out[d.name] = append(out[d.name], l.name)
		}
	}
	return out
}

// SecondPeople is People of the second profile.
func SecondPeople() map[string]string {
	out := map[string]string{}
	for _, list := range secondPeople {
		for _, p := range list {
			out[p.whole()] = p.initials
		}
	}
	return out
}
