package job_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/job"
)

// TestClaimKnowsItsOwnWrites: a write was stored, but its confirmation was lost. The next write
// of the owner must not take it for another process's; that of another process must be refused.
func TestClaimKnowsItsOwnWrites(t *testing.T) {
	t.Parallel()
	b := setup(t)
	other := b.newClient()
	record := job.ClaimRecord{ContentHash: "c", Header: job.Header{ID: uuid.NewString()}, Expires: time.Now().Add(time.Hour)}
	claim, err := b.client.Claim(t.Context(), b.client.ClaimName("s", "k"), record)
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
	if _, err := other.TakeOver(t.Context(), unconfirmed(), record); err != nil {
		t.Fatal(err)
	}
	if err := claim.Finish(t.Context(), job.Outcome{ID: claim.Header.ID, Status: 200, Body: []byte("{}")}); !errors.Is(err, job.ErrClaimed) {
		t.Errorf("after another has taken over: %v", err)
	}
}
