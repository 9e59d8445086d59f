package biometry

import "slices"

// OutputSchema returns a self-contained JSON Schema of what [DecodeExtraction]
// reads, in the strict form that providers' structured output asks for: every
// member required, null where nothing was found, nothing else allowed.
//
// Ranges stand in the descriptions only. As keywords they would constrain the
// model's sampling, and a number that the report does not hold would come back
// as one that passes validation. The schema is new on each call.
func OutputSchema() map[string]any {
	return sealed(map[string]any{
		"data": sealed(map[string]any{
			"biometer":         sealed(properties(biometerFields, required)),
			examDateField.Name: said(examDateField),
			"patient":          sealed(properties(plain(patientFields), said)),
			"right_eye":        sealed(properties(plain(eyeFields), said)),
			"left_eye":         sealed(properties(plain(eyeFields), said)),
		}),
		"extra_data": orNull(map[string]any{
			notesField.Name: said(notesField),
			"posterior_keratometry": orNull(map[string]any{
				posteriorDeviceField.Name: said(posteriorDeviceField),
				"right_eye":               sealed(properties(plain(posteriorFields), said)),
				"left_eye":                sealed(properties(plain(posteriorFields), said)),
			}),
		}),
	})
}

// sealed is an object with exactly these members.
func sealed(properties map[string]any) map[string]any {
	s := object(properties)
	s["additionalProperties"] = false
	return s
}

// object is an object with at least these members.
func object(properties map[string]any) map[string]any {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return map[string]any{"type": "object", "properties": properties, "required": names}
}

// orNull is a sealed object or null.
func orNull(properties map[string]any) map[string]any {
	return map[string]any{"anyOf": []any{sealed(properties), map[string]any{"type": "null"}}}
}

func properties(fields []Field, schema func(Field) map[string]any) map[string]any {
	out := make(map[string]any, len(fields))
	for _, f := range fields {
		out[f.Name] = schema(f)
	}
	return out
}

// said is a nullable field whose range is in its description.
func said(f Field) map[string]any {
	s := required(f)
	s["type"] = []any{s["type"], "null"}
	if values, ok := s["enum"].([]any); ok {
		s["enum"] = append(values, nil)
	}
	s["description"] = f.about() + "; null if the report does not state it"
	return s
}

// required is a field that is never null.
func required(f Field) map[string]any {
	s := map[string]any{"type": f.Kind.jsonType(), "description": f.about()}
	switch f.Kind {
	case Date:
		s["format"] = "date"
	case Enum:
		values := make([]any, len(f.Values))
		for i, v := range f.Values {
			values[i] = v
		}
		s["enum"] = values
	}
	return s
}

// about is the description with unit, range or form.
func (f *Field) about() string {
	switch f.Kind {
	case Number:
		return f.Description + ", " + f.Range()
	case Integer:
		return f.Description + ", a whole number " + f.Range()
	case Date:
		return f.Description + ", as YYYY-MM-DD"
	}
	return f.Description
}

func (k Kind) jsonType() string {
	switch k {
	case Number:
		return "number"
	case Integer:
		return "integer"
	}
	return "string"
}
