package web

import (
	"encoding/json"

	"biom/shared/biometry"
)

// fieldsModule returns the table of fields as a JavaScript module, for the form
// and the tables of the app.
func fieldsModule() []byte {
	biometer := biometry.BiometerFields()
	table := object{
		"device":          formField(biometer[0]),
		"manufacturer":    formField(biometer[1]),
		"examDate":        formField(biometry.ExamDateField()),
		"notes":           formField(biometry.NotesField()),
		"posteriorDevice": formField(biometry.PosteriorDeviceField()),
		"patient":         formFields(biometry.PatientFields()),
		"eye":             formFields(biometry.EyeFields()),
		"posterior":       formFields(biometry.PosteriorFields()),
		"devices":         devices(),
		"totalDevice":     biometry.TotalKeratometryDevice,
		"apart": object{
			"cylinder": biometry.UsualCylinder, "meanK": biometry.UsualDifferenceK, "AL": biometry.UsualDifferenceAL, "printedMean": biometry.MeanTolerance,
		},
	}
	b, err := json.Marshal(table)
	if err != nil {
		panic("web: the table of fields: " + err.Error())
	}
	return append(append([]byte("// Made from the table of fields of the report.\nexport default "), b...), ";\n"...)
}

// devices returns, for each device by its name, its manufacturer and its name as a
// device for posterior keratometry.
func devices() object {
	all := object{}
	for _, d := range biometry.Devices() {
		all[d.Name] = object{"maker": d.Manufacturer, "posterior": d.PosteriorDeviceName}
	}
	return all
}

func formFields[T any](table []biometry.FieldOf[T]) (all []object) {
	for i := range table {
		all = append(all, formField(table[i].Field))
	}
	return all
}

// kinds are the names of the kinds of fields in the app.
var kinds = map[biometry.Kind]string{
	biometry.Number: "number", biometry.Integer: "integer", biometry.Enum: "enum", biometry.Text: "text", biometry.Date: "date",
}

func formField(f biometry.Field) object {
	o := object{"name": f.Name, "kind": kinds[f.Kind], "about": f.Description}
	if f.Unit != "" {
		o["unit"] = f.Unit
	}
	if f.Kind == biometry.Number || f.Kind == biometry.Integer {
		o["min"], o["max"] = f.Min, f.Max
	}
	if f.Decimals > 0 {
		o["decimals"] = f.Decimals
	}
	if f.MaxLength > 0 {
		o["maxLength"] = f.MaxLength
	}
	if f.Signed {
		o["signed"] = true
	}
	if f.Usual != [2]float64{} {
		o["usual"] = f.Usual
	}
	if f.Kind == biometry.Enum {
		o["values"] = f.Values
	}
	return o
}
