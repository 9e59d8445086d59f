package biometry_test

import (
	"strings"
	"testing"

	"biom/shared/biometry"
)

// sample is a document of 1.5 KB, a third of it a member that is ignored: the
// shape that the JSON path is measured with.
func sample(b *testing.B) []byte {
	doc := strings.Replace(upload(b), `"metadata"`, `"comment": "`+strings.Repeat("Repeat measurement advised. ", 18)+`", "x"`, 1)
	from, to := strings.Index(doc, `"extra_data"`), strings.Index(doc, `"data"`)
	return []byte(doc[:from] + doc[to:])
}

func BenchmarkDecode(b *testing.B) {
	bench(b, sample(b))
}

func BenchmarkDecodeSaved(b *testing.B) {
	bench(b, []byte(upload(b)))
}

func bench(b *testing.B, doc []byte) {
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := biometry.Decode(doc, noon); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeFaults(b *testing.B) {
	doc := []byte(withRight(`"AL":"x","CCT":545.5,"K1_magnitude":44,"K2_magnitude":43`))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := biometry.Decode(doc, noon); err == nil {
			b.Fatal("accepted")
		}
	}
}

func BenchmarkDecodeExtraction(b *testing.B) {
	doc := []byte(upload(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := biometry.DecodeExtraction(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMarshal is the way out.
func BenchmarkMarshal(b *testing.B) {
	out, err := biometry.Decode([]byte(upload(b)), noon)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		marshal(b, out)
	}
}
