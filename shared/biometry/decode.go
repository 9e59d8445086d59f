package biometry

import (
	"slices"
	"time"
)

// Decode turns an uploaded document into a response: it parses the JSON
// strictly, normalises and validates. It sets the metadata that the service adds
// (specification, process, rules 6 and 7), except RequestID, AppVersion and
// Biompin, which the caller sets. now is the timestamp of a document that states
// none.
//
// The error is a *[SyntaxError] if doc is not JSON, else [Faults].
func Decode(doc []byte, now time.Time) (*Response, error) {
	d, err := parse(doc)
	if err != nil {
		return nil, err
	}
	defer d.release()
	d.saved = d.isSavedResponse()
	out := &Response{Data: d.report(), ExtraData: d.uploadedExtra(), Metadata: d.metadata(now)}
	out.Metadata.Extraction.Ignored = d.ignored
	extraction := document.child("metadata").child("extraction")
	out.Metadata.Extraction.Withheld = d.withheld(extraction.child("withheld"), out)
	out.Metadata.Extraction.SignOff = d.signOff(extraction.child("sign_off"), out)
	if err := d.sortedFaults(); err != nil {
		return nil, err
	}
	return out, nil
}

// DecodeExtraction turns a model's answer, {"data": …, "extra_data": …}, into
// a report by the same rules as [Decode]. For a device without posterior
// keratometry (see [CarriesExtra]) it drops extra_data without validating it
// and returns nil.
//
// The error is a *[SyntaxError] if doc is not JSON, else [Faults].
func DecodeExtraction(doc []byte) (Report, *Extra, error) {
	d, err := parse(doc)
	if err != nil {
		return Report{}, nil, err
	}
	defer d.release()
	report := d.report()
	extra := d.extractedExtra(report.Biometer.DeviceName)
	if err := d.sortedFaults(); err != nil {
		return Report{}, nil, err
	}
	return report, extra, nil
}

// isSavedResponse reports whether the document is a response of this service
// that a client saved: its metadata has a string request_id and an object
// extraction.
func (d *decoder) isSavedResponse() bool {
	m := document.child("metadata")
	return d.value(m.child("request_id")).kind == '"' && d.value(m.child("extraction")).kind == '{'
}

// report reads data. Its objects are all required, and all but biometer may be
// empty (process, rule 2).
func (d *decoder) report() Report {
	m := document.child("data")
	if !d.requiredObject(m) {
		return Report{}
	}
	return Report{
		Biometer: d.biometer(m.child("biometer")),
		ExamDate: d.date(m.child(examDateField.Name)),
		Patient:  d.patient(m.child("patient")),
		RightEye: d.eye(m.child("right_eye")),
		LeftEye:  d.eye(m.child("left_eye")),
	}
}

func (d *decoder) biometer(m *member) Biometer {
	if !d.requiredObject(m) {
		return Biometer{}
	}
	return Biometer{
		DeviceName:   d.requiredEnum(m.members[0], &biometerFields[0]),
		Manufacturer: d.requiredEnum(m.members[1], &biometerFields[1]),
	}
}

func (d *decoder) patient(m *member) (p Patient) {
	if d.requiredObject(m) {
		readFields(d, m, patientFields, &p)
	}
	return p
}

func (d *decoder) eye(m *member) (e Eye) {
	if d.requiredObject(m) {
		readFields(d, m, eyeFields, &e)
		checkPairs(d, m, eyeFields, eyePairs, &e)
	}
	return e
}

// readFields reads the members of m into t. m.members and fields have the same
// order, because members.go derives the one from the other.
func readFields[T any](d *decoder, m *member, fields []FieldOf[T], t *T) {
	for i := range fields {
		f, child := &fields[i], m.members[i]
		switch f.Kind {
		case Number:
			*f.number(t) = d.number(child, &f.Field)
		case Integer:
			*f.integer(t) = d.integer(child, &f.Field)
		case Enum:
			*f.text(t) = d.enum(child, &f.Field)
		case Date:
			*f.text(t) = d.date(child)
		case Text:
			*f.text(t) = d.textOrInitials(child, &f.Field)
		}
	}
}

// uploadedExtra reads extra_data of an upload. If present it must be an object
// (process, rule 3), but null is allowed in a saved response, because the
// service itself writes null for absent.
func (d *decoder) uploadedExtra() *Extra {
	m := document.child("extra_data")
	if v := d.value(m); v.kind == 0 || v.kind == 'n' && d.saved {
		return nil
	}
	x := d.extra(m)
	if x != nil && x.Notes != nil {
		d.checkLength(m.child(notesField.Name), *x.Notes, notesField.MaxLength)
	}
	return x
}

// extractedExtra reads extra_data of a model's answer. Null is allowed, because
// [OutputSchema] makes the model write null for absent. Notes that are too long are
// shortened: asking the model again would cost a call, and they are no measurement.
func (d *decoder) extractedExtra(device string) *Extra {
	m := document.child("extra_data")
	if device != "" && !CarriesExtra(device) {
		d.faults = slices.DeleteFunc(d.faults, func(f locatedFault) bool { return m.slot <= f.slot && f.slot <= m.lastSlot() })
		return nil
	}
	if v := d.value(m); v.kind == 0 || v.kind == 'n' {
		return nil
	}
	x := d.extra(m)
	if x != nil && x.Notes != nil {
		x.Notes = new(shortened(*x.Notes, notesField.MaxLength))
	}
	return x
}
