package filekind

import "bytes"

// Medium says how a document holds its text. Reading a page takes the local reader far
// longer if it must read pixels.
type Medium string

// The media.
const (
	Pages   Medium = "pages"   // of a PDF with text or drawings
	Scans   Medium = "scans"   // a PDF of pictures
	Picture Medium = "picture" // one picture
)

// fewestScanBytes is the least size of the picture of a scanned page.
const fewestScanBytes = 20_000

// MediumOf tells the medium of a document, and of scans how many there are; else pages is 1.
// It decodes nothing: a PDF whose pictures take most of it is taken for scans. So it may be
// wrong, and serves for estimates only.
func MediumOf(kind Kind, file []byte) (m Medium, pages int) {
	if kind != PDF {
		return Picture, 1
	}
	inPictures := 0
	for at := 0; ; {
		begin := bytes.Index(file[at:], []byte("stream"))
		if begin < 0 {
			break
		}
		begin += at
		length := bytes.Index(file[begin:], []byte("endstream"))
		if length < 0 {
			break
		}
		head := file[max(at, begin-maxDictionary):begin]
		head = head[bytes.LastIndex(head, []byte(" obj"))+1:]
		if length >= fewestScanBytes && bytes.Contains(head, []byte("/Image")) {
			inPictures, pages = inPictures+length, pages+1
		}
		at = begin + length + len("endstream")
	}
	if inPictures <= len(file)/2 {
		return Pages, 1
	}
	return Scans, pages
}

// maxDictionary is how far before a stream its dictionary is looked for.
const maxDictionary = 2000
