package biometry

// OutputSchema returns a self-contained JSON Schema of what [DecodeExtraction]
// reads. It has the strict form that providers require for structured output:
// every member is required, null where nothing was found, and no other member
// is allowed. Each call returns a new map.
//
// Valid ranges are part of the descriptions only. As keywords they would
// constrain the model's sampling, so that a value the report does not hold
// would come back as a number that passes validation.
func OutputSchema() map[string]any {
	return closedObject(map[string]any{
		"data": closedObject(map[string]any{
			"biometer":         closedObject(properties(biometerFields, fieldSchema)),
			examDateField.Name: modelSchema(examDateField),
			"patient":          closedObject(properties(descriptions(patientFields), modelSchema)),
			"right_eye":        closedObject(properties(descriptions(eyeFields), modelSchema)),
			"left_eye":         closedObject(properties(descriptions(eyeFields), modelSchema)),
		}),
		"extra_data": closedObjectOrNull(map[string]any{
			notesField.Name: modelSchema(notesField),
			"posterior_keratometry": closedObjectOrNull(map[string]any{
				posteriorDeviceField.Name: modelSchema(posteriorDeviceField),
				"right_eye":               closedObject(properties(descriptions(posteriorFields), modelSchema)),
				"left_eye":                closedObject(properties(descriptions(posteriorFields), modelSchema)),
			}),
		}),
	})
}

// modelSchema returns the schema of a nullable field for a model: its range is
// in the description and not a keyword.
func modelSchema(f Field) map[string]any {
	s := fieldSchema(f)
	s["type"] = []any{s["type"], "null"}
	if values, ok := s["enum"].([]any); ok {
		s["enum"] = append(values, nil)
	}
	s["description"] = f.describe() + "; null if the report does not state it"
	return s
}
