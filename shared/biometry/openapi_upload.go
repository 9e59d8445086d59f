package biometry

// UploadSchemas returns the OpenAPI 3.1 component schemas of an uploaded .json
// file (process, rules 2 to 8). Unlike in a response, values may be left out.
// [Decode] is stricter: it also refuses what breaks a rule that only a
// description states, and names in another letter case. Each call returns a new
// map.
func UploadSchemas() map[string]any {
	return map[string]any{
		"UploadDocument":                 uploadSchema(),
		"UploadReport":                   uploadReportSchema(),
		"UploadPatientData":              partialObject("What the document says of the person", properties(descriptions(patientFields), responseSchema)),
		"UploadBiometricData":            partialObject(aboutEye, properties(descriptions(eyeFields), responseSchema)),
		"UploadExtraReport":              uploadExtraSchema(),
		"UploadPosteriorKeratometry":     uploadPosteriorSchema(),
		"UploadPosteriorKeratometryData": partialObject(aboutPosterior, properties(descriptions(posteriorFields), uploadedSchema)),
		"UploadMetadata":                 uploadMetadataSchema(),
		"UploadExtraction":               uploadExtractionSchema(),
		"UploadSignOff":                  signOffSchema("at"),
	}
}

func uploadSchema() map[string]any {
	s := partialObject("What a .json file holds. A saved StandardAPIResponse may be uploaded as it is: in it extra_data may be null. "+
		"Names are exact, in letter case too, and none may be there twice. Unknown members are ignored.", map[string]any{
		"data":       ref("UploadReport"),
		"extra_data": ref("UploadExtraReport"),
		"metadata":   ref("UploadMetadata"),
		"biompin":    map[string]any{"description": "Ignored: a new share needs biompin=true in the form"},
	}, "data")
	return withKeyword(s, "not", withAnyOf("biometer", examDateField.Name, "patient", "right_eye", "left_eye"))
}

func uploadReportSchema() map[string]any {
	s := partialObject("One examination. The parts may be {}, but not null", map[string]any{
		"biometer":         ref("BiometerInfo"),
		examDateField.Name: responseSchema(examDateField),
		"patient":          ref("UploadPatientData"),
		"right_eye":        ref("UploadBiometricData"),
		"left_eye":         ref("UploadBiometricData"),
	}, "biometer", "patient", "right_eye", "left_eye")
	return withKeyword(s, "not", withAnyOf("extra_data", "metadata", "biompin"))
}

func uploadExtraSchema() map[string]any {
	return partialObject("What the document holds beside the biometry", map[string]any{
		notesField.Name:         responseSchema(notesField),
		"posterior_keratometry": refOrNull("UploadPosteriorKeratometry"),
	})
}

func uploadPosteriorSchema() map[string]any {
	return partialObject("Posterior (PK) and total (TK) keratometry. An eye that is left out is all null", map[string]any{
		posteriorDeviceField.Name: responseSchema(posteriorDeviceField),
		"right_eye":               ref("UploadPosteriorKeratometryData"),
		"left_eye":                ref("UploadPosteriorKeratometryData"),
	})
}

func uploadMetadataSchema() map[string]any {
	return partialObject("Where the document comes from. New documents need none", map[string]any{
		"schema_version": withKeyword(typed("string", "Version of the schema that the document follows; the current one if it is left out"),
			"pattern", `^1\.[0-9]{1,9}\.[0-9]{1,9}$`),
		"extraction": ref("UploadExtraction"),
	})
}

func uploadExtractionSchema() map[string]any {
	stringOrNull := []any{"string", "null"}
	return partialObject("Provenance. It is kept, and proves nothing", map[string]any{
		"method":         typed("string", MethodAI+" with the model in llm; anything else is direct entry. Of values edited by hand say "+MethodDirect),
		"timestamp":      typed("string", "A date and time of ISO 8601; what is none is replaced by the time of the upload"),
		"byok":           typed([]any{"boolean", "null"}, "For "+MethodAI+": whether a caller's own provider key was used"),
		"llm":            withKeyword(typed(stringOrNull, "For "+MethodAI+": name of the model"), "maxLength", maxMetadataText),
		"source_app":     withKeyword(typed(stringOrNull, "For direct entry: the application that made the document"), "maxLength", maxSource),
		"source_version": withKeyword(typed(stringOrNull, "For direct entry: its version"), "maxLength", maxSource),
		"withheld":       withheldSchema(),
		"sign_off":       refOrNull("UploadSignOff"),
	})
}

// uploadedSchema returns the schema of a nullable field in an upload: a value
// that devices print with a minus sign may have one.
func uploadedSchema(f Field) map[string]any {
	s := responseSchema(f)
	if !f.Signed {
		return s
	}
	s["description"] = f.describe() + "; a minus sign is dropped"
	s["minimum"] = -f.Max
	s["not"] = map[string]any{"type": "number", "exclusiveMinimum": -f.Min, "exclusiveMaximum": f.Min}
	return s
}

// partialObject returns the schema of an object with these members, of which
// only those in required must be present.
func partialObject(description string, properties map[string]any, required ...string) map[string]any {
	s := map[string]any{"type": "object", "description": description, "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// withAnyOf returns the schema of an object with at least one of these members.
func withAnyOf(names ...string) map[string]any {
	var branches []any
	for _, name := range names {
		branches = append(branches, map[string]any{"required": []any{name}})
	}
	return map[string]any{"anyOf": branches}
}
