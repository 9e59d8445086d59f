package browsertest_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// turnedPhoto writes a photo of a picture whose camera was turned: the pixels lie on their
// side, and the EXIF data says how to show them upright. It returns its path.
func turnedPhoto(t *testing.T, picture string) string {
	t.Helper()
	f, err := os.Open(picture)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	upright, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	size := upright.Bounds().Size()
	turned := image.NewRGBA(image.Rect(0, 0, size.Y, size.X))
	for y := range size.Y {
		for x := range size.X {
			turned.Set(y, size.X-1-x, upright.At(x, y))
		}
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, turned, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	// One directory with one entry: orientation (0x112), one short, 6: turn it right.
	exif := []byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00")
	marker := binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2))
	path := filepath.Join(t.TempDir(), "photo.jpg")
	if err := os.WriteFile(path, append(append(append([]byte{0xff, 0xd8}, marker...), exif...), photo.Bytes()[2:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// place returns the frame of a value's place in shares of the picture: left, top, width
// and height.
func (b *tab) place(path string) (place [4]float64) {
	b.Helper()
	b.click(`.value[data-path="` + path + `"]`)
	b.wantPlace(path, "")
	return eval[[4]float64](b, `(() => {
		const [a, b] = ['.places rect.selected', '.drawing > *'].map(s => document.querySelector(s).getBoundingClientRect())
		return [(a.left - b.left) / b.width, (a.top - b.top) / b.height, a.width / b.width, a.height / b.height]
	})()`)
}

// A photo that the camera turned is shown upright, and the places of its values are where
// they are in the upright picture.
func TestLongTurnedPhotoBesideItsNumbers(t *testing.T) {
	t.Parallel()
	const picture = samples + "aladdin-fr-side-0036-png.png"
	b := newTab(t, defaultServer(t))
	places := map[string][2][4]float64{}
	for i, file := range []string{picture, turnedPhoto(t, picture)} {
		b.openBeside(wideLight, "en", file)
		b.waitPage()
		for _, path := range []string{"right_eye.AL", "left_eye.AL", "left_eye.K2_magnitude"} {
			both := places[path]
			both[i] = b.place(path)
			places[path] = both
		}
	}
	for path, both := range places {
		for i := range both[0] {
			if math.Abs(both[0][i]-both[1][i]) > 0.01 {
				t.Errorf("%s is at %v in the picture and at %v in the photo", path, both[0], both[1])
				break
			}
		}
	}
}
