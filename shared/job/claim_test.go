package job_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/job"
	"biom/shared/testenv"
)

// TestClaimKnowsItsOwnWrites: a write was stored, but its confirmation was lost. The next write
// of the owner must not take it for another process's; that of another process must be refused.
func TestClaimKnowsItsOwnWrites(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := b.newClient()
	record := job.ClaimRecord{ContentHash: "c", Header: job.Header{ID: uuid.NewString()}, Expires: time.Now().Add(time.Hour)}
	claim, err := b.client.Claim(t.Context(), b.client.RequestName(b.client.RepeatedID("s", "k")), record)
	if err != nil {
		t.Fatal(err)
	}
	// unconfirmed writes what the owner of claim does not hear of.
	unconfirmed := func() *job.Claim {
		stored, err := b.client.ReadClaim(t.Context(), claim.Name())
		if err != nil {
			t.Fatal(err)
		}
		return stored
	}
	if err := unconfirmed().NoteCharge(t.Context(), "charge"); err != nil {
		t.Fatal(err)
	}
	if err := claim.NoteCharge(t.Context(), "charge"); err != nil {
		t.Errorf("after an unconfirmed write: %v", err)
	}
	if err := unconfirmed().NoteCharge(t.Context(), "charge"); err != nil {
		t.Fatal(err)
	}
	if err := claim.Release(t.Context()); err != nil {
		t.Errorf("a release after an unconfirmed write: %v", err)
	}
	if claim, err = b.client.Claim(t.Context(), claim.Name(), record); err != nil {
		t.Fatal(err)
	}
	if _, err := other.TakeOver(t.Context(), unconfirmed(), record); err != nil {
		t.Fatal(err)
	}
	if err := claim.Finish(t.Context(), job.Outcome{ID: claim.Header.ID, Status: 200, Body: []byte("{}")}); !errors.Is(err, job.ErrClaimed) {
		t.Errorf("after another has taken over: %v", err)
	}
}

// TestOwnerState: a process works on a request from its claim, which it may make again, until
// it has left each of them.
func TestOwnerState(t *testing.T) {
	t.Parallel()
	b := setup(t)
	owner := b.newClient()
	name := owner.RequestName(owner.RepeatedID("s", "k"))
	record := job.ClaimRecord{ContentHash: "c", Header: job.Header{ID: uuid.NewString()}, Expires: time.Now().Add(time.Hour)}
	claim, err := owner.Claim(t.Context(), name, record)
	if err != nil {
		t.Fatal(err)
	}
	is := func(when string, want job.OwnerState) {
		t.Helper()
		read, err := b.client.ReadClaim(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if got := read.OwnerState(t.Context()); got != want {
			t.Errorf("%s: state %d, not %d", when, got, want)
		}
	}
	is("after the claim", job.OwnerWorks)
	if _, err := owner.Claim(t.Context(), name, record); !errors.Is(err, job.ErrClaimed) {
		t.Fatal(err)
	}
	owner.Leave(claim.Header.ID)
	is("while another try goes on", job.OwnerWorks)
	owner.Leave(claim.Header.ID)
	is("after both were left", job.OwnerLeft)
	owner.Close()
	testenv.Await(t, "the server to know", func() bool { return claim.OwnerState(t.Context()) == job.OwnerGone })
}

// TestOutcomeOfADurableRequestIsDeletedInTime: the server deletes it when the request is forgotten,
// unless repeats may still ask for it.
func TestOutcomeOfADurableRequestIsDeletedInTime(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, repeatable := range []bool{false, true} {
		name := b.client.RequestName(b.client.NewRequestID())
		claim, err := b.client.Claim(t.Context(), name, job.ClaimRecord{Header: job.Header{ID: "r"}, Durable: &job.Durable{Repeatable: repeatable}})
		if err != nil {
			t.Fatal(err)
		}
		err = claim.Change(t.Context(), func(r *job.ClaimRecord) {
			r.Outcome, r.Durable.Forget = &job.Outcome{ID: "r", Body: []byte("{}")}, time.Now()
		})
		if err != nil {
			t.Fatal(err)
		}
		if !repeatable {
			testenv.Await(t, "the deletion", func() bool {
				stored, err := b.client.ReadClaim(t.Context(), name)
				return err == nil && stored == nil
			})
		} else if stored, err := b.client.ReadClaim(t.Context(), name); err != nil || stored == nil {
			t.Errorf("%v %v", stored, err)
		}
	}
}
