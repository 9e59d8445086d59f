package biometry

// UploadSchemas returns the component schemas of what a .json file may hold
// (process, rules 2 to 8), which is more than what responses look like: values
// may be left out. What the descriptions say and no keyword can, and letters
// in another case, [Decode] refuses beside. The map is new on each call.
func UploadSchemas() map[string]any {
	return map[string]any{
		"UploadDocument":                 uploadSchema(),
		"UploadReport":                   uploadReportSchema(),
		"UploadPatientData":              part("What the document says of the person", properties(plain(patientFields), nullable)),
		"UploadBiometricData":            part(aboutEye, properties(plain(eyeFields), nullable)),
		"UploadExtraReport":              uploadExtraSchema(),
		"UploadPosteriorKeratometry":     uploadPosteriorSchema(),
		"UploadPosteriorKeratometryData": part(aboutPosterior, properties(plain(posteriorFields), unsigned)),
		"UploadMetadata":                 uploadMetadataSchema(),
		"UploadExtraction":               uploadExtractionSchema(),
	}
}

func uploadSchema() map[string]any {
	s := part("What a .json file holds. A saved StandardAPIResponse may be uploaded as it is: in it extra_data may be null. "+
		"Names are exact, in letter case too, and none may be there twice. Unknown members are ignored.", map[string]any{
		"data":       ref("UploadReport"),
		"extra_data": ref("UploadExtraReport"),
		"metadata":   ref("UploadMetadata"),
		"biompin":    map[string]any{"description": "Ignored: a new share needs biompin=true in the form"},
	}, "data")
	return with(s, "not", anyOfThem("biometer", examDateField.Name, "patient", "right_eye", "left_eye"))
}

func uploadReportSchema() map[string]any {
	s := part("One examination. The parts may be {}, but not null", map[string]any{
		"biometer":         ref("BiometerInfo"),
		examDateField.Name: nullable(examDateField),
		"patient":          ref("UploadPatientData"),
		"right_eye":        ref("UploadBiometricData"),
		"left_eye":         ref("UploadBiometricData"),
	}, "biometer", "patient", "right_eye", "left_eye")
	return with(s, "not", anyOfThem("extra_data", "metadata", "biompin"))
}

func uploadExtraSchema() map[string]any {
	return part("What the document holds beside the biometry", map[string]any{
		notesField.Name:         nullable(notesField),
		"posterior_keratometry": refOrNull("UploadPosteriorKeratometry"),
	})
}

func uploadPosteriorSchema() map[string]any {
	return part("Posterior (PK) and total (TK) keratometry. An eye that is left out is all null", map[string]any{
		posteriorDeviceField.Name: nullable(posteriorDeviceField),
		"right_eye":               ref("UploadPosteriorKeratometryData"),
		"left_eye":                ref("UploadPosteriorKeratometryData"),
	})
}

func uploadMetadataSchema() map[string]any {
	return part("Where the document comes from. New documents need none", map[string]any{
		"schema_version": with(prose("string", "Version of the schema that the document follows; the current one if it is left out"),
			"pattern", `^1\.[0-9]{1,9}\.[0-9]{1,9}$`),
		"extraction": ref("UploadExtraction"),
	})
}

func uploadExtractionSchema() map[string]any {
	maybe := []any{"string", "null"}
	return part("Provenance. It is kept, and proves nothing", map[string]any{
		"method":         prose("string", MethodAI+" with the model in llm; anything else is direct entry. Of values edited by hand say "+MethodDirect),
		"timestamp":      prose("string", "A date and time of ISO 8601; what is none is replaced by the time of the upload"),
		"byok":           prose([]any{"boolean", "null"}, "For "+MethodAI+": whether a caller's own provider key was used"),
		"llm":            prose(maybe, "For "+MethodAI+": name of the model"),
		"source_app":     prose(maybe, "For direct entry: the application that made the document"),
		"source_version": prose(maybe, "For direct entry: its version"),
	})
}

// unsigned is a field of an upload: what devices print with a minus sign may
// have one.
func unsigned(f Field) map[string]any {
	s := nullable(f)
	if !f.Signed {
		return s
	}
	s["description"] = f.about() + "; a minus sign is dropped"
	s["minimum"] = -f.Max
	s["not"] = map[string]any{"type": "number", "exclusiveMinimum": -f.Min, "exclusiveMaximum": f.Min}
	return s
}

// part is an object of which members may be left out, but those named.
func part(what string, properties map[string]any, required ...string) map[string]any {
	s := map[string]any{"type": "object", "description": what, "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// anyOfThem is an object with at least one of these members.
func anyOfThem(names ...string) map[string]any {
	var each []any
	for _, name := range names {
		each = append(each, map[string]any{"required": []any{name}})
	}
	return map[string]any{"anyOf": each}
}
