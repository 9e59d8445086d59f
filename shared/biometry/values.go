package biometry

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// value returns what the document holds for m.
func (d *decoder) value(m *member) *value { return &d.values[m.slot] }

// kindName returns what a message calls a JSON value of kind k.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "an array"
	}
	return "an object"
}

// hasKind reports whether the value of m is of this kind. A value of another
// kind is a fault, which says what was expected. An absent value and null are no
// faults.
func (d *decoder) hasKind(m *member, kind jsontext.Kind, expected string) bool {
	v := d.value(m)
	if v.kind == kind {
		return true
	}
	if v.kind != 0 && v.kind != 'n' {
		d.fault(m, RuleKind, "must be "+expected+" or null, not "+kindName(v.kind))
	}
	return false
}

// requiredObject reports whether m is an object. If m is absent or anything
// else, that is a fault; for a misspelt member it was reported already.
func (d *decoder) requiredObject(m *member) bool {
	if v := d.value(m); v.kind == 0 && !v.faulty {
		d.fault(m, RuleMissing, "is missing: an object is required here")
	}
	return d.isObject(m)
}

// isObject reports whether m is an object. Any other value, including null, is a
// fault; an absent m is not. Callers that allow null check for it before.
func (d *decoder) isObject(m *member) bool {
	v := d.value(m)
	if v.kind != 0 && v.kind != '{' {
		d.fault(m, RuleKind, "must be an object, not "+kindName(v.kind))
	}
	return v.kind == '{'
}

// enum reads a string that must be one of f.Values.
func (d *decoder) enum(m *member, f *Field) *string {
	if !d.hasKind(m, '"', "a string") {
		return nil
	}
	s := d.unquoted(m)
	if !slices.Contains(f.Values, s) {
		d.fault(m, RuleValues, "must be one of "+f.valueList())
		return nil
	}
	return &s
}

// requiredEnum reads a string that must be one of f.Values and must not be
// absent or null.
func (d *decoder) requiredEnum(m *member, f *Field) string {
	switch v := d.value(m); {
	case v.kind == '"':
		if s := d.enum(m, f); s != nil {
			return *s
		}
	case v.kind != 0:
		d.fault(m, RuleKind, "must be one of "+f.valueList()+", not "+kindName(v.kind))
	case !v.faulty: // for a misspelt member the fault was reported already
		d.fault(m, RuleMissing, "is missing: it must be one of "+f.valueList())
	}
	return ""
}

// unquoted returns the string that m holds, in memory of its own.
func (d *decoder) unquoted(m *member) string {
	raw := d.value(m).raw
	if s := string(raw[1 : len(raw)-1]); !strings.Contains(s, `\`) {
		return s
	}
	s, _ := jsontext.AppendUnquote(nil, raw) // no error: the syntax was checked before
	return string(s)
}

// equals reports whether m is exactly the string want.
func (d *decoder) equals(m *member, want string) bool {
	return d.value(m).kind == '"' && d.unquoted(m) == want
}

// hasText reports whether m is a string that is not blank.
func (d *decoder) hasText(m *member) bool {
	return d.value(m).kind == '"' && strings.TrimSpace(d.unquoted(m)) != ""
}

// boolean reads true or false. Absent and null are false, the default.
func (d *decoder) boolean(m *member) bool {
	switch v := d.value(m); v.kind {
	case 't':
		return true
	case 0, 'n', 'f':
	default:
		d.fault(m, RuleKind, "must be a boolean, not "+kindName(v.kind))
	}
	return false
}
