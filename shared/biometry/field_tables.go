package biometry

// The tables of fields. The order is the specification's, in which faults are
// reported too. The units and valid ranges are the specification's; the usual
// ranges are those of usual.go.

var examDateField = Field{Name: "exam_date", Kind: Date, Description: "Date of the exam, not the date of birth"}

// The lengths of texts are limited so that every response fits where responses are
// stored, in 64 KiB, even if each character takes six bytes of JSON.
var notesField = Field{Name: "notes", Kind: Text, MaxLength: 10_000, Description: "Remarks and warnings that the report itself prints about the measurements"}

var patientFields = []FieldOf[Patient]{
	asInitials(text("name", "Name of the patient; stored as initials", func(p *Patient) **string { return &p.Name })),
	limited(100, text("id", "Patient ID or record number", func(p *Patient) **string { return &p.ID })),
	date("date_of_birth", "Date of birth, not the date of the exam", func(p *Patient) **string { return &p.DateOfBirth }),
	enum("gender", "Gender of the patient", func(p *Patient) **string { return &p.Gender }, "Male", "Female"),
}

var eyeFields = []FieldOf[Eye]{
	usual(21.2, 26.6, number("AL", "mm", 14, 40, "Axial length", func(e *Eye) **float64 { return &e.AL })),
	usual(2.1, 4.1, number("ACD", "mm", 1, 6, "Anterior chamber depth", func(e *Eye) **float64 { return &e.ACD })),
	usual(41, 47, number("K1_magnitude", "diopters", 20, 99, "Corneal power in the flat meridian", func(e *Eye) **float64 { return &e.K1Magnitude })),
	axis("K1_axis", "Axis of the flat corneal meridian", func(e *Eye) **int { return &e.K1Axis }),
	usual(41, 47, number("K2_magnitude", "diopters", 20, 99, "Corneal power in the steep meridian", func(e *Eye) **float64 { return &e.K2Magnitude })),
	axis("K2_axis", "Axis of the steep corneal meridian", func(e *Eye) **int { return &e.K2Axis }),
	usual(10.7, 12.8, number("WTW", "mm", 7, 17, "White-to-white corneal diameter", func(e *Eye) **float64 { return &e.WTW })),
	usual(3.5, 5.5, number("LT", "mm", 0.1, 7, "Lens thickness", func(e *Eye) **float64 { return &e.LT })),
	usual(450, 630, integer("CCT", "micrometers", 200, 900, "Central corneal thickness", func(e *Eye) **int { return &e.CCT })),
	enum("lens_status", "State of the lens", func(e *Eye) **string { return &e.LensStatus },
		"Phakic", "Phakic IOL", "Pseudophakic", "Aphakic"),
	enum("post_refractive", "Earlier refractive surgery of the cornea (LVC is laser vision correction)", func(e *Eye) **string { return &e.PostRefractive },
		"None", "Myopic LVC", "Hyperopic LVC", "Radial Keratotomy"),
	withDecimals(4, number("keratometric_index", "", 1.33, 1.338, "Keratometric index from which the device computed K", func(e *Eye) **float64 { return &e.KeratometricIndex })),
}

var posteriorFields = []FieldOf[Posterior]{
	usual(5.3, 6.9, signed(number("PK1_magnitude", "diopters", 2, 10, "Posterior corneal power in the flat meridian, as a positive magnitude", func(p *Posterior) **float64 { return &p.PK1Magnitude }))),
	axis("PK1_axis", "Axis of the flat posterior meridian", func(p *Posterior) **int { return &p.PK1Axis }),
	usual(5.3, 6.9, signed(number("PK2_magnitude", "diopters", 2, 10, "Posterior corneal power in the steep meridian, as a positive magnitude", func(p *Posterior) **float64 { return &p.PK2Magnitude }))),
	axis("PK2_axis", "Axis of the steep posterior meridian", func(p *Posterior) **int { return &p.PK2Axis }),
	usual(40.7, 47.6, number("TK1_magnitude", "diopters", 20, 99, "Total keratometry in the flat meridian", func(p *Posterior) **float64 { return &p.TK1Magnitude })),
	axis("TK1_axis", "Axis of the flat meridian of total keratometry", func(p *Posterior) **int { return &p.TK1Axis }),
	usual(40.7, 47.6, number("TK2_magnitude", "diopters", 20, 99, "Total keratometry in the steep meridian", func(p *Posterior) **float64 { return &p.TK2Magnitude })),
	axis("TK2_axis", "Axis of the steep meridian of total keratometry", func(p *Posterior) **int { return &p.TK2Axis }),
}

// The functions below make one entry of a table. pointer returns where the
// struct T holds the value.

func number[T any](name, unit string, low, high float64, description string, pointer func(*T) **float64) FieldOf[T] {
	return FieldOf[T]{Field: Field{Name: name, Unit: unit, Kind: Number, Min: low, Max: high, Decimals: usualDecimals, Description: description}, number: pointer}
}

func integer[T any](name, unit string, low, high float64, description string, pointer func(*T) **int) FieldOf[T] {
	return FieldOf[T]{Field: Field{Name: name, Unit: unit, Kind: Integer, Min: low, Max: high, Description: description}, integer: pointer}
}

// axis makes the entry of an axis of a meridian.
func axis[T any](name, description string, pointer func(*T) **int) FieldOf[T] {
	return integer(name, "degrees", 0, 180, description, pointer)
}

func enum[T any](name, description string, pointer func(*T) **string, values ...string) FieldOf[T] {
	return FieldOf[T]{Field: Field{Name: name, Kind: Enum, Values: values, Description: description}, text: pointer}
}

func text[T any](name, description string, pointer func(*T) **string) FieldOf[T] {
	return FieldOf[T]{Field: Field{Name: name, Kind: Text, Description: description}, text: pointer}
}

func date[T any](name, description string, pointer func(*T) **string) FieldOf[T] {
	return FieldOf[T]{Field: Field{Name: name, Kind: Date, Description: description}, text: pointer}
}

// usual sets the range that is usual in adults, in the field's unit.
func usual[T any](low, high float64, f FieldOf[T]) FieldOf[T] {
	f.Usual = [2]float64{low, high}
	return f
}

// usualDecimals is how many decimals printouts have of lengths in mm and of powers.
const usualDecimals = 2

// withDecimals sets how many decimals printouts usually have of the field.
func withDecimals[T any](n int, f FieldOf[T]) FieldOf[T] {
	f.Decimals = n
	return f
}

// signed marks a power that devices may print with a minus sign (specification:
// "Validation converts signed posterior powers to positive magnitudes").
func signed[T any](f FieldOf[T]) FieldOf[T] {
	f.Signed = true
	return f
}

// limited sets the greatest number of characters of a text.
func limited[T any](length int, f FieldOf[T]) FieldOf[T] {
	f.MaxLength = length
	return f
}

// asInitials marks a name that is stored as initials (specification: "reduces
// patient names to initials"); initials.go does it.
func asInitials[T any](f FieldOf[T]) FieldOf[T] {
	f.initials = true
	return f
}
