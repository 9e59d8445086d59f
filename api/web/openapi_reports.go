package web

import (
	"encoding/json"
	"maps"

	"biom/shared/biometry"
)

// reportSchemas returns the schemas of responses and of .json files, with the
// fields in the order of the table of fields.
func reportSchemas() object {
	all := biometry.ResponseSchemas()
	maps.Copy(all, biometry.UploadSchemas())
	all["UploadDocument"].(object)["examples"] = []any{json.RawMessage(exampleUpload), json.RawMessage(exampleMinimal)}
	for _, prefix := range []string{"", "Upload"} {
		orderFields(all[prefix+"PatientData"], biometry.PatientFields())
		orderFields(all[prefix+"BiometricData"], biometry.EyeFields())
		orderFields(all[prefix+"PosteriorKeratometryData"], biometry.PosteriorFields())
	}
	return all
}

// orderFields puts the properties of a schema in the order of a table of fields.
func orderFields[T any](schema any, table []biometry.FieldOf[T]) {
	s := schema.(object)
	fields := make(ordered, len(table))
	for i := range table {
		fields[i] = member{table[i].Name, s["properties"].(object)[table[i].Name]}
	}
	s["properties"] = fields
}
