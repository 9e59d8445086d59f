package quota

// A purge examines more rows than the charges since the last purge can have added.
// So the tables stay within a small multiple of what has not expired, and the time
// that a purge takes does not grow with them.
const (
	purgeEvery = 64             // charges
	purgeRows  = 4 * purgeEvery // a charge has at most three lines
)

// purge deletes expired charges, and buckets whose entries have all left the
// window. Each purge continues with the bucket after the last one that was examined.
type purge struct {
	charges int   // number since the last purge
	after   int64 // row ID of the last bucket that was examined
}

// step counts a charge, and purges after every purgeEvery of them.
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
		p.after = 0 // begin again with the first bucket
	}
	return err
}
