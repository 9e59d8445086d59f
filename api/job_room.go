package api

import (
	"sync"

	"biom/shared/problem"
	"biom/shared/quota"
)

// jobRoom divides the room for the files of jobs that have not ended between callers, so that
// none can keep the others out. Each api counts the files that it has accepted itself.
type jobRoom struct {
	limit int64 // bytes that one caller may have

	mu   sync.Mutex
	held map[quota.Subject]int64
}

// jobRoomShare is the share of the room that one caller may have through one api: 1/jobRoomShare.
const jobRoomShare = 4

func newJobRoom(all int64) *jobRoom {
	return &jobRoom{limit: all / jobRoomShare, held: map[quota.Subject]int64{}}
}

// take takes room for the file of a request. It returns a problem if its caller has no more.
func (r *jobRoom) take(request *request) error {
	size := int64(len(request.upload.File))
	r.mu.Lock()
	defer r.mu.Unlock()
	subject := request.caller.subject
	if r.held[subject]+size > r.limit {
		return problem.Unavailable(storageRetry, "The files of your jobs that have not ended take up all your room. Nothing was charged; send more when some of them have ended.")
	}
	r.held[subject] += size
	request.room = size
	return nil
}

// give gives back what a request has taken.
func (r *jobRoom) give(request *request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	subject := request.caller.subject
	if r.held[subject] -= request.room; r.held[subject] <= 0 {
		delete(r.held, subject)
	}
	request.room = 0
}
