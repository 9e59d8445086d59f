package callback

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
)

// statements implement [Store] on either database: their few statements are the same in
// both. Parameters are written $1, $2, ….
type statements struct{ driver }

var _ Store = statements{}

// driver runs statements on one of the databases.
type driver interface {
	// exec runs a statement in a transaction and returns how many rows it changed.
	exec(ctx context.Context, statement string, args ...any) (changed int64, err error)
	// query calls each with every row of a query.
	query(ctx context.Context, each func(row) error, query string, args ...any) error
}

// row is a row of either database.
type row interface{ Scan(dest ...any) error }

// The columns, in the order of fields and of the scan functions.
const (
	endpointColumns = `user_id, name, url, secret, previous, rotated, created`
	failureColumns  = `id, user_id, name, status, ended, failed, attempts, reason`
)

func (s statements) Add(ctx context.Context, e Endpoint) error {
	if err := e.check(); err != nil {
		return err
	}
	return s.change(ctx, ErrEndpointExists,
		`INSERT INTO callback_endpoint (`+endpointColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`, e.fields()...)
}

func (s statements) Find(ctx context.Context, user, name string) (Endpoint, error) {
	found, err := list(ctx, s, scanEndpoint, `SELECT `+endpointColumns+` FROM callback_endpoint WHERE user_id = $1 AND name = $2`, user, name)
	if err == nil && len(found) == 0 {
		err = ErrNoEndpoint
	}
	if err != nil {
		return Endpoint{}, err
	}
	return found[0], nil
}

func (s statements) List(ctx context.Context) ([]Endpoint, error) {
	all, err := list(ctx, s, scanEndpoint, `SELECT `+endpointColumns+` FROM callback_endpoint`)
	slices.SortFunc(all, func(a, b Endpoint) int { return cmp.Or(cmp.Compare(a.User, b.User), cmp.Compare(a.Name, b.Name)) })
	return all, err
}

func (s statements) Replace(ctx context.Context, old, next Endpoint) error {
	return s.change(ctx, ErrNoEndpoint,
		`UPDATE callback_endpoint SET secret = $1, previous = $2, rotated = $3 WHERE user_id = $4 AND name = $5 AND secret = $6`,
		next.Secret, next.Previous, optional(next.Rotated), old.User, old.Name, old.Secret)
}

func (s statements) Remove(ctx context.Context, user, name string) error {
	return s.change(ctx, ErrNoEndpoint, `DELETE FROM callback_endpoint WHERE user_id = $1 AND name = $2`, user, name)
}

func (s statements) Fail(ctx context.Context, f Failure) error {
	return s.change(ctx, nil,
		`INSERT INTO callback_failure (`+failureColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`, f.fields()...)
}

func (s statements) Failures(ctx context.Context, since time.Time) ([]Failure, error) {
	return list(ctx, s, scanFailure, `SELECT `+failureColumns+` FROM callback_failure WHERE failed >= $1 ORDER BY failed, id`, since.UnixMilli())
}

func (s statements) Forget(ctx context.Context, before time.Time) error {
	return s.change(ctx, nil, `DELETE FROM callback_failure WHERE failed < $1`, before.UnixMilli())
}

// change runs a statement, and returns none if it changed no row.
func (s statements) change(ctx context.Context, none error, statement string, args ...any) error {
	changed, err := s.exec(ctx, statement, args...)
	switch {
	case err != nil:
		return fmt.Errorf("callback: %w", err)
	case changed == 0:
		return none
	}
	return nil
}

// list returns the rows of a query.
func list[T any](ctx context.Context, d driver, scan func(row) (T, error), query string, args ...any) (all []T, err error) {
	err = d.query(ctx, func(r row) error {
		one, err := scan(r)
		all = append(all, one)
		return err
	}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("callback: %w", err)
	}
	return all, nil
}

// fields returns the values of endpointColumns.
func (e Endpoint) fields() []any {
	return []any{e.User, e.Name, e.URL, e.Secret, e.Previous, optional(e.Rotated), e.Created.UnixMilli()}
}

func scanEndpoint(r row) (e Endpoint, err error) {
	var created int64
	var rotated *int64
	err = r.Scan(&e.User, &e.Name, &e.URL, &e.Secret, &e.Previous, &rotated, &created)
	e.Created = time.UnixMilli(created).UTC()
	if rotated != nil {
		e.Rotated = time.UnixMilli(*rotated).UTC()
	}
	return e, err
}

// fields returns the values of failureColumns.
func (f Failure) fields() []any {
	return []any{f.ID, f.User, f.Endpoint, f.Status, f.Ended.UnixMilli(), f.Failed.UnixMilli(), f.Attempts, f.Reason}
}

func scanFailure(r row) (f Failure, err error) {
	var ended, failed int64
	err = r.Scan(&f.ID, &f.User, &f.Endpoint, &f.Status, &ended, &failed, &f.Attempts, &f.Reason)
	f.Ended, f.Failed = time.UnixMilli(ended).UTC(), time.UnixMilli(failed).UTC()
	return f, err
}

// optional returns a time for a column that may be NULL.
func optional(at time.Time) *int64 {
	if at.IsZero() {
		return nil
	}
	return new(at.UnixMilli())
}
