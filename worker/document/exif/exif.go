// Package exif reads from a JPEG's EXIF data how the picture must be turned to be
// upright, as the camera has recorded it. Package picture uses it.
package exif

import (
	"bytes"
	"encoding/binary"
)

// Orientation says how a picture must be turned to be upright. The numbers are those
// of EXIF tag 0x0112.
type Orientation uint16

// The orientations that cameras write. The others (2, 4, 5, 7) are mirrored.
const (
	Upright  Orientation = 1
	HalfTurn Orientation = 3
	Right    Orientation = 6 // a quarter turn clockwise makes it upright
	Left     Orientation = 8 // a quarter turn counterclockwise
)

// Of returns the orientation of a JPEG. Without an orientation, or with a mirrored
// one, which no camera gives to a page, it returns Upright.
func Of(jpg []byte) Orientation {
	switch o := orientation(tiffOf(jpg)); o {
	case HalfTurn, Right, Left:
		return o
	}
	return Upright
}

// orientation returns the orientation in the first directory of a TIFF, 0 if there is
// none.
func orientation(tiff []byte) Orientation {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == 0x0112 {
			return Orientation(order.Uint16(entries[8:]))
		}
		entries = entries[12:]
	}
	return 0
}

// tiffOf returns the TIFF in a JPEG's APP1 segment, nil if there is none.
func tiffOf(jpg []byte) []byte {
	const head = "Exif\x00\x00"
	for at := 2; at+4 <= len(jpg) && jpg[at] == 0xff && jpg[at+1] != 0xda; {
		end := at + 2 + int(binary.BigEndian.Uint16(jpg[at+2:]))
		if end > len(jpg) {
			return nil
		}
		if segment := jpg[at+4 : max(at+4, end)]; jpg[at+1] == 0xe1 && bytes.HasPrefix(segment, []byte(head)) {
			return segment[len(head):]
		}
		at = max(end, at+4)
	}
	return nil
}
