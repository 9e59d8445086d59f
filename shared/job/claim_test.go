package job_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/job"
	"biom/shared/testenv"
)

// claimNew claims a new request.
func claimNew(t *testing.T, c *job.Client, r job.ClaimRecord) *job.Claim {
	t.Helper()
	return claim(t, c, c.RequestName(c.NewRequestID()), r)
}

func claim(t *testing.T, c *job.Client, name string, r job.ClaimRecord) *job.Claim {
	t.Helper()
	claim, err := c.Claim(t.Context(), name, r)
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

// readClaim reads the record of a request, nil if there is none.
func readClaim(t *testing.T, c *job.Client, name string) *job.Claim {
	t.Helper()
	stored, err := c.ReadClaim(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return stored
}

// TestClaimKnowsItsOwnWrites: a write was stored, but its confirmation was lost. The next write
// of the owner must not take it for another process's; that of another process must be refused.
func TestClaimKnowsItsOwnWrites(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := b.newClient()
	record := job.ClaimRecord{ContentHash: "c", Header: job.Header{ID: uuid.NewString()}, Expires: time.Now().Add(time.Hour)}
	own := claimNew(t, b.client, record)
	// unconfirmed writes what the owner of the claim does not hear of.
	unconfirmed := func() *job.Claim { return readClaim(t, b.client, own.Name()) }
	if err := unconfirmed().NoteCharge(t.Context(), "charge"); err != nil {
		t.Fatal(err)
	}
	if err := own.NoteCharge(t.Context(), "charge"); err != nil {
		t.Errorf("after an unconfirmed write: %v", err)
	}
	if err := unconfirmed().NoteCharge(t.Context(), "charge"); err != nil {
		t.Fatal(err)
	}
	if err := own.Release(t.Context()); err != nil {
		t.Errorf("a release after an unconfirmed write: %v", err)
	}
	own = claim(t, b.client, own.Name(), record)
	outcome := job.Outcome{ID: own.Header.ID, Status: 200, Body: []byte("{}")}
	if err := unconfirmed().Finish(t.Context(), outcome); err != nil {
		t.Fatal(err)
	}
	if err := own.Finish(t.Context(), outcome); err != nil {
		t.Errorf("an outcome after an unconfirmed write of it: %v", err)
	}
	if err := unconfirmed().Finish(t.Context(), job.Outcome{ID: own.Header.ID, Status: 200, Body: []byte("[]")}); err != nil {
		t.Fatal(err)
	}
	if err := own.Finish(t.Context(), outcome); !errors.Is(err, job.ErrClaimed) {
		t.Errorf("after another outcome: %v", err)
	}
	if err := unconfirmed().Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	own = claim(t, b.client, own.Name(), record)
	if _, err := other.TakeOver(t.Context(), unconfirmed(), record); err != nil {
		t.Fatal(err)
	}
	if err := own.Finish(t.Context(), outcome); !errors.Is(err, job.ErrClaimed) {
		t.Errorf("after another has taken over: %v", err)
	}
}

// TestClaimKnowsItsLateWrites: unconfirmed writes of the owner are stored late, when NATS goes on or has changed its
// leader. None of them is another process's.
func TestClaimKnowsItsLateWrites(t *testing.T) {
	t.Parallel()
	for name, interfere := range map[string]func(t *testing.T, b *bundle, claim *job.Claim) error{
		"stored after the owner has read the record": func(t *testing.T, b *bundle, claim *job.Claim) error {
			stored, err := b.client.ReadClaim(t.Context(), claim.Name())
			if err != nil {
				t.Fatal(err)
			}
			return stored.NoteCharge(t.Context(), "charge")
		},
		"known to the server, but not to be read yet": func(*testing.T, *bundle, *job.Claim) error { return job.ErrClaimed },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			claim, err := b.client.Claim(t.Context(), b.client.RequestName(b.client.NewRequestID()), job.ClaimRecord{Header: job.Header{ID: "r"}})
			if err != nil {
				t.Fatal(err)
			}
			times := 3
			err = claim.ChangeAfter(t.Context(), func() error {
				if times--; times < 0 {
					return nil
				}
				return interfere(t, b, claim)
			}, func(r *job.ClaimRecord) { r.Outcome = &job.Outcome{ID: "r", Status: 200, Body: []byte("{}")} })
			if err != nil {
				t.Error(err)
			}
			if stored, err := b.client.ReadClaim(t.Context(), claim.Name()); err != nil || stored.Outcome == nil {
				t.Errorf("%+v, %v", stored, err)
			}
		})
	}
}

