package endpoint

import (
	"mime"
	"strings"
)

// IsJSON reports whether the values of Content-Type are the one value
// application/json; types that end in +json do not count. JSON is always UTF-8,
// so another charset is refused.
func IsJSON(types []string) bool {
	if len(types) != 1 {
		return false
	}
	t, params, err := mime.ParseMediaType(types[0])
	charset, given := params["charset"]
	return err == nil && t == "application/json" && (!given || strings.EqualFold(charset, "utf-8"))
}
