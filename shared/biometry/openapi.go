package biometry

import "maps"

// Schemas returns the component schemas of OpenAPI 3.1 by the specification's
// names, as responses look: every member is there, null where nothing is
// known. They stay open to further members, because later minor versions of
// the schema may add some. The map is new on each call.
func Schemas() map[string]any {
	return map[string]any{
		"StandardAPIResponse": object(map[string]any{
			"data":       ref("BiometryReport"),
			"extra_data": refOrNull("ExtraReport"),
			"metadata":   ref("ResponseMetadata"),
			"biompin":    refOrNull("ShareInfo"),
		}),
		"BiometryReport": object(map[string]any{
			"biometer":         ref("BiometerInfo"),
			examDateField.Name: nullable(examDateField),
			"patient":          ref("PatientData"),
			"right_eye":        ref("BiometricData"),
			"left_eye":         ref("BiometricData"),
		}),
		"BiometerInfo":  object(properties(biometerFields, required)),
		"PatientData":   object(properties(plain(patientFields), nullable)),
		"BiometricData": object(properties(plain(eyeFields), nullable)),
		"ExtraReport": object(map[string]any{
			notesField.Name:         nullable(notesField),
			"posterior_keratometry": refOrNull("PosteriorKeratometry"),
		}),
		"PosteriorKeratometry": object(map[string]any{
			posteriorDeviceField.Name: nullable(posteriorDeviceField),
			"right_eye":               ref("PosteriorKeratometryData"),
			"left_eye":                ref("PosteriorKeratometryData"),
		}),
		"PosteriorKeratometryData": object(properties(plain(posteriorFields), nullable)),
		"ResponseMetadata":         metadataSchema(),
		"ExtractionAI":             aiSchema(),
		"ExtractionDirect":         directSchema(),
		"ShareInfo":                shareSchema(),
	}
}

func metadataSchema() map[string]any {
	return object(map[string]any{
		"request_id":     prose("string", "Correlation ID of this response"),
		"schema_version": prose("string", "Version of the report schema"),
		"app_version":    prose("string", "Version of the application"),
		"extraction": map[string]any{
			"oneOf": []any{ref("ExtractionAI"), ref("ExtractionDirect")},
			"discriminator": map[string]any{"propertyName": "method", "mapping": map[string]any{
				MethodAI:     pointer("ExtractionAI"),
				MethodDirect: pointer("ExtractionDirect"),
			}},
		},
	})
}

func aiSchema() map[string]any {
	return object(map[string]any{
		"method":               constant(MethodAI),
		"timestamp":            moment(prose("string", "When the report was extracted")),
		"byok":                 with(prose("boolean", "Whether the caller's own provider key was used"), "default", false),
		"llm":                  prose("string", "Name of the model"),
		"input_schema_version": prose([]any{"string", "null"}, "Version that a re-uploaded document claimed; null for a fresh extraction"),
	})
}

func directSchema() map[string]any {
	return object(map[string]any{
		"method":               constant(MethodDirect),
		"timestamp":            moment(prose("string", "The timestamp supplied, or when the document was received")),
		"input_schema_version": prose("string", "Version that the document claimed; the current one if it claimed none"),
		"source_app":           prose([]any{"string", "null"}, "Application that made the document, as declared by the client"),
		"source_version":       prose([]any{"string", "null"}, "Version of that application, as declared by the client"),
	})
}

func shareSchema() map[string]any {
	return object(map[string]any{
		"pin":        prose([]any{"string", "null"}, "The full share code"),
		"expires_at": moment(prose([]any{"string", "null"}, "When the share expires")),
		"db_id":      prose([]any{"string", "null"}, "ID of the database that holds the share"),
	})
}

// nullable is a field as responses hold it, with its range as keywords.
func nullable(f Field) map[string]any {
	s := said(f)
	s["description"] = f.about()
	if f.Kind == Number || f.Kind == Integer {
		s["minimum"], s["maximum"] = f.Min, f.Max
	}
	return s
}

func pointer(name string) string { return "#/components/schemas/" + name }

func ref(name string) map[string]any { return map[string]any{"$ref": pointer(name)} }

func refOrNull(name string) map[string]any {
	return map[string]any{"anyOf": []any{ref(name), map[string]any{"type": "null"}}}
}

func prose(kind any, about string) map[string]any {
	return map[string]any{"type": kind, "description": about}
}

func constant(value string) map[string]any {
	return map[string]any{"type": "string", "const": value}
}

func moment(s map[string]any) map[string]any { return with(s, "format", "date-time") }

func with(s map[string]any, key string, value any) map[string]any {
	s = maps.Clone(s)
	s[key] = value
	return s
}
