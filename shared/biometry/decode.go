package biometry

import (
	"slices"
	"time"
)

// Decode turns an uploaded document into a response: read strictly,
// normalised, validated. What the service adds is set (process, rules 6 and
// 7), except RequestID, AppVersion and Biompin, which are the caller's; now is
// the time that direct entry without a timestamp gets.
//
// The error is a *[SyntaxError] for what is not JSON, else [Faults].
func Decode(doc []byte, now time.Time) (*Response, error) {
	r, err := read(doc)
	if err != nil {
		return nil, err
	}
	defer r.release()
	r.saved = r.isSaved()
	out := &Response{Data: r.report(), ExtraData: r.uploadedExtra(), Metadata: r.metadata(now)}
	if err := r.verdict(); err != nil {
		return nil, err
	}
	return out, nil
}

// DecodeExtraction turns a model's answer, {"data": …, "extra_data": …}, into
// a report by the same rules. Extra data is nil unless the device carries any;
// what is not kept is not validated either.
//
// The error is a *[SyntaxError] or [Faults], as for [Decode].
func DecodeExtraction(doc []byte) (Report, *Extra, error) {
	r, err := read(doc)
	if err != nil {
		return Report{}, nil, err
	}
	defer r.release()
	report := r.report()
	extra := r.extractedExtra(report.Biometer.DeviceName)
	if err := r.verdict(); err != nil {
		return Report{}, nil, err
	}
	return report, extra, nil
}

// isSaved reports a saved response: metadata has a string request_id and an
// object extraction, as the service's own answers do.
func (r *reading) isSaved() bool {
	m := document.child("metadata")
	return r.at(m.child("request_id")).kind == '"' && r.at(m.child("extraction")).kind == '{'
}

// report reads data. Its parts are required objects, of which all but biometer
// may be empty (process, rule 2).
func (r *reading) report() Report {
	m := document.child("data")
	if !r.required(m) {
		return Report{}
	}
	return Report{
		Biometer: r.biometer(m.child("biometer")),
		ExamDate: r.date(m.child(examDateField.Name)),
		Patient:  r.patient(m.child("patient")),
		RightEye: r.eye(m.child("right_eye")),
		LeftEye:  r.eye(m.child("left_eye")),
	}
}

func (r *reading) biometer(m *member) Biometer {
	if !r.required(m) {
		return Biometer{}
	}
	return Biometer{
		DeviceName:   r.requiredEnum(m.members[0], &biometerFields[0]),
		Manufacturer: r.requiredEnum(m.members[1], &biometerFields[1]),
	}
}

func (r *reading) requiredEnum(m *member, f *Field) string {
	switch v := r.at(m); {
	case v.kind == '"':
		if s := r.enum(m, f); s != nil {
			return *s
		}
	case v.kind != 0:
		r.fault(m, "must be one of "+f.list()+", not "+kindName(v.kind))
	case !v.bad: // a misspelt one was reported already
		r.fault(m, "is missing: it must be one of "+f.list())
	}
	return ""
}

func (r *reading) patient(m *member) (p Patient) {
	if r.required(m) {
		fill(r, m, patientFields, &p)
	}
	return p
}

// uploadedExtra reads extra_data of an upload. If present it must be an object
// (process, rule 3); the service's own answers say null for absent.
func (r *reading) uploadedExtra() *Extra {
	m := document.child("extra_data")
	if v := r.at(m); v.kind == 0 || v.kind == 'n' && r.saved {
		return nil
	}
	return r.extra(m)
}

// extractedExtra reads extra_data of a model's answer to [OutputSchema], which
// makes the model say null for absent.
func (r *reading) extractedExtra(device string) *Extra {
	m := document.child("extra_data")
	if device != "" && !CarriesExtra(device) {
		r.faults = slices.DeleteFunc(r.faults, func(f located) bool { return m.slot <= f.slot && f.slot <= m.last() })
		return nil
	}
	if v := r.at(m); v.kind == 0 || v.kind == 'n' {
		return nil
	}
	return r.extra(m)
}
