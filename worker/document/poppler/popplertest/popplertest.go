// Package popplertest makes PDFs that keep their reader busy for minutes, for tests.
package popplertest

import (
	"bytes"
	"fmt"
	"strings"
)

// pdf returns a PDF with a comment and with objects, of which the first is the catalogue.
func pdf(comment string, objects ...string) []byte {
	var doc bytes.Buffer
	doc.WriteString("%PDF-1.4\n%" + comment + "\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = doc.Len()
		fmt.Fprintf(&doc, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := doc.Len()
	fmt.Fprintf(&doc, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&doc, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&doc, "trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return doc.Bytes()
}

func stream(dictionary, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", dictionary, len(content), content)
}

const (
	catalogue = "<</Type/Catalog/Pages 2 0 R>>"
	pages     = "<</Type/Pages/Kids[3 0 R]/Count 1>>"
	font      = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
)

// NestedForms returns a PDF of 3 KB whose page draws a form ten times, which draws another
// form ten times, and so on, for nine levels. The comment makes it another document.
func NestedForms(comment string) []byte {
	const levels, first = 9, 5 // first: number of the first form's object
	draws := strings.Repeat("/F Do ", 10)
	objects := []string{
		catalogue, pages,
		fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<</F %d 0 R>>>>>>", first),
		stream("", draws),
	}
	for i := range levels {
		form := "/Type/XObject/Subtype/Form/BBox[0 0 595 842]"
		if i < levels-1 {
			objects = append(objects, stream(form+fmt.Sprintf("/Resources<</XObject<</F %d 0 R>>>>", first+i+1), draws))
		} else {
			objects = append(objects, stream(form, "0 0 m 1 1 l S"))
		}
	}
	return pdf(comment, objects...)
}

// ManyWords returns a PDF of 517 KB that writes 43,000 words of one letter, which
// pdftotext compares with each other.
func ManyWords() []byte {
	content := "BT /F 1 Tf .01 0 0 .01 5 9 Tm " + strings.Repeat("2 2 Td(a)Tj ", 43_000) + "ET"
	return pdf("", catalogue, pages,
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
		stream("", content), font)
}
