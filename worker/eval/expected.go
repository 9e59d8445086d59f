package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"biom/shared/biometry"
)

// expected is the content of a NAME.expected.json.
type expected struct {
	answer     *answer           // nil if noBiometry
	tags       map[string]string // name → value
	noBiometry bool              // the document holds no biometry, and none must be found
}

// parse reads an expected answer and validates it like the answer of a provider. An
// error names the place of the fault, never a value.
func parse(doc []byte) (expected, error) {
	doc = bytes.TrimPrefix(doc, []byte("\ufeff"))
	var members map[string]json.RawMessage
	if err := json.Unmarshal(doc, &members); err != nil {
		return expected{}, notAnObject(doc)
	}
	tags, err := parseTags(members["tags"])
	if err != nil {
		return expected{}, err
	}
	if isNull(members["data"]) {
		if extra, ok := members["extra_data"]; ok && !isNull(extra) {
			return expected{}, errors.New("extra_data: must be null where data is null")
		}
		return expected{tags: tags, noBiometry: true}, nil
	}
	report, extra, err := biometry.DecodeExtraction(doc)
	if err != nil {
		return expected{}, err
	}
	// If neither eye has a value, the worker answers "no biometry" too.
	if report.RightEye == (biometry.Eye{}) && report.LeftEye == (biometry.Eye{}) {
		return expected{tags: tags, noBiometry: true}, nil
	}
	report.Patient.Name, err = savedName(members["data"])
	return expected{answer: &answer{report, extra}, tags: tags}, err
}

// savedName returns the patient's name by the rule for saved responses: initials stay as
// they are, and a longer name is reduced to its initials.
func savedName(data json.RawMessage) (*string, error) {
	doc, err := json.Marshal(map[string]any{"data": data, "metadata": map[string]any{"request_id": "", "extraction": map[string]any{}}})
	if err != nil {
		return nil, err
	}
	saved, err := biometry.Decode(doc, time.Time{})
	if err != nil {
		return nil, err
	}
	return saved.Data.Patient.Name, nil
}

// notAnObject says why a document is not a JSON object. Its messages do not quote the
// document, as those of encoding/json do.
func notAnObject(doc []byte) error {
	if _, _, err := biometry.DecodeExtraction(doc); err != nil {
		return err
	}
	return errors.New(`must be a JSON object with a member "data"`)
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// parseTags reads the tags by which results are grouped. Numbers and booleans become
// text as they are written.
func parseTags(raw json.RawMessage) (map[string]string, error) {
	if raw == nil || isNull(raw) {
		return map[string]string{}, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var members map[string]any
	if err := dec.Decode(&members); err != nil {
		return nil, errors.New("tags: must be an object")
	}
	tags := make(map[string]string, len(members))
	for name, value := range members {
		switch v := value.(type) {
		case nil:
		case string:
			tags[name] = v
		case json.Number:
			tags[name] = v.String()
		case bool:
			tags[name] = strconv.FormatBool(v)
		default:
			return nil, fmt.Errorf("tags.%s: must be a string, a number or a boolean", name)
		}
	}
	return tags, nil
}
