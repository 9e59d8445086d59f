package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInvalidExpectedAnswers expects an error that names the file and the place, but no
// value of the answer.
func TestInvalidExpectedAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":       {`{"data":{"patient":{"name":"Doe"` + "\x01", "(at byte "},
		"empty":         {"", "a.expected.json: "},
		"no object":     {`["Doe"]`, `must be a JSON object`},
		"no data":       {`{"extra_data":null}`, "data: is missing"},
		"out of range":  {says(`"AL":235`), "data.right_eye.AL: must be between 14 and 40 mm"},
		"tags":          {tagged(says(`"AL":23`), `"Doe"`), "tags: must be an object"},
		"tag":           {tagged(says(`"AL":23`), `{"x":["Doe"]}`), "tags.x: must be"},
		"nothing, with": {`{"data":null,"extra_data":{"notes":"Doe"}}`, "extra_data: must be null"},
		"trailing":      {says(`"AL":23`) + "{}", "a.expected.json: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := Open(folder(t, map[string]string{"a.pdf": "", "a.expected.json": c.text}))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "a.expected.json") || strings.Contains(err.Error(), "Doe") {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestErrorNamesEveryInvalidAnswer(t *testing.T) {
	t.Parallel()
	_, err := Open(folder(t, map[string]string{"a.pdf": "", "a.expected.json": "{", "b.pdf": "", "b.expected.json": "}"}))
	if err == nil || !strings.Contains(err.Error(), "a.expected.json") || !strings.Contains(err.Error(), "b.expected.json") {
		t.Errorf("got %v", err)
	}
}

func TestFolderWithoutDocuments(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{"empty": {}, "no answers": {"a.pdf": ""}, "no documents": {"a.expected.json": nothing}} {
		if _, err := Open(folder(t, files)); err == nil || !strings.Contains(err.Error(), "there is no document") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("opened a folder that does not exist")
	}
}

// TestSavedResponseIsAnExpectedAnswer uses the form in which biom process saves a
// response; its metadata and share are ignored.
func TestSavedResponseIsAnExpectedAnswer(t *testing.T) {
	t.Parallel()
	saved := "\ufeff" + strings.TrimSuffix(says(`"AL":23.5`), "}") + `,"metadata":{"request_id":"x","extraction":{"method":"AI"}},"biompin":{"pin":null}}`
	r := measured(t, map[string]string{"a.pdf": says(`"AL":23.5`), "a.expected.json": saved}, Config{})
	if r.Right != 4 || r.Present != 4 {
		t.Errorf("got %+v", r.Score)
	}
}

func TestUnreadableFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"a.pdf": "", "a.expected.json": says(`"AL":23.5`)})
	f, err := Open(dir)
	if err == nil {
		err = os.Remove(filepath.Join(dir, "a.pdf"))
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Read(t.Context(), Config{Provider: &echo{}})
	if err != nil || r.Items[0].Reason != ReasonUnreadable {
		t.Errorf("got %v, %+v", err, r)
	}
	if err := os.Mkdir(filepath.Join(dir, "a.pdf"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := load(filepath.Join(dir, "a.pdf"), 0); err == nil {
		t.Error("a directory was loaded")
	}
}

// TestExpectedNamesMayBeInitials or full names.
func TestExpectedNamesMayBeInitials(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]int{"JD": 4, "Jane Doe": 4, "DOE, JANE": 3, "J": 3, "": 3} {
		expected := strings.Replace(says(`"AL":23.5`), "Jane Doe", name, 1)
		if r := measured(t, map[string]string{"a.pdf": says(`"AL":23.5`), "a.expected.json": expected}, Config{}); r.Right != want {
			t.Errorf("%q: %+v", name, r.Score)
		}
	}
}
