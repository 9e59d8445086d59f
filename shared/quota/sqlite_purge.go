package quota

// A purge looks at twice as many rows as charges can have added since the last
// one, so that the tables stay within a small factor of what is alive, without
// a pause that grows with them.
const (
	purgeEvery = 64
	purgeRows  = 4 * purgeEvery // a charge has up to two or three lines
)

// purge forgets charges and the buckets of subjects that never came back. It
// goes round the buckets in the order of their rows.
type purge struct {
	charges int   // since the last purge
	after   int64 // the last bucket looked at
}

func (p *purge) step(tx sqliteTx) error {
	if p.charges++; p.charges < purgeEvery {
		return nil
	}
	p.charges = 0
	if _, err := tx.Stmt(tx.stmts.purgeCharges).Exec(purgeRows, tx.now-memoryMS); err != nil {
		return err
	}
	var last, rows int64
	if err := tx.Stmt(tx.stmts.nextBuckets).QueryRow(p.after, purgeRows).Scan(&last, &rows); err != nil {
		return err
	}
	_, err := tx.Stmt(tx.stmts.purgeBuckets).Exec(p.after, last, tx.now-windowMS)
	if p.after = last; rows < purgeRows {
		p.after = 0 // round again
	}
	return err
}
