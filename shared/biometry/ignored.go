package biometry

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The bounds of [Extraction.Ignored]. They keep a response small enough to be shared.
const (
	maxIgnored     = 12 // paths
	maxIgnoredName = 24 // characters of a name
)

// noteIgnored notes that an unknown member of m is ignored, if it looks like a
// measurement: somebody may believe that it was taken. The value of such a member is
// lost, so it is never repeated; and a null loses nothing.
func (d *decoder) noteIgnored(m *member, quoted []byte) {
	if len(d.ignored) == maxIgnored || !m.takesMeasurements() {
		return
	}
	unquoted, _ := jsontext.AppendUnquote(nil, quoted) // no error: the decoder has read it
	name := string(unquoted)
	if !m.isEye() && !looksLikeMeasurement(name) || d.tokens.PeekKind() == 'n' {
		return
	}
	path := plainName(name)
	if m.path != "" {
		path = m.path + "." + path
	}
	d.ignored = append(d.ignored, path)
}

// takesMeasurements reports whether somebody may have put a measurement into m: any
// object but metadata, which other programs use in their own ways.
func (m *member) takesMeasurements() bool { return !strings.HasPrefix(m.path, "metadata") }

// isEye reports whether m is an object with the measurements of one eye.
func (m *member) isEye() bool {
	return m.name == "right_eye" || m.name == "left_eye"
}

// looksLikeMeasurement reports whether a name, in any letter case, is that of a member
// that holds a measurement, or notes.
func looksLikeMeasurement(name string) bool { return measurementNames[strings.ToLower(name)] }

// measurementNames holds the names of measurements, in lower case.
var measurementNames = func() map[string]bool {
	names := map[string]bool{"right_eye": true, "left_eye": true, "posterior_keratometry": true}
	for _, fields := range [][]Field{
		descriptions(eyeFields), descriptions(posteriorFields), {notesField, posteriorDeviceField},
	} {
		for _, f := range fields {
			names[strings.ToLower(f.Name)] = true
		}
	}
	return names
}()

// plainName returns a member's name, at most its first characters, with ? for what could
// not stand in a list of names in a header.
func plainName(name string) string {
	var b strings.Builder
	count := 0
	for _, c := range name {
		if count++; count > maxIgnoredName {
			return b.String() + "..."
		}
		if c < ' ' || c > '~' || strings.ContainsRune(`,"\<>&`, c) {
			c = '?'
		}
		b.WriteRune(c)
	}
	return b.String()
}
