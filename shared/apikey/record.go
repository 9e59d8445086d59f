package apikey

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// columns are the columns of both databases, in the order of fields and scan.
const columns = `id, user_id, biomai, biomai_byok, biomjson, retrieve, created, revoked`

// fields returns the values of columns.
func (r Record) fields() []any {
	var revoked *int64
	if !r.Revoked.IsZero() {
		revoked = new(r.Revoked.UnixMilli())
	}
	l := r.Limits
	return []any{r.ID, r.User, l.BiomAI, l.BiomAIBYOK, l.BiomJSON, l.Retrieve, r.Created.UnixMilli(), revoked}
}

// scan reads columns from a row of either database.
func scan(row interface{ Scan(dest ...any) error }) (r Record, err error) {
	var created int64
	var revoked *int64
	l := &r.Limits
	err = row.Scan(&r.ID, &r.User, &l.BiomAI, &l.BiomAIBYOK, &l.BiomJSON, &l.Retrieve, &created, &revoked)
	if err != nil {
		return Record{}, err
	}
	r.Created = time.UnixMilli(created).UTC()
	if revoked != nil {
		r.Revoked = time.UnixMilli(*revoked).UTC()
	}
	return r, nil
}

// userLetters are the characters that a user may consist of.
const userLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._@-"

// check returns an error if a field of r is invalid. The error does not repeat the
// user.
func (r Record) check() error {
	switch {
	case r.ID == "":
		return errors.New("apikey: a record without an ID")
	case r.User == "" || len(r.User) > 64 || strings.Trim(r.User, userLetters) != "":
		return errors.New("apikey: a user is 1 to 64 of the characters A-Z a-z 0-9 . _ @ -")
	case r.Created.IsZero():
		return errors.New("apikey: a record without a time")
	}
	for _, limit := range []int64{r.Limits.BiomAI, r.Limits.BiomAIBYOK, r.Limits.BiomJSON, r.Limits.Retrieve} {
		if limit < 0 {
			return fmt.Errorf("apikey: a limit of %d half credits is negative", limit)
		}
	}
	return nil
}
