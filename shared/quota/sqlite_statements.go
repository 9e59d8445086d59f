package quota

import (
	"context"
	"database/sql"

	"biom/shared/database"
)

// statements are prepared once. To parse them each time would take most of the time
// of a charge.
type statements struct {
	recall, find, create, drop, adjust, consume *sql.Stmt
	remember, record, oldest, removeEntry       *sql.Stmt
	purgeCharges, purgeBuckets, nextBuckets     *sql.Stmt
	usage                                       *sql.Stmt // on the readers
}

// prepare prepares all statements on the connections of db.
func prepare(ctx context.Context, db *database.SQLite) (s statements, err error) {
	for text, to := range map[string]**sql.Stmt{
		`SELECT seq, at, buckets, refunded FROM quota_charge WHERE id = ? AND at > ?`: &s.recall,
		`SELECT id, used, (SELECT min(at) FROM quota_entry WHERE bucket = b.id)
			FROM quota_bucket b WHERE bucket = ? AND subject = ?`: &s.find,
		`INSERT INTO quota_bucket (bucket, subject, used, latest) VALUES (?, ?, 0, 0)`:      &s.create,
		`DELETE FROM quota_entry WHERE bucket = ? AND at <= ? RETURNING cost`:               &s.drop,
		`UPDATE quota_bucket SET used = used - ? WHERE id = ?`:                              &s.adjust,
		`UPDATE quota_bucket SET used = used + ?, latest = max(latest, ?) WHERE id = ?`:     &s.consume,
		`REPLACE INTO quota_charge (id, at, buckets, refunded) VALUES (?, ?, ?, ?)`:         &s.remember,
		`INSERT INTO quota_entry (bucket, at, charge, cost) VALUES (?, ?, ?, ?)`:            &s.record,
		`SELECT at, cost FROM quota_entry WHERE bucket = ? ORDER BY at LIMIT ?`:             &s.oldest,
		`DELETE FROM quota_entry WHERE charge = ? AND at = ? AND bucket = ? RETURNING cost`: &s.removeEntry,
		`DELETE FROM quota_charge WHERE seq IN (SELECT seq FROM
			(SELECT seq, at FROM quota_charge ORDER BY seq LIMIT ?) WHERE at <= ?)`: &s.purgeCharges,
		`DELETE FROM quota_bucket WHERE id > ? AND id <= ? AND latest <= ?`:                                         &s.purgeBuckets,
		`SELECT coalesce(max(id), 0), count(*) FROM (SELECT id FROM quota_bucket WHERE id > ? ORDER BY id LIMIT ?)`: &s.nextBuckets,
	} {
		if *to, err = db.Writer().PrepareContext(ctx, text); err != nil {
			return s, err
		}
	}
	s.usage, err = db.Reader().PrepareContext(ctx, `
		SELECT b.used - coalesce((SELECT sum(cost) FROM quota_entry WHERE bucket = b.id AND at <= ?1), 0),
		       (SELECT min(at) FROM quota_entry WHERE bucket = b.id AND at > ?1)
		FROM quota_bucket b WHERE b.bucket = ?2 AND b.subject = ?3`)
	return s, err
}
