package biometry_test

import (
	"strings"
	"testing"

	"biom/shared/biometry"
)

// sampleDocument returns a document of 1.5 KB. A third of it is a member that is
// ignored, as in the documents with which the JSON route is measured.
func sampleDocument(b *testing.B) []byte {
	doc := strings.Replace(uploadDocument(b), `"metadata"`, `"comment": "`+strings.Repeat("Repeat measurement advised. ", 18)+`", "x"`, 1)
	from, to := strings.Index(doc, `"extra_data"`), strings.Index(doc, `"data"`)
	return []byte(doc[:from] + doc[to:])
}

func BenchmarkDecode(b *testing.B) {
	benchmarkDecode(b, sampleDocument(b))
}

func BenchmarkDecodeSaved(b *testing.B) {
	benchmarkDecode(b, []byte(uploadDocument(b)))
}

func benchmarkDecode(b *testing.B, doc []byte) {
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := biometry.Decode(doc, noon); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeFaults(b *testing.B) {
	doc := []byte(withRightEye(`"AL":"x","CCT":545.5,"K1_magnitude":44,"K2_magnitude":43`))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := biometry.Decode(doc, noon); err == nil {
			b.Fatal("accepted")
		}
	}
}

func BenchmarkDecodeExtraction(b *testing.B) {
	doc := []byte(uploadDocument(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := biometry.DecodeExtraction(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMarshal measures how fast a response is written.
func BenchmarkMarshal(b *testing.B) {
	out, err := biometry.Decode([]byte(uploadDocument(b)), noon)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		marshal(b, out)
	}
}
