package quota

import (
	"database/sql"
	"encoding/json"
	"errors"
)

// sqliteTx is a write transaction. The time now is the same for all its steps. Its
// statements run without the context, because the driver starts a goroutine for each
// statement that has one. The transaction as a whole ends with the context.
type sqliteTx struct {
	*sql.Tx
	stmts *statements
	now   int64 // ms since 1970
}

// knownCharge is the row of a charge ID; its zero value means that there is no row.
type knownCharge struct {
	seq      int64   // sequence number of the row, above 0
	at       int64   // ms since 1970
	buckets  []int64 // row IDs
	refunded bool
}

// recall returns the row of a charge ID, if it has not expired.
func (tx sqliteTx) recall(id string) (k knownCharge, err error) {
	var buckets []byte
	err = tx.Stmt(tx.stmts.recall).QueryRow(id, tx.now-memoryMS).Scan(&k.seq, &k.at, &buckets, &k.refunded)
	if errors.Is(err, sql.ErrNoRows) {
		return knownCharge{}, nil
	}
	if err != nil {
		return knownCharge{}, err
	}
	return k, json.Unmarshal(buckets, &k.buckets)
}

// findFull determines which lines are full. It also returns the row IDs of the lines'
// buckets, 0 for a bucket that has no row yet.
func (tx sqliteTx) findFull(lines []Line) (ids []int64, r refusal, err error) {
	ids = make([]int64, len(lines))
	for i, l := range lines {
		var used Credits
		if ids[i], used, err = tx.dropExpired(l.Bucket, l.Subject); err != nil {
			return nil, r, err
		}
		if l.Cost > l.Limit {
			r.add(l.Bucket, tx.now+windowMS, tx.now)
		} else if need := used + l.Cost - l.Limit; need > 0 {
			freeAt, err := tx.freed(ids[i], need)
			if err != nil {
				return nil, r, err
			}
			r.add(l.Bucket, freeAt, tx.now)
		}
	}
	return ids, r, nil
}

// dropExpired deletes the entries of a bucket that have left the window. It returns
// the bucket's row ID and the sum of the remaining entries.
func (tx sqliteTx) dropExpired(b Bucket, s Subject) (id int64, used Credits, err error) {
	var oldest sql.NullInt64
	err = tx.Stmt(tx.stmts.find).QueryRow(string(b), string(s)).Scan(&id, &used, &oldest)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}
	if err != nil || !oldest.Valid || oldest.Int64 > tx.now-windowMS {
		return id, used, err
	}
	removed, err := tx.removeEntries(tx.stmts.drop, id, id, tx.now-windowMS)
	return id, used - removed, err
}

// removeEntries deletes entries of a bucket with a DELETE statement, and subtracts
// their costs from the bucket's sum.
func (tx sqliteTx) removeEntries(stmt *sql.Stmt, bucket int64, args ...any) (removed Credits, err error) {
	err = each(tx.Stmt(stmt), args, func(scan func(...any) error) error {
		var cost Credits
		defer func() { removed += cost }()
		return scan(&cost)
	})
	if err != nil || removed == 0 {
		return 0, err
	}
	_, err = tx.Stmt(tx.stmts.adjust).Exec(int64(removed), bucket)
	return removed, err
}

// freed returns the time at which the oldest entries, worth at least need credits
// together, have left the window. Every entry costs at least one half credit, so
// need of them suffice.
func (tx sqliteTx) freed(bucket int64, need Credits) (at int64, err error) {
	err = each(tx.Stmt(tx.stmts.oldest), []any{bucket, int64(need)}, func(scan func(...any) error) error {
		var t int64
		var cost Credits
		err := scan(&t, &cost)
		if need > 0 {
			at = t
		}
		need -= cost
		return err
	})
	return at + windowMS, err
}

// consume adds the entries of an allowed charge and remembers its ID.
func (tx sqliteTx) consume(id string, buckets []int64, lines []Line) (err error) {
	for i, l := range lines {
		if buckets[i] == 0 {
			if buckets[i], err = tx.insert(tx.stmts.create, string(l.Bucket), string(l.Subject)); err != nil {
				return err
			}
		}
	}
	seq, err := tx.remember(id, buckets, false)
	if err != nil {
		return err
	}
	for i, l := range lines {
		_, err1 := tx.Stmt(tx.stmts.record).Exec(buckets[i], tx.now, seq, int64(l.Cost))
		_, err2 := tx.Stmt(tx.stmts.consume).Exec(int64(l.Cost), tx.now, buckets[i])
		if err := errors.Join(err1, err2); err != nil {
			return err
		}
	}
	return nil
}

// refund removes the entries of a charge and remembers that it was refunded.
func (tx sqliteTx) refund(id string) error {
	known, err := tx.recall(id)
	if err != nil {
		return err
	}
	for _, b := range known.buckets {
		if _, err := tx.removeEntries(tx.stmts.removeEntry, b, known.seq, known.at, b); err != nil {
			return err
		}
	}
	_, err = tx.remember(id, nil, true)
	return err
}

// remember stores the state of a charge ID and returns its sequence number.
func (tx sqliteTx) remember(id string, buckets []int64, refunded bool) (seq int64, err error) {
	list, err := json.Marshal(buckets)
	if err != nil {
		return 0, err
	}
	return tx.insert(tx.stmts.remember, id, tx.now, string(list), refunded)
}

// insert runs an INSERT statement and returns the ID of the new row.
func (tx sqliteTx) insert(stmt *sql.Stmt, args ...any) (int64, error) {
	res, err := tx.Stmt(stmt).Exec(args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// each runs a query and calls f with the Scan method of each row.
func each(stmt *sql.Stmt, args []any, f func(scan func(...any) error) error) error {
	rows, err := stmt.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close() // rows.Err returns its error
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
