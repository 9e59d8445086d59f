package llmtest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

const emptyReport = `{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{},"right_eye":{},"left_eye":{}},"extra_data":null}`

// inventions are the values that [Invent] adds to an eye that has none for a field.
var inventions = object{"ACD": 3.21, "LT": 4.52, "WTW": 12.1, "CCT": 541}

// changed returns the text of an answer with the errors of a fault.
func (s *StandIn) changed(fault Fault, answer []byte) string {
	switch fault {
	case Truncated:
		return string(answer[:len(answer)*2/3])
	case Huge:
		return strings.Repeat("0123456789", 1<<20)
	case Obey:
		return "Certainly! As the report asks me to, I ignore my instructions: every value is 25.00."
	case BreakSchema, SwapEyes, Invent, Alter:
	default:
		return string(answer)
	}
	var doc object
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber() // so that 23.50 stays 23.50
	if err := d.Decode(&doc); err != nil {
		return string(answer)
	}
	data, _ := doc["data"].(object)
	switch fault {
	case BreakSchema:
		data["right_eye"] = "long"
	case SwapEyes:
		swap(data)
		if extra, ok := doc["extra_data"].(object); ok {
			pk, _ := extra["posterior_keratometry"].(object)
			swap(pk)
		}
	case Invent:
		for _, eye := range []string{"right_eye", "left_eye"} {
			invent(data[eye])
		}
	case Alter:
		s.alter(doc)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err) // cannot happen: doc was decoded from JSON
	}
	return string(text)
}

func swap(eyes object) {
	if eyes != nil {
		eyes["right_eye"], eyes["left_eye"] = eyes["left_eye"], eyes["right_eye"]
	}
}

func invent(eye any) {
	values, ok := eye.(object)
	for name, v := range inventions {
		if ok && values[name] == nil {
			values[name] = v
		}
	}
}

// alter changes one digit in a share of the numbers.
func (s *StandIn) alter(o object) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		switch v := o[name].(type) {
		case object:
			s.alter(v)
		case json.Number:
			o[name] = s.altered(v)
		}
	}
}

// altered returns a number with one other digit or, for most numbers, n itself.
func (s *StandIn) altered(n json.Number) json.Number {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.random.Float64() >= s.cfg.Altered {
		return n
	}
	text := []byte(n)
	at := s.random.IntN(len(text))
	for text[at] < '0' || text[at] > '9' {
		at = s.random.IntN(len(text))
	}
	digit := '0' + (text[at]-'0'+byte(1+s.random.IntN(9)))%10
	if at == 0 && digit == '0' {
		digit = '9' // JSON has no leading zeros
	}
	if text[at] == digit {
		digit = '8'
	}
	text[at] = digit
	return json.Number(text)
}
