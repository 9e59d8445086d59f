package client

import (
	"errors"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The service tiers: the values of [Upload.Tier].
const (
	Standard = "standard" // costs 1 credit
	Slow     = "slow"     // costs 0.5 credits and may take minutes
)

// Upload is one report to process.
type Upload struct {
	// Filename has one of the extensions pdf, jpg, jpeg, png, gif, bmp and json,
	// which says how the file is read. Of a path only the last part is sent.
	// Required.
	Filename string
	// Content is the file, from its current position. It is sent while it is read
	// and never held in memory as a whole. Required.
	//
	// Prefer a file or a bytes.Reader, which have a size and can be read again:
	// the server can refuse the upload by its size, net/http can repeat the
	// request on a new connection, and the same Upload can be sent again, because
	// the position does not change.
	//
	// Content is not read after the call has returned. A Read that blocks can delay
	// the end of a call whose context has ended, because net/http waits for it.
	Content io.Reader
	// Share requests a share code. It is in the Biompin of the response, which is nil
	// if the service could not store the share.
	Share bool
	// Evidence asks where the values stand in the document: see Evidence of the response.
	Evidence bool
	// Tier is [Standard] or [Slow]. Empty: Standard.
	Tier string
	// IdempotencyKey makes it safe to repeat an upload: within 24 hours the service
	// charges the same key with the same content once and gives each repeat the
	// same response. Other content under the key is an [*Error] with status 422. At
	// most 255 visible ASCII characters; choose them so that nobody can guess them.
	// Empty: none.
	IdempotencyKey string
	// Batch is a name under which the service lists the jobs of several uploads: see
	// [Client.Batch]. 1 to 64 letters, digits and . _ ~ - are allowed. Empty: none.
	Batch string
	// Callback is the name of an address that the operator has registered for the
	// user of the service key. The service calls it when the job has ended. Empty: none.
	Callback string
	// Wait is how long [Client.Submit] waits for the end of the job, up to a minute.
	// The other methods do not use it.
	Wait time.Duration
	// Info, if not nil, is filled from the headers of the response before the
	// response is returned.
	Info *Info
}

// Info is what the headers of a response say.
type Info struct {
	RequestID string
	// Withheld are the paths, such as right_eye.AL, of values that the service removed
	// from the report because they are doubtful.
	Withheld []string
	// KeyStatus is "" if the service key was accepted or none was given, "invalid"
	// if the service does not know the key, so that the request counted as a public
	// caller's, and "unknown" if the service could not check the key.
	KeyStatus string
	// Replayed reports whether the response is that of an earlier request with the same
	// [Upload.IdempotencyKey].
	Replayed bool
	// JobID is the ID of the job as which the service keeps the request. "": it keeps none.
	// Whoever knows the ID of a job that was made without a service key can read its
	// result: keep it like a secret.
	JobID string
}

// validate returns an error that names the first field that is not valid.
func (u *Upload) validate() error {
	switch {
	case u.Filename == "":
		return errors.New("client: Upload.Filename is empty: its extension decides how the file is read")
	case u.Content == nil:
		return errors.New("client: Upload.Content is nil")
	case u.Tier != "" && u.Tier != Standard && u.Tier != Slow:
		return errors.New("client: Upload.Tier must be Standard or Slow")
	case len(u.IdempotencyKey) > maxIdempotencyKey || !isVisibleASCII(u.IdempotencyKey):
		return errors.New("client: Upload.IdempotencyKey must be at most 255 visible ASCII characters")
	case u.Wait < 0 || u.Wait > maxWait:
		return errors.New("client: Upload.Wait must be at most a minute")
	}
	return nil
}

// maxIdempotencyKey is the largest length of an idempotency key in bytes.
const maxIdempotencyKey = 255

// maxFilename is the largest length of a file name in bytes that common file systems
// allow.
const maxFilename = 255

// sentFilename returns the file name as it is sent: the last part of the path,
// because folders may have a patient's name; with "_" for control characters and
// invalid UTF-8, which could end a header; at most maxFilename bytes long, with
// its extension.
func sentFilename(name string) string {
	name = strings.ToValidUTF8(name[strings.LastIndexAny(name, `/\`)+1:], "_")
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '_'
		}
		return r
	}, name)
	if len(name) <= maxFilename {
		return name
	}
	ext := ""
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && len(name)-dot <= maxFilename/2 {
		ext = name[dot:]
	}
	return truncate(name, maxFilename-len(ext)) + ext
}

// truncate returns the first n bytes of s, or fewer so that it splits no character.
func truncate(s string, n int) string {
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
