package biometry

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
)

// SignOff says that a person has compared the values of a direct entry with the document that they
// were read from. It is what the client declares, and proves nothing.
type SignOff struct {
	At        string   `json:"at"`           // RFC 3339 with milliseconds, see [FormatTime]
	By        string   `json:"by,omitempty"` // who it was; "" if nobody is named
	Confirmed []string `json:"confirmed"`    // paths, as of [Withheld], of values that were compared and are right
	Corrected []string `json:"corrected"`    // paths of values that were changed, filled in or removed
}

// signOff reads the record of a sign-off; nil if there is none. Its paths are handled as those of
// withheld values: a path that is no value of a report is dropped, and so is the confirmation of a
// value that the report does not have.
func (d *decoder) signOff(m *member, r *Response) *SignOff {
	if r.Metadata.Extraction.Method != MethodDirect || !d.hasKind(m, '{', "an object") {
		return nil
	}
	out := SignOff{}
	var ok bool
	if out.At, ok = d.parseTimestamp(m.child("at")); !ok {
		d.fault(m.child("at"), RuleDate, "must be a date and time of ISO 8601")
	}
	if by := d.text(m.child("by"), maxSource); by != nil {
		out.By = *by
	}
	out.Corrected = d.signedPaths(m.child("corrected"), func(string) bool { return true })
	out.Confirmed = d.signedPaths(m.child("confirmed"), func(path string) bool {
		return signedValueAt[path](r) != nil && !slices.Contains(out.Corrected, path)
	})
	return &out
}

// signedPaths reads a list of paths of values and drops those that are not wanted or come again.
func (d *decoder) signedPaths(m *member, wanted func(path string) bool) []string {
	list, all := []string{}, []string{}
	if !d.hasKind(m, '[', "an array") {
		return list
	}
	if json.Unmarshal(d.value(m).raw, &all) != nil {
		d.fault(m, RuleKind, "must be an array of strings")
	}
	for _, path := range all {
		if signedValueAt[path] != nil && !slices.Contains(list, path) && wanted(path) {
			list = append(list, path)
		}
	}
	return list
}

// NotCompared returns the paths of the values that the response has, or withholds, and that its sign-off neither
// confirms nor corrects, in alphabetical order. It returns nil if the response is not signed off.
func (r *Response) NotCompared() (open []string) {
	e := &r.Metadata.Extraction
	if e.SignOff == nil {
		return nil
	}
	withheld := WithheldFields(e.Withheld)
	for _, path := range slices.Sorted(maps.Keys(signedValueAt)) {
		compared := slices.Contains(e.SignOff.Confirmed, path) || slices.Contains(e.SignOff.Corrected, path)
		if !compared && (signedValueAt[path](r) != nil || slices.Contains(withheld, path)) {
			open = append(open, path)
		}
	}
	return open
}

// signedValueAt returns the value of a response, or nil, at each path that a person can sign off: those that
// may be withheld, and the names of devices.
var signedValueAt = func() map[string]func(*Response) any {
	all := maps.Clone(valueAt)
	all["biometer.device_name"] = func(r *Response) any { return r.Data.Biometer.DeviceName }
	all["biometer.manufacturer"] = func(r *Response) any { return r.Data.Biometer.Manufacturer }
	all["posterior_keratometry."+posteriorDeviceField.Name] = func(r *Response) any { return textOf(r.Posteriors().DeviceName) }
	return all
}()
