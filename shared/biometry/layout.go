package biometry

// member is one name that the service knows in a document, and where it
// stands. Members are numbered in the specification's order; faults are
// reported in that order.
type member struct {
	name    string
	path    string    // "data.right_eye.AL"
	slot    int       // its number
	members []*member // what is known inside it, if it is an object
	home    string    // for a misplaced member: where it belongs
}

// document is every member that means something to this package. Members not
// listed are ignored: documents of later minor versions must pass. Misplaced
// ones are listed because the specification refuses them (process, rule 4).
var (
	document = lay(node("",
		node("data",
			node("biometer", leaves(biometerFields)...),
			leaf(examDateField.Name),
			node("patient", leaves(plain(patientFields))...),
			node("right_eye", leaves(plain(eyeFields))...),
			node("left_eye", leaves(plain(eyeFields))...),
			misplaced("extra_data", "beside data"),
			misplaced("metadata", "beside data"),
			misplaced("biompin", "beside data"),
		),
		node("extra_data",
			leaf(notesField.Name),
			node("posterior_keratometry",
				leaf(posteriorDeviceField.Name),
				node("right_eye", leaves(plain(posteriorFields))...),
				node("left_eye", leaves(plain(posteriorFields))...),
			),
		),
		node("metadata",
			leaf("request_id"), leaf("schema_version"), leaf("app_version"),
			node("extraction",
				leaf("method"), leaf("timestamp"), leaf("byok"), leaf("llm"),
				leaf("input_schema_version"), leaf("source_app"), leaf("source_version"),
			),
		),
		leaf("biompin"),
		misplaced("biometer", "inside data"),
		misplaced("exam_date", "inside data"),
		misplaced("patient", "inside data"),
		misplaced("right_eye", "inside data"),
		misplaced("left_eye", "inside data"),
	))
	slots = document.last() + 1
)

func leaf(name string) *member { return &member{name: name} }

func node(name string, members ...*member) *member { return &member{name: name, members: members} }

func misplaced(name, home string) *member { return &member{name: name, home: home} }

func leaves(fields []Field) []*member {
	out := make([]*member, len(fields))
	for i := range fields {
		out[i] = leaf(fields[i].Name)
	}
	return out
}

// lay numbers the members below m depth first and gives them their paths.
func lay(m *member) *member {
	last := m.slot
	for _, c := range m.members {
		c.slot, c.path = last+1, c.name
		if m.path != "" {
			c.path = m.path + "." + c.name
		}
		last = lay(c).last()
	}
	return m
}

// last is the highest number at or below m.
func (m *member) last() int {
	if len(m.members) == 0 {
		return m.slot
	}
	return m.members[len(m.members)-1].last()
}

// child returns the member called name. Names are constants of this package
// and every one of them is asked for in every decode: a nil cannot hide.
func (m *member) child(name string) *member {
	for _, c := range m.members {
		if c.name == name {
			return c
		}
	}
	return nil
}
