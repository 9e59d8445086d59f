package reader

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"biom/shared/biometry"
	"biom/shared/evidence"
)

// Report is what the findings come to.
type Report struct {
	Data     biometry.Report
	Extra    *biometry.Extra
	Withheld []biometry.Withheld // values that were read but not trusted, by path
	Sources  []Source            // of the values of Data and Extra whose places are known, by path
	Doubts   []Source            // of the values in Withheld whose places are known, by path
	Means    []Source            // of the printed means of both meridians
}

// Source is where a value of a report is printed.
type Source struct {
	Path string
	evidence.Source
	OfScan bool // the box is of the image that OCR read, not of the page
}

// Empty reports that no eye has a value, withheld ones not counted.
func (f Findings) Empty() bool {
	for k := range f.values {
		if k.eye != document && f.sure(k) {
			return false
		}
	}
	return true
}

// Report makes the report of the data model. Values at the paths in refused,
// which validation found at fault, are withheld.
func (f Findings) Report(refused ...string) Report {
	f = f.settled(refused...)
	d := f.device()
	return Report{
		Data: f.data(d), Extra: f.extra(d), Withheld: f.withheld(d),
		Sources: f.sources(d), Doubts: f.doubtSources(d), Means: f.meanSources(),
	}
}

// settled applies the rules that tie values together, and withholds those at the paths.
func (f Findings) settled(refused ...string) Findings {
	f.values = maps.Clone(f.values)
	d := f.device()
	for k := range f.values {
		if slices.ContainsFunc(refused, func(p string) bool { return strings.HasSuffix(p, path(k)) }) {
			f.withhold(breaksRule, k)
		}
		if strings.HasPrefix(k.field, "TK") && d.PosteriorDeviceName != biometry.TotalKeratometryDevice {
			f.withhold(breaksRule, k) // ExtraReport, rule 1: total keratometry is that device's alone
		}
	}
	for _, eye := range []string{rightEye, leftEye} {
		f.convertRadii(eye)
		f.settlePairs(eye)
	}
	return f
}

func (f Findings) data(d biometry.Device) biometry.Report {
	r := biometry.Report{
		Biometer: biometry.Biometer{DeviceName: d.Name, Manufacturer: d.Manufacturer},
		ExamDate: f.words(key{document, "exam_date"}),
	}
	fill(&r.Patient, f, document, biometry.PatientFields())
	fill(&r.RightEye, f, rightEye, biometry.EyeFields())
	fill(&r.LeftEye, f, leftEye, biometry.EyeFields())
	return r
}

// extra is nil for a device that measures no posterior cornea.
func (f Findings) extra(d biometry.Device) *biometry.Extra {
	if d.PosteriorDeviceName == "" {
		return nil
	}
	x := biometry.Extra{Notes: f.words(key{document, "notes"})}
	p := biometry.Posteriors{DeviceName: &d.PosteriorDeviceName}
	fill(&p.RightEye, f, rightEye, biometry.PosteriorFields())
	fill(&p.LeftEye, f, leftEye, biometry.PosteriorFields())
	if p.RightEye != (biometry.Posterior{}) || p.LeftEye != (biometry.Posterior{}) {
		x.PosteriorKeratometry = &p
	}
	if x == (biometry.Extra{}) {
		return nil
	}
	return &x
}

