package upload_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"biom/api/upload"
	"biom/shared/filekind"
)

// samples returns a small valid file of each kind.
func samples(t testing.TB) map[filekind.Kind][]byte {
	t.Helper()
	pic := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White})
	for i := range pic.Pix {
		pic.Pix[i] = uint8(i % 2)
	}
	out := map[filekind.Kind][]byte{filekind.PDF: []byte("%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\n\x00\x00 \r\n")}
	for kind, encode := range map[filekind.Kind]func(*bytes.Buffer) error{
		filekind.JPG: func(b *bytes.Buffer) error { return jpeg.Encode(b, pic, nil) },
		filekind.PNG: func(b *bytes.Buffer) error { return png.Encode(b, pic) },
		filekind.GIF: func(b *bytes.Buffer) error {
			return gif.EncodeAll(b, &gif.GIF{Image: []*image.Paletted{pic, pic, pic}, Delay: []int{1, 1, 1}})
		},
		filekind.BMP: func(b *bytes.Buffer) error { return bmp.Encode(b, pic) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		out[kind] = b.Bytes()
	}
	return out
}

// Valid files are accepted, and so is what some programs append to them.
func TestValidFilesAreAccepted(t *testing.T) {
	t.Parallel()
	for kind, file := range samples(t) {
		if err := upload.Check(kind, file); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if kind == filekind.BMP { // what follows the pixels is not looked at
			continue
		}
		if err := upload.Check(kind, append(slices.Clip(file), "\n\n"...)); err != nil {
			t.Errorf("%s with bytes after its end: %v", kind, err)
		}
	}
}

// A file that is cut anywhere is refused.
func TestCutFilesAreRefused(t *testing.T) {
	t.Parallel()
	for kind, file := range samples(t) {
		file = bytes.TrimRight(file, "\x00 \r\n")
		for n := range file {
			if upload.Check(kind, file[:n]) == nil {
				t.Errorf("%s of %d bytes: accepted when cut after %d", kind, len(file), n)
				break
			}
		}
	}
}

// A file of one kind is not accepted as another.
func TestContentMustMatchKind(t *testing.T) {
	t.Parallel()
	files := samples(t)
	for kind := range files {
		for other, file := range files {
			err := upload.Check(kind, file)
			if (err == nil) != (kind == other) {
				t.Errorf("%s as %s: %v", other, kind, err)
			}
			if kind == filekind.PDF && other == filekind.PNG && !strings.Contains(err.Error(), "it looks like image/png") {
				t.Error(err)
			}
		}
	}
}

// Small files that declare huge images are accepted or refused without being
// decoded.
func TestImageBombsAreNotDecoded(t *testing.T) { // not parallel: it measures memory
	largest := pngOf(10_000, 10_000)
	bombs := map[string][]byte{
		"over 100 megapixels": pngOf(10_001, 10_000),
		"side over 20,000":    pngOf(20_001, 1),
		"no pixels":           pngOf(0, 10),
		"negative":            pngOf(1<<31+5, 1),
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := upload.Check(filekind.PNG, largest); err != nil {
		t.Errorf("100 megapixels: %v", err)
	}
	for name, file := range bombs {
		if upload.Check(filekind.PNG, file) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

// pngOf returns a small PNG that declares a size.
func pngOf(width, height uint32) []byte {
	b := bytes.NewBufferString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, body []byte) {
		_ = binary.Write(b, binary.BigEndian, uint32(len(body)))
		b.WriteString(kind)
		b.Write(body)
		_ = binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(append([]byte(kind), body...)))
	}
	head := binary.BigEndian.AppendUint32(nil, width)
	head = binary.BigEndian.AppendUint32(head, height)
	chunk("IHDR", append(head, 8, 0, 0, 0, 0))
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	_, _ = z.Write(make([]byte, 1000))
	_ = z.Close()
	chunk("IDAT", data.Bytes())
	chunk("IEND", nil)
	return b.Bytes()
}

func TestJPEGStructure(t *testing.T) {
	t.Parallel()
	good := samples(t)[filekind.JPG]
	at := func(marker byte) int { return bytes.Index(good, []byte{0xFF, marker}) }
	insert := func(i int, s string) []byte { return append(append(bytes.Clone(good[:i]), s...), good[i:]...) }
	sof := at(0xC0)
	large := bytes.Clone(good)
	binary.BigEndian.PutUint16(large[sof+5:], 20_001)
	for name, c := range map[string]struct {
		file []byte
		ok   bool
	}{
		"fill bytes":               {insert(sof, "\xff\xff\xff"), true},
		"a thumbnail in a segment": {insert(2, "\xff\xe1\x00\x08\xff\xd8\xff\xd9\x00\x00"), true},
		"restart markers":          {insert(len(good)-3, "\xff\xd0"), true},
		"stuffed bytes":            {insert(len(good)-2, "\xff\x00\xff\x00"), true},
		"too high":                 {large, false},
		"no scan":                  {append(bytes.Clone(good[:at(0xDA)]), 0xFF, 0xD9), false},
		"a segment of length 1":    {insert(2, "\xff\xe1\x00\x01"), false},
		"no marker":                {insert(2, "xx"), false},
		"image in image":           {insert(2, "\xff\xd8"), false},
	} {
		if err := upload.Check(filekind.JPG, c.file); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBMPStructure(t *testing.T) {
	t.Parallel()
	good := samples(t)[filekind.BMP]
	with := func(change func(b []byte)) []byte { b := bytes.Clone(good); change(b); return b }
	for name, c := range map[string]struct {
		file []byte
		ok   bool
	}{
		"top-down":          {with(func(b []byte) { binary.LittleEndian.PutUint32(b[22:], 0xFFFFFFFF-29) }), true},
		"wrong file length": {with(func(b []byte) { binary.LittleEndian.PutUint32(b[2:], 7) }), true},
		"too wide":          {with(func(b []byte) { binary.LittleEndian.PutUint32(b[18:], 20_001) }), false},
		"run lengths, bomb": {with(func(b []byte) { b[30] = 1; binary.LittleEndian.PutUint32(b[18:], 9_999) }), false},
		"embedded PNG":      {with(func(b []byte) { b[30] = 5 }), false},
		"pixels beyond":     {with(func(b []byte) { binary.LittleEndian.PutUint32(b[10:], 1<<30) }), false},
		"no planes":         {with(func(b []byte) { b[26] = 0 }), false},
		"17 bits":           {with(func(b []byte) { b[28] = 17 }), false},
		"lowest height":     {with(func(b []byte) { binary.LittleEndian.PutUint32(b[22:], 1<<31) }), false},
	} {
		if err := upload.Check(filekind.BMP, c.file); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestGIFFrames(t *testing.T) {
	t.Parallel()
	frame := "\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01\x00\x00"
	file := func(screen string, frames int) []byte {
		return []byte("GIF89a" + screen + "\x00\x00\x00" + strings.Repeat(frame, frames) + "\x3b")
	}
	for name, c := range map[string]struct {
		file []byte
		ok   bool
	}{
		"100 frames":     {file("\x01\x00\x01\x00", 100), true},
		"101 frames":     {file("\x01\x00\x01\x00", 101), false},
		"no frame":       {file("\x01\x00\x01\x00", 0), false},
		"empty screen":   {file("\x00\x00\x00\x00", 1), true},
		"a huge screen":  {file("\xff\xff\xff\xff", 1), false},
		"a broken block": {append(file("\x01\x00\x01\x00", 1)[:27], 0x99), false},
	} {
		if err := upload.Check(filekind.GIF, c.file); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
