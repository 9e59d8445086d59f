package recordingtest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
)

// Reports in JSON.
const (
	small = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"Jane Doe","id":"4711"},"right_eye":{"AL":23.4,"CCT":545},"left_eye":{}}}`

	complete = `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"exam_date":"2024-03-14",` +
		`"patient":{"name":"John Michael Smith","id":"MRN 12/3","date_of_birth":"1950-02-28","gender":"Male"},` +
		`"right_eye":{"AL":23.51,"ACD":3.12,"K1_magnitude":43.1,"K1_axis":178,"K2_magnitude":44.25,"K2_axis":88,"WTW":11.9,"LT":4.5,"CCT":551,"lens_status":"Phakic","post_refractive":"None","keratometric_index":1.3375},` +
		`"left_eye":{"AL":23.60,"ACD":3.1,"K1_magnitude":43,"K1_axis":2,"K2_magnitude":44.0,"K2_axis":92,"lens_status":"Pseudophakic","post_refractive":"Myopic LVC"}},` +
		`"extra_data":{"notes":"dense cataract","posterior_keratometry":{"pk_device_name":"IOLMaster700",` +
		`"right_eye":{"PK1_magnitude":-5.71,"PK1_axis":175,"PK2_magnitude":-6.02,"PK2_axis":85,"TK1_magnitude":43.2,"TK1_axis":176,"TK2_magnitude":44.3,"TK2_axis":86},"left_eye":{}}},` +
		`"metadata":{"schema_version":"1.1.0","extraction":{"method":"DIRECT","source_app":"OphthaBase","source_version":"7.2","timestamp":"2024-03-14T10:20:30.123456+01:00"}}}`

	saved = `{"data":{"biometer":{"device_name":"LenstarLS900","manufacturer":"HaagStreit"},"exam_date":"2023-11-02","patient":{"name":"JD","id":"77","date_of_birth":null,"gender":"Female"},` +
		`"right_eye":{"AL":24.02,"ACD":2.98,"K1_magnitude":42.5,"K1_axis":10,"K2_magnitude":43.5,"K2_axis":100,"WTW":12.1,"LT":4.4,"CCT":540,"lens_status":"Phakic","post_refractive":"None","keratometric_index":1.332},` +
		`"left_eye":{"AL":null,"ACD":null,"K1_magnitude":null,"K1_axis":null,"K2_magnitude":null,"K2_axis":null,"WTW":null,"LT":null,"CCT":null,"lens_status":null,"post_refractive":null,"keratometric_index":null}},` +
		`"extra_data":null,"metadata":{"request_id":"3f1c1d1e-0a55-4a1c-9e39-0c6d3a0f5b11","schema_version":"1.0.0","app_version":"2.1.9",` +
		`"extraction":{"method":"AI","timestamp":"2023-11-02T09:08:07.123456Z","byok":true,"llm":"some-model-2.5","input_schema_version":null}},` +
		`"biompin":{"pin":"abandon-ability-123456","expires_at":"2023-12-03T09:08:07Z","db_id":"old"}}`
)

// The model's answers.
const (
	rightAnswer = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"exam_date":"2024-03-14","patient":{"name":"Jane Doe","id":"4711","date_of_birth":null,"gender":null},` +
		`"right_eye":{"AL":23.45,"ACD":3.12,"LT":4.51,"CCT":545},"left_eye":{"AL":23.61,"ACD":3.08,"LT":4.42,"CCT":549}},"extra_data":null}`
	// doubtfulAnswer has an axial length that the document does not have.
	doubtfulAnswer = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"exam_date":null,"patient":{"name":"Jane Doe","id":"4711","date_of_birth":null,"gender":null},` +
		`"right_eye":{"AL":32.54,"ACD":3.12,"LT":4.51,"CCT":545},"left_eye":{"AL":23.61,"ACD":3.08,"LT":4.42,"CCT":549}},"extra_data":null}`
	zeissAnswer = `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"exam_date":null,"patient":{"name":"J D","id":null,"date_of_birth":"1961-05-06","gender":"Female"},` +
		`"right_eye":{"AL":24.1,"K1_magnitude":43.1,"K1_axis":178,"K2_magnitude":44.25,"K2_axis":88},"left_eye":{}},` +
		`"extra_data":{"notes":null,"posterior_keratometry":{"pk_device_name":"IOLMaster700","right_eye":{"PK1_magnitude":5.71,"PK1_axis":175,"PK2_magnitude":6.02,"PK2_axis":85},"left_eye":{}}}}`
)

// answerMark stands in a PDF before the name of the document that is the model's answer.
// The answer to a picture is pictureAnswer.
const (
	answerMark    = "% the model answers: "
	pictureAnswer = "zeiss.answer"
)

// documents are the files that clients upload, and the model's answers.
func documents() map[string]string {
	sheet := []string{"ALCON ARGOS", "Patient name: Jane Doe   ID: 4711", "Exam date: 2024-03-14",
		"        OD (right)        OS (left)", "AL      23.45 mm          23.61 mm", "ACD     3.12 mm           3.08 mm",
		"LT      4.51 mm           4.42 mm", "CCT     545 um            549 um"}
	return map[string]string{
		"small.json": small, "complete.json": complete, "saved.json": saved,
		"latin.json":   encodedDocument(strings.Replace(small, "Jane", "J\xfcrgen", 1)),
		"utf-16.json":  encodedDocument("\xff\xfe{\x00}\x00"),
		"right.answer": rightAnswer, "doubtful.answer": doubtfulAnswer, "zeiss.answer": zeissAnswer,
		"nothing.answer": `{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{},"right_eye":{},"left_eye":{}},"extra_data":null}`,
		"report.pdf":     pdf("right.answer", sheet...),
		"doubtful.pdf":   pdf("doubtful.answer", sheet...),
		"letter.pdf":     pdf("nothing.answer", "Dear colleague,", "thank you for this letter."),
		"damaged.pdf":    "%PDF-1.7\ngarbage\n%%EOF\n",
		"report.gif":     "base64:R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=",
		"report.png":     "base64:iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==",
		"report.bmp":     "base64:Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==",
		"report.jpg": "base64:/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAA" +
			"AAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z",
	}
}

// encodedDocument returns a document that is not text.
func encodedDocument(content string) string {
	return "base64:" + base64.StdEncoding.EncodeToString([]byte(content))
}

// pdf returns a PDF of one page with lines of text.
func pdf(answer string, text ...string) string {
	var page strings.Builder
	page.WriteString("BT /F1 11 Tf 50 750 Td 16 TL\n")
	for _, line := range text {
		fmt.Fprintf(&page, "(%s) Tj T*\n", strings.NewReplacer("(", `\(`, ")", `\)`).Replace(line))
	}
	page.WriteString("ET")
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", page.Len(), &page),
		"<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
	}
	var out, xref bytes.Buffer
	out.WriteString("%PDF-1.4\n" + answerMark + answer + "\n")
	for i, o := range objects {
		fmt.Fprintf(&xref, "%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj%s\nendobj\n", i+1, o)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %[1]d/Root 1 0 R>>\nstartxref\n%[3]d\n%%%%EOF\n", len(objects)+1, &xref, start)
	return out.String()
}
