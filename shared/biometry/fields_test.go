package biometry_test

import (
	"reflect"
	"testing"

	"biom/shared/biometry"
)

// The tables, the structs and the specification have the same members in the
// same order.
func TestTablesAgreeWithStructs(t *testing.T) {
	t.Parallel()
	checkTable(t, biometry.EyeFields(), "AL", "ACD", "K1_magnitude", "K1_axis", "K2_magnitude", "K2_axis",
		"WTW", "LT", "CCT", "lens_status", "post_refractive", "keratometric_index")
	checkTable(t, biometry.PosteriorFields(), "PK1_magnitude", "PK1_axis", "PK2_magnitude", "PK2_axis",
		"TK1_magnitude", "TK1_axis", "TK2_magnitude", "TK2_axis")
	checkTable(t, biometry.PatientFields(), "name", "id", "date_of_birth", "gender")
	for i, f := range biometry.BiometerFields() {
		if got := reflect.TypeFor[biometry.Biometer]().Field(i).Tag.Get("json"); got != f.Name {
			t.Errorf("biometer %d: table %s, struct %s", i, f.Name, got)
		}
	}
}

func checkTable[T any](t *testing.T, fields []biometry.FieldOf[T], names ...string) {
	t.Helper()
	typ := reflect.TypeFor[T]()
	if typ.NumField() != len(names) || len(fields) != len(names) {
		t.Fatalf("%v: %d in the specification, %d in the table, %d in the struct", typ, len(names), len(fields), typ.NumField())
	}
	for i, name := range names {
		if tag := typ.Field(i).Tag.Get("json"); fields[i].Name != name || tag != name {
			t.Errorf("%v %d: specification %s, table %s, struct %s", typ, i, name, fields[i].Name, tag)
		}
		checkAccessors(t, &fields[i], i)
	}
}

// checkAccessors checks that entry i of the table accesses field i of the struct.
func checkAccessors[T any](t *testing.T, f *biometry.FieldOf[T], i int) {
	t.Helper()
	var v T
	if f.Value(&v) != nil {
		t.Errorf("%s: %v in a zero %T", f.Name, f.Value(&v), v)
	}
	p := reflect.ValueOf(&v).Elem().Field(i)
	p.Set(reflect.New(p.Type().Elem()))
	kinds := map[biometry.Kind]any{biometry.Number: 0.0, biometry.Integer: 0, biometry.Enum: "", biometry.Text: "", biometry.Date: ""}
	if got := f.Value(&v); got != kinds[f.Kind] {
		t.Errorf("%s: value %#v of kind %d", f.Name, got, f.Kind)
	}
	if f.Clear(&v); !p.IsNil() {
		t.Errorf("%s: not cleared", f.Name)
	}
}

// Every entry has a description and, depending on its kind, a range or a list of
// values.
func TestTablesAreComplete(t *testing.T) {
	t.Parallel()
	check := func(f biometry.Field) {
		ranged := f.Kind == biometry.Number || f.Kind == biometry.Integer
		if f.Description == "" || ranged != (f.Max > f.Min) || ranged != (f.Range() != "") || (f.Kind == biometry.Enum) != (len(f.Values) > 0) {
			t.Errorf("incomplete: %+v", f)
		}
		if lo, hi := f.Usual[0], f.Usual[1]; lo != hi && (lo <= f.Min || lo > hi || hi >= f.Max) {
			t.Errorf("%s: usual is %v to %v, allowed %v to %v", f.Name, lo, hi, f.Min, f.Max)
		}
	}
	for _, f := range biometry.EyeFields() {
		check(f.Field)
	}
	for _, f := range biometry.PosteriorFields() {
		check(f.Field)
	}
	for _, f := range biometry.PatientFields() {
		check(f.Field)
	}
	for _, f := range append(biometry.BiometerFields(), biometry.PosteriorDeviceField(), biometry.ExamDateField(), biometry.NotesField()) {
		check(f)
	}
}

// The usual range of a power applies to the mean of both meridians, so both
// entries must have the same one.
func TestUsualRangeIsTheSameForBothMeridians(t *testing.T) {
	t.Parallel()
	usual := map[string][2]float64{}
	for _, f := range biometry.EyeFields() {
		usual[f.Name] = f.Usual
	}
	for _, f := range biometry.PosteriorFields() {
		usual[f.Name] = f.Usual
	}
	for _, kind := range []string{"K", "PK", "TK"} {
		if flat, steep := usual[kind+"1_magnitude"], usual[kind+"2_magnitude"]; flat != steep || flat[0] == 0 {
			t.Errorf("%s: usual is %v in one meridian, %v in the other", kind, flat, steep)
		}
	}
}