// TestClaimOnAnUnreadableRecord: whose record is there cannot be read at the moment, so it is not known to be
// another process's.
func TestClaimOnAnUnreadableRecord(t *testing.T) {
	t.Parallel()
	b := setup(t)
	own := claimNew(t, b.client, job.ClaimRecord{Header: job.Header{ID: "r"}})
	bucket, err := b.conn.JS.KeyValue(t.Context(), job.BucketRequests)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bucket.Put(t.Context(), own.Name(), []byte("nothing that can be opened")); err != nil {
		t.Fatal(err)
	}
	if err := own.NoteCharge(t.Context(), "charge"); err == nil || errors.Is(err, job.ErrClaimed) {
		t.Errorf("%v", err)
	}
}

// TestUploadOfALaterRequest: who deletes the file of a request does not delete that of a later request of the
// same name.
func TestUploadOfALaterRequest(t *testing.T) {
	t.Parallel()
	b := setup(t)
	name := b.client.RequestName(b.client.NewRequestID())
	var numbers []uint64
	for _, file := range []string{"first", "second"} {
		number, err := b.client.KeepUpload(t.Context(), name, []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, number)
	}
	for i, want := range []string{"second", ""} {
		if err := b.client.DropUpload(t.Context(), name, numbers[i]); err != nil {
			t.Fatal(err)
		}
		if file, err := b.client.ReadUpload(t.Context(), name); err != nil || string(file) != want {
			t.Errorf("%q, %v", file, err)
		}
	}
}

