package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/shared/apikey"
	"biom/shared/quota"
)

// keysCmd has the commands that change the service keys. They use the database directly;
// servers may run meanwhile.
type keysCmd struct {
	Create keysCreateCmd `cmd:"" help:"Make a service key and print it, this once."`
	List   keysListCmd   `cmd:"" help:"List the service keys: ID, user, credits in 24 hours. The keys themselves are not kept."`
	Revoke keysRevokeCmd `cmd:"" help:"End a service key. It stops working within 30 seconds."`

	Callbacks struct {
		Add    callbacksAddCmd    `cmd:"" help:"Allow a user to have an endpoint told of the end of jobs. Prints its secret, this once."`
		List   callbacksListCmd   `cmd:"" help:"List the endpoints. Their secrets are not shown."`
		Rotate callbacksRotateCmd `cmd:"" help:"Give an endpoint a new secret and print it, this once. The one before it signs for a day more."`
		Remove callbacksRemoveCmd `cmd:"" help:"Remove an endpoint. Callbacks that wait for it are given up."`
	} `cmd:"" help:"The endpoints of callbacks that users with service keys may name."`
}

type keysCreateCmd struct {
	User       string  `required:"" help:"Whose quotas the key uses: 1 to 64 of A-Z a-z 0-9 . _ @ -. Keys of one user share them."`
	BiomAI     credits `name:"biomai" default:"${key_biomai}" help:"Credits in 24 hours for extraction; 0: none."`
	BiomAIBYOK credits `name:"biomai-byok" default:"${key_biomai_byok}" help:"Credits in 24 hours for extraction with the caller's provider key."`
	BiomJSON   credits `name:"biomjson" default:"${key_biomjson}" help:"Credits in 24 hours for JSON validation."`
	Retrieve   credits `default:"${key_retrieve}" help:"Credits in 24 hours for retrieving shares."`

	Store keyStoreFlags `embed:""`
}

// Run makes a key. It prints only the key on standard output, so that it can be piped
// to a store of secrets.
func (c *keysCreateCmd) Run(t *terminal) error {
	key := apikey.Generate()
	r := apikey.Record{ID: apikey.NewID(), User: c.User, Created: t.Now(), Limits: apikey.Limits{
		BiomAI: int64(c.BiomAI), BiomAIBYOK: int64(c.BiomAIBYOK), BiomJSON: int64(c.BiomJSON), Retrieve: int64(c.Retrieve),
	}}
	err := c.Store.use(t, func(ctx context.Context, s adminStores) error {
		return s.keys.Create(ctx, apikey.HashOf(key), r)
	})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(t.Stdout, key); err != nil {
		return fmt.Errorf("the key was made and could not be printed: %w; revoke it with: biom keys revoke %s", err, r.ID)
	}
	fmt.Fprintf(t.Stderr, "This is the key of user %s. It works at once and is not shown again; its ID is %s.\n", r.User, r.ID)
	return nil
}

type keysListCmd struct {
	Store keyStoreFlags `embed:""`
}

// Run lists the keys, the oldest first.
func (c *keysListCmd) Run(t *terminal) error {
	var list []apikey.Record
	err := c.Store.use(t, func(ctx context.Context, s adminStores) (err error) {
		list, err = s.keys.List(ctx)
		return err
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tUSER\tBIOMAI\tBIOMAI-BYOK\tBIOMJSON\tRETRIEVE\tCREATED\tREVOKED")
	for _, r := range list {
		l := r.Limits
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, r.User,
			quota.Credits(l.BiomAI), quota.Credits(l.BiomAIBYOK), quota.Credits(l.BiomJSON), quota.Credits(l.Retrieve),
			timestamp(r.Created), timestamp(r.Revoked))
	}
	return w.Flush()
}

// timestamp returns a time in UTC, or a dash if there is none.
func timestamp(at time.Time) string {
	if at.IsZero() {
		return display.None
	}
	return at.UTC().Format(time.RFC3339)
}

type keysRevokeCmd struct {
	ID string `arg:"" help:"ID of the key, as biom keys list shows it."`

	Store keyStoreFlags `embed:""`
}

// Run revokes a key. Errors do not repeat the ID, because it may be a key that was
// given by mistake.
func (c *keysRevokeCmd) Run(t *terminal) error {
	var r apikey.Record
	err := c.Store.use(t, func(ctx context.Context, s adminStores) (err error) {
		r, err = s.keys.Revoke(ctx, c.ID, t.Now())
		return err
	})
	if errors.Is(err, apikey.ErrNoSuchKey) {
		return errors.New("no key has this ID; biom keys list shows the IDs")
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Stderr, "Key %s of user %s is revoked since %s. Servers notice within 30 seconds.\n", r.ID, r.User, timestamp(r.Revoked))
	return nil
}
