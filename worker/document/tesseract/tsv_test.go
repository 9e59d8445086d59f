package tesseract_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/document/tesseract"
)

const tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
	"1\t1\t0\t0\t0\t0\t0\t0\t1654\t2339\t-1\t\n" +
	"5\t1\t1\t1\t1\t1\t100\t200\t30\t20\t95.5\t|OL:\n" +
	"5\t1\t1\t1\t1\t2\t140\t200\t30\t20\t-1\tno confidence\n" +
	"5\t1\t1\t1\t1\t3\t140\t200\t0\t20\t90\tno width\n" +
	"5\t1\t1\t1\t1\t4\t-3\t200\t30\t20\t90\tno place\n"

func TestParseTSV(t *testing.T) {
	t.Parallel()
	page := tesseract.ParseTSV([]byte(tsv))
	if page.Width != 1654 || page.Height != 2339 || !page.OCR {
		t.Errorf("got %+v", page)
	}
	want := layout.Word{Text: "IOL:", Box: layout.Box{X0: 100, Y0: 200, X1: 130, Y1: 220}, Conf: 95.5}
	if len(page.Words) != 1 || page.Words[0] != want {
		t.Errorf("got %+v", page.Words)
	}
}

func FuzzParseTSV(f *testing.F) {
	f.Add([]byte(tsv))
	f.Fuzz(func(t *testing.T, out []byte) {
		for _, w := range tesseract.ParseTSV(out).Words {
			if w.Text == "" || w.Width() <= 0 || w.Height() <= 0 || w.Conf < 0 || w.Conf > 100 {
				t.Errorf("word %+v", w)
			}
		}
	})
}