// TestOwnerThatWasBelievedToBeGone: another api has deleted an owner's entry. The owner makes it again, or
// nobody would look for its requests when it dies.
func TestOwnerThatWasBelievedToBeGone(t *testing.T) {
	t.Parallel()
	b := setup(t)
	stream, err := b.conn.JS.Stream(t.Context(), job.StreamUploads)
	if err != nil {
		t.Fatal(err)
	}
	owners := func() uint64 {
		info, err := stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return info.State.Msgs
	}
	sweep := func(c *job.Client) {
		if orphans, err := c.Orphans(t.Context()); err != nil || len(orphans) > 0 {
			t.Errorf("%v, %v", orphans, err)
		}
	}
	owner := b.newClient()
	if sweep(owner); owners() != 0 {
		t.Error("a process that owns nothing has an entry")
	}
	if err := owner.BeOwner(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sweep(owner); owners() != 1 {
		t.Error("the owner has no entry")
	}
	owner.Close()
	testenv.Await(t, "the end of the entry of an owner that is gone", func() bool { sweep(b.client); return owners() == 0 })
}

// TestUnreadableRecord: a record that cannot be opened, because its job key was removed, does not keep other
// requests of a dead api from being adopted.
func TestUnreadableRecord(t *testing.T) {
	t.Parallel()
	b := setup(t)
	owner := b.newClient()
	bucket, err := b.conn.JS.KeyValue(t.Context(), job.BucketRequests)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		name := owner.RequestName(owner.NewRequestID())
		if i == 0 {
			_, err = owner.Claim(t.Context(), name, job.ClaimRecord{Header: job.Header{ID: "r"}, Durable: &job.Durable{Kept: true}})
		} else {
			_, err = bucket.Put(t.Context(), name, []byte("nothing that can be opened"))
		}
		_, uploadErr := owner.KeepUpload(t.Context(), name, []byte("file"))
		if err := errors.Join(err, uploadErr, owner.BeOwner(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	owner.Close()
	testenv.Await(t, "the orphan", func() bool {
		orphans, err := b.client.Orphans(t.Context())
		return len(orphans) == 1 && err != nil
	})
}

// TestOwnerState: a process works on a request from its claim, which it may make again, until
// it has left each of them.
func TestOwnerState(t *testing.T) {
	t.Parallel()
	b := setup(t)
	owner := b.newClient()
	record := job.ClaimRecord{ContentHash: "c", Header: job.Header{ID: uuid.NewString()}, Expires: time.Now().Add(time.Hour)}
	own := claimNew(t, owner, record)
	is := func(when string, want job.OwnerState) {
		t.Helper()
		if got := readClaim(t, b.client, own.Name()).OwnerState(t.Context()); got != want {
			t.Errorf("%s: state %d, not %d", when, got, want)
		}
	}
	is("after the claim", job.OwnerWorks)
	if _, err := owner.Claim(t.Context(), own.Name(), record); !errors.Is(err, job.ErrClaimed) {
		t.Fatal(err)
	}
	owner.Leave(own.Header.ID)
	is("while another try goes on", job.OwnerWorks)
	id := own.Header.ID
	if err := own.Renew(t.Context(), uuid.NewString(), false); err != nil {
		t.Fatal(err)
	}
	is("with a new job", job.OwnerWorks)
	owner.Leave(id)
	is("after both were left", job.OwnerLeft)
	owner.Close()
	testenv.Await(t, "the server to know", func() bool { return own.OwnerState(t.Context()) == job.OwnerGone })
}

// TestOutcomeOfADurableRequestIsDeletedInTime: the server deletes it when the request is forgotten,
// unless repeats may still ask for it. After that the name can be claimed again.
func TestOutcomeOfADurableRequestIsDeletedInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, c := range []struct{ repeatable, uncharged, deleted bool }{
		{false, false, true}, {false, true, true}, {true, false, false}, {true, true, true},
	} {
		record := job.ClaimRecord{Header: job.Header{ID: "r"}, Durable: &job.Durable{Repeatable: c.repeatable}}
		own := claimNew(t, b.client, record)
		err := own.Change(t.Context(), func(r *job.ClaimRecord) {
			r.Outcome, r.Durable.Forget = &job.Outcome{ID: "r", Body: []byte("{}"), Uncharged: c.uncharged}, time.Now()
		})
		if err != nil {
			t.Fatal(err)
		}
		if !c.deleted {
			if stored := readClaim(t, b.client, own.Name()); stored == nil {
				t.Errorf("%v: it was deleted", c)
			}
			continue
		}
		testenv.Await(t, fmt.Sprintf("the deletion: %v", c), func() bool {
			return readClaim(t, b.client, own.Name()) == nil
		})
		claim(t, b.client, own.Name(), record)
	}
}

// TestRecordsAreReadFromTheLeader: a replica that lags behind does not have a record that was just written, or
// still has one that was deleted.
func TestRecordsAreReadFromTheLeader(t *testing.T) {
	t.Parallel()
	b := setup(t)
	own := claimNew(t, b.client, job.ClaimRecord{Header: job.Header{ID: "r"}})
	fromAny, err := b.conn.NATS.SubscribeSync("$JS.API.DIRECT.GET.KV_" + job.BucketRequests + ".>")
	if err != nil {
		t.Fatal(err)
	}
	if readClaim(t, b.client, own.Name()) == nil {
		t.Error("it is not there")
	}
	if err := own.Release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if readClaim(t, b.client, own.Name()) != nil {
		t.Error("it is still there")
	}
	if n, _, err := fromAny.Pending(); err != nil || n > 0 {
		t.Errorf("%d reads from any replica, %v", n, err)
	}
}
