package biometry

// member is a name in a document that this package knows, at its place.
// Members are numbered in the specification's order (slot), and faults are
// reported in that order.
type member struct {
	name    string
	path    string    // such as "data.right_eye.AL"; "" for the document
	slot    int       // its number
	members []*member // for an object: its known members
	place   string    // for a misplaced member: where it belongs
}

// document is the tree of all known members. Unknown members are ignored, so
// that documents of later minor versions are accepted; ignored.go notes some of them. Misplaced members are in
// the tree because the specification refuses them (process, rule 4).
var (
	document = numbered(node("",
		node("data",
			node("biometer", leaves(biometerFields)...),
			leaf(examDateField.Name),
			node("patient", leaves(descriptions(patientFields))...),
			node("right_eye", leaves(descriptions(eyeFields))...),
			node("left_eye", leaves(descriptions(eyeFields))...),
			misplaced("extra_data", "beside data"),
			misplaced("metadata", "beside data"),
			misplaced("biompin", "beside data"),
		),
		node("extra_data",
			leaf(notesField.Name),
			node("posterior_keratometry",
				leaf(posteriorDeviceField.Name),
				node("right_eye", leaves(descriptions(posteriorFields))...),
				node("left_eye", leaves(descriptions(posteriorFields))...),
			),
		),
		node("metadata",
			leaf("request_id"), leaf("schema_version"), leaf("app_version"),
			node("extraction",
				leaf("method"), leaf("timestamp"), leaf("byok"), leaf("llm"),
				leaf("input_schema_version"), leaf("source_app"), leaf("source_version"), leaf("ignored"), leaf("withheld"),
				node("sign_off", leaf("at"), leaf("by"), leaf("confirmed"), leaf("corrected")),
			),
		),
		leaf("biompin"),
		misplaced("biometer", "inside data"),
		misplaced("exam_date", "inside data"),
		misplaced("patient", "inside data"),
		misplaced("right_eye", "inside data"),
		misplaced("left_eye", "inside data"),
	))
	slotCount = document.lastSlot() + 1
)

func leaf(name string) *member { return &member{name: name} }

func node(name string, members ...*member) *member { return &member{name: name, members: members} }

func misplaced(name, place string) *member { return &member{name: name, place: place} }

// leaves returns a member for each field of a table, in the table's order.
func leaves(fields []Field) []*member {
	out := make([]*member, len(fields))
	for i := range fields {
		out[i] = leaf(fields[i].Name)
	}
	return out
}

// numbered sets the slots and paths of all members below m, depth first, and
// returns m.
func numbered(m *member) *member {
	last := m.slot
	for _, child := range m.members {
		child.slot, child.path = last+1, child.name
		if m.path != "" {
			child.path = m.path + "." + child.name
		}
		last = numbered(child).lastSlot()
	}
	return m
}

// lastSlot returns the greatest slot of m and the members below it.
func (m *member) lastSlot() int {
	if len(m.members) == 0 {
		return m.slot
	}
	return m.members[len(m.members)-1].lastSlot()
}

// child returns the member of m called name, or nil. Callers need no check for
// nil: the names are constants, and every decode uses all of them, so that a
// wrong name fails at once in the tests.
func (m *member) child(name string) *member {
	for _, child := range m.members {
		if child.name == name {
			return child
		}
	}
	return nil
}
