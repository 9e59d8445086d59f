package exif_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"biom/worker/document/exif"
)

// withOrientation returns the beginning of a JPEG whose EXIF data hold one tag.
func withOrientation(order binary.AppendByteOrder, mark string, value uint16) []byte {
	tiff := order.AppendUint32(order.AppendUint16([]byte(mark), 42), 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(order.AppendUint16(tiff, 0x0112), 3)
	tiff = order.AppendUint16(order.AppendUint32(tiff, 1), value)
	tiff = order.AppendUint16(tiff, 0)
	body := append([]byte("Exif\x00\x00"), tiff...)
	jpg := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xe1}, uint16(len(body)+2))
	return append(append(jpg, body...), 0xff, 0xda, 0, 2)
}

func TestOrientation(t *testing.T) {
	t.Parallel()
	for value, want := range map[uint16]exif.Orientation{0: exif.Upright, 1: exif.Upright, 2: exif.Upright, 3: exif.HalfTurn, 6: exif.Right, 8: exif.Left, 999: exif.Upright} {
		for mark, order := range map[string]binary.AppendByteOrder{"II": binary.LittleEndian, "MM": binary.BigEndian} {
			if got := exif.Of(withOrientation(order, mark, value)); got != want {
				t.Errorf("%s %d: got %d, want %d", mark, value, got, want)
			}
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(withOrientation(binary.LittleEndian, "II", 6))
	f.Add(bytes.Repeat([]byte{0xff, 0xe1, 0, 0}, 9))
	f.Fuzz(func(t *testing.T, jpg []byte) {
		switch o := exif.Of(jpg); o {
		case exif.Upright, exif.HalfTurn, exif.Right, exif.Left:
		default:
			t.Errorf("orientation %d", o)
		}
	})
}