// sources lists where the values stand that a report of the device has.
func (f Findings) sources(d biometry.Device) []Source {
	out := []Source{}
	add := func(path string, v finding) {
		if v.at.known() {
			out = append(out, sourceOf(path, v.at, v.seen))
		}
	}
	for k, v := range f.values {
		if f.sure(k) && !internal(k.field) && (!ofExtra(k.field) || d.PosteriorDeviceName != "") {
			add(path(k), v)
		}
	}
	add("biometer.device_name", f.named[d.Name])
	maker, named := f.named[d.Manufacturer]
	if !named {
		maker = f.named[d.Name]
	}
	add("biometer.manufacturer", maker)
	slices.SortFunc(out, func(a, b Source) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// doubtSources lists where the withheld values stand.
func (f Findings) doubtSources(d biometry.Device) []Source {
	var out []Source
	for k, v := range f.values {
		if f.withholds(k, d) && v.at.known() {
			out = append(out, sourceOfDoubt(k, v))
		}
	}
	slices.SortFunc(out, func(a, b Source) int { return cmp.Compare(a.Path, b.Path) })
	return out
}

// sourceOfDoubt returns the source of a withheld value. One that no look was sure of was seen by one at least.
func sourceOfDoubt(k key, v finding) Source {
	if v.seen == (evidence.Readings{}) {
		v.seen = readingOf(v.at)
	}
	return sourceOf(path(k), v.at, v.seen)
}

// sourceOf returns the source of a value.
func sourceOf(path string, at place, seen evidence.Readings) Source {
	return Source{path, evidence.Source{
		Page: at.page, Box: evidence.Box{at.X0, at.Y0, at.X1, at.Y1}, Text: at.text, Readings: seen,
	}, at.ocr}
}

// ofExtra reports a field of the report's extra data, which not every device has.
func ofExtra(field string) bool {
	return strings.HasPrefix(field, "PK") || strings.HasPrefix(field, "TK") || field == "notes"
}

// fill sets the fields of t that are sure. It goes through JSON, which takes
// the digits as they were printed.
func fill[T any](t *T, f Findings, eye string, table []biometry.FieldOf[T]) {
	members := map[string]any{}
	for _, field := range table {
		k := key{eye, field.Name}
		if !f.sure(k) {
			continue
		}
		members[field.Name] = f.values[k].text
		if field.Kind == biometry.Number || field.Kind == biometry.Integer {
			members[field.Name] = json.Number(f.values[k].text)
		}
	}
	doc, err := json.Marshal(members)
	if err == nil {
		err = json.Unmarshal(doc, t)
	}
	if err != nil {
		panic("reader: " + err.Error()) // inRange let a number pass that is none
	}
}

func (f Findings) words(k key) *string {
	if !f.sure(k) {
		return nil
	}
	return new(f.values[k].text)
}

// withheld lists the doubts in a fixed order.
func (f Findings) withheld(d biometry.Device) []biometry.Withheld {
	var out []biometry.Withheld
	for k, v := range f.values {
		if f.withholds(k, d) {
			out = append(out, biometry.Withheld{Field: path(k), Reason: withheldReason[v.doubt]})
		}
	}
	slices.SortFunc(out, func(a, b biometry.Withheld) int { return cmp.Compare(a.Field, b.Field) })
	return out
}

// withholds reports whether the value is withheld from a report of the device. What the device's
// reports never carry is not missed.
func (f Findings) withholds(k key, d biometry.Device) bool {
	return f.values[k].doubt != noDoubt && !internal(k.field) && (!ofExtra(k.field) || d.PosteriorDeviceName != "")
}

// internal: fields that are no members of the answer, only lead to some.
func internal(field string) bool {
	return strings.HasSuffix(field, "_radius") || field == surname || field == given
}

// path is where a value stands in the answer, without the leading "data." or
// "extra_data.".
func path(k key) string {
	switch {
	case strings.HasPrefix(k.field, "PK"), strings.HasPrefix(k.field, "TK"):
		return "posterior_keratometry." + k.eye + "." + k.field
	case k.eye != document:
		return k.eye + "." + k.field
	case k.field == "exam_date", k.field == "notes":
		return k.field
	}
	return "patient." + k.field
}

// device is the biometer that the document names, if it names one alone. Of one
// that is not in the data model the maker may be.
func (f Findings) device() biometry.Device {
	if len(f.devices) == 1 {
		for _, d := range devices {
			if d.Name == f.devices[0] {
				return d
			}
		}
	}
	d := unknown
	if listed := slices.ContainsFunc(f.devices, func(name string) bool { return name != unknown.Name }); !listed && len(f.makers) == 1 {
		d.Manufacturer = f.makers[0]
	}
	return d
}
