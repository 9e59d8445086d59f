package poppler_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/document/poppler"
)

const list = `page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
--------------------------------------------------------------------------------------------
   1     0 image    1654  2339  gray    1   8  jpeg   no        11  0   200   200  187K  5.0%
   1     1 smask    1654  2339  gray    1   8  jpeg   no        11  0   200   200  187K  5.0%
   2     2 image     200   100  gray    1   8  jpeg   no        11  0   200   200  187K  5.0%
   2     3 image      30    20  gray    1   8  image  no   [inline]     100   100  187B  5.0%
   2     4 image     200   100  gray    1   8  jpeg   no        11  0   0   200  187K  5.0%
`

func TestParseImages(t *testing.T) {
	t.Parallel()
	images := poppler.ParseImages([]byte(list))
	if len(images) != 3 || images[2].YPPI != 100 || images[0] != (poppler.Image{Page: 1, Width: 1654, Height: 2339, XPPI: 200, YPPI: 200}) {
		t.Fatalf("got %+v", images)
	}
	a4 := layout.Page{Number: 1, Width: 595, Height: 842}
	aside := layout.Page{Number: 1, Width: 842, Height: 595}
	second := layout.Page{Number: 2, Width: 595, Height: 842}
	if images[1].Share(second) > 0.1 || !images[0].Covers(a4) || !images[0].Covers(aside) || images[0].Covers(second) || images[1].Covers(second) {
		t.Error("a scan and a picture were not told apart")
	}
}

func FuzzParseImages(f *testing.F) {
	f.Add([]byte(list))
	f.Fuzz(func(t *testing.T, out []byte) {
		for _, i := range poppler.ParseImages(out) {
			if !(i.XPPI >= 1) || !(i.YPPI >= 1) || !(i.Width >= 1) || !(i.Height >= 1) {
				t.Errorf("image %+v", i)
			}
		}
	})
}
