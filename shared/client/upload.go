package client

import (
	"errors"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The service tiers.
const (
	Standard = "standard" // 1 credit
	Slow     = "slow"     // half a credit, and may take minutes
)

// Upload is one report to process.
type Upload struct {
	// Filename decides by its extension how the file is read: pdf, jpg, jpeg,
	// png, gif, bmp or json. Only the last part of a path is sent.
	Filename string
	// Content is the file. It is sent as it is read and never held in memory
	// as a whole. A file or a bytes.Reader, which have a known size and can be
	// read again, makes the better upload: a server can refuse it by its size,
	// a connection that was closed while idle costs nothing, and the same Upload
	// can be sent again, since its position does not move. It is not read
	// after the call has returned. A Read that blocks can hold up a call whose
	// context has ended: net/http waits for it.
	Content io.Reader
	// Share asks for a share code, which stands in the response's Biompin. It
	// stays nil if the share could not be made.
	Share bool
	// Tier is Standard or Slow. Empty: Standard.
	Tier string
	// IdempotencyKey makes an upload safe to repeat: within 24 hours the service
	// answers the same key with the same content with the same outcome and
	// charges it once; other content under the key is a 422. At most 255
	// visible ASCII characters that nobody can guess. Empty: none.
	IdempotencyKey string
	// Info, if not nil, is filled in from the answer's headers before a
	// response is handed out.
	Info *Info
}

// Info is what an answer's headers say beside the response.
type Info struct {
	RequestID string
	// Withheld are the paths of values that were read but not trusted, and are
	// therefore null, such as right_eye.AL.
	Withheld []string
	// KeyStatus is "" if the service key was used or none was given, "invalid"
	// if the request was served as a public caller's, "unknown" if the service
	// could not check the key.
	KeyStatus string
}

func (u *Upload) check() error {
	switch {
	case u.Filename == "":
		return errors.New("client: Upload.Filename is empty: its extension decides how the file is read")
	case u.Content == nil:
		return errors.New("client: Upload.Content is nil")
	case u.Tier != "" && u.Tier != Standard && u.Tier != Slow:
		return errors.New("client: Upload.Tier must be Standard or Slow")
	case len(u.IdempotencyKey) > longestIdempotencyKey || !visible(u.IdempotencyKey):
		return errors.New("client: Upload.IdempotencyKey must be at most 255 visible ASCII characters")
	}
	return nil
}

const longestIdempotencyKey = 255

// longestName is what common file systems allow.
const longestName = 255

// wireName is the file name as it is sent: the last part of the path, since
// the folders may name a patient; no character that could end a header; not
// longer than a file name can be. The extension stays.
func wireName(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "_")
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, name)
	if len(name) <= longestName {
		return name
	}
	ext := ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && len(name)-dot <= longestName/2 {
		ext = name[dot:]
	}
	return cut(name, longestName-len(ext)) + ext
}

// cut returns the first n bytes of s, or fewer so as not to split a character.
func cut(s string, n int) string {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
