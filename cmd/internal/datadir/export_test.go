package datadir

// OpenWith is Open on a disk whose free bytes are returned by free.
func OpenWith(path string, free func(string) (int64, error)) (*Dir, error) { return open(path, free) }
