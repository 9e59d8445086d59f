package quota

import (
	"database/sql"
	"encoding/json"
	"errors"
)

// sqliteTx is one write transaction at one moment. Its statements are called
// without the context, because the driver starts a goroutine for each that has
// one; the transaction itself ends with it.
type sqliteTx struct {
	*sql.Tx
	stmts *statements
	now   int64
}

// knownCharge is what is remembered of a charge ID; seq is 0 when nothing is.
type knownCharge struct {
	seq, at  int64
	buckets  []int64
	refunded bool
}

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

// judge finds the rows of the lines' buckets (0 where there is none yet) and
// which of them are full.
func (tx sqliteTx) judge(lines []Line) (ids []int64, full refusal, err error) {
	ids = make([]int64, len(lines))
	for i, l := range lines {
		var used Credits
		if ids[i], used, err = tx.live(l.Bucket, l.Subject); err != nil {
			return nil, full, err
		}
		if l.Cost > l.Limit {
			full.add(l.Bucket, tx.now+windowMS, tx.now)
		} else if need := used + l.Cost - l.Limit; need > 0 {
			free, err := tx.freed(ids[i], need)
			if err != nil {
				return nil, full, err
			}
			full.add(l.Bucket, free, tx.now)
		}
	}
	return ids, full, nil
}

// live deletes what has left the window and returns what is used.
func (tx sqliteTx) live(b Bucket, s Subject) (id int64, used Credits, err error) {
	var oldest sql.NullInt64
	err = tx.Stmt(tx.stmts.find).QueryRow(string(b), string(s)).Scan(&id, &used, &oldest)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, 0, nil
	}
	if err != nil || !oldest.Valid || oldest.Int64 > tx.now-windowMS {
		return id, used, err
	}
	gone, err := tx.takeOut(tx.stmts.drop, id, id, tx.now-windowMS)
	return id, used - gone, err
}

// takeOut deletes entries of a bucket and keeps its sum right.
func (tx sqliteTx) takeOut(remove *sql.Stmt, bucket int64, args ...any) (gone Credits, err error) {
	err = each(tx.Stmt(remove), args, func(scan func(...any) error) error {
		var cost Credits
		defer func() { gone += cost }()
		return scan(&cost)
	})
	if err != nil || gone == 0 {
		return 0, err
	}
	_, err = tx.Stmt(tx.stmts.adjust).Exec(int64(gone), bucket)
	return gone, err
}

// freed is when the oldest entries worth need will have left. Every entry is
// worth at least one half credit, so that need of them suffice.
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

func (tx sqliteTx) refund(id string) error {
	known, err := tx.recall(id)
	if err != nil {
		return err
	}
	for _, b := range known.buckets {
		if _, err := tx.takeOut(tx.stmts.takeBack, b, known.seq, known.at, b); err != nil {
			return err
		}
	}
	_, err = tx.remember(id, nil, true)
	return err
}

func (tx sqliteTx) remember(id string, buckets []int64, refunded bool) (seq int64, err error) {
	list, err := json.Marshal(buckets)
	if err != nil {
		return 0, err
	}
	return tx.insert(tx.stmts.remember, id, tx.now, string(list), refunded)
}

func (tx sqliteTx) insert(stmt *sql.Stmt, args ...any) (int64, error) {
	res, err := tx.Stmt(stmt).Exec(args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

func each(stmt *sql.Stmt, args []any, f func(scan func(...any) error) error) error {
	rows, err := stmt.Query(args...)
	if err != nil {
		return err
	}
	defer rows.Close() // rows.Err has it
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
