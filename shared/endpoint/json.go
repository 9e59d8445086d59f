package endpoint

import (
	"mime"
	"strings"
)

// IsJSON tells of the values of Content-Type: the type itself and no relative
// of it. A charset means nothing with JSON, which is UTF-8, so only one that
// says something else is refused.
func IsJSON(types []string) bool {
	if len(types) != 1 {
		return false
	}
	t, params, err := mime.ParseMediaType(types[0])
	charset, given := params["charset"]
	return err == nil && t == "application/json" && (!given || strings.EqualFold(charset, "utf-8"))
}
