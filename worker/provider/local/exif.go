package local

import (
	"bytes"
	"encoding/binary"

	"biom/worker/provider/local/scan"
)

// orientation is how a camera says that its picture must be turned (EXIF tag
// 0x0112). What is mirrored, or says nothing, stays as it is.
func orientation(jpg []byte) scan.Turn {
	tiff := exifOf(jpg)
	if len(tiff) < 8 {
		return scan.None
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return scan.None
	}
	entries := tiff[at+2:]
	for range order.Uint16(tiff[at:]) {
		if len(entries) < 12 {
			return scan.None
		}
		if order.Uint16(entries) == 0x0112 {
			return map[uint16]scan.Turn{3: scan.Over, 6: scan.Right, 8: scan.Left}[order.Uint16(entries[8:])]
		}
		entries = entries[12:]
	}
	return scan.None
}

// exifOf returns the TIFF inside a JPEG's APP1 segment, nil without one.
func exifOf(jpg []byte) []byte {
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
