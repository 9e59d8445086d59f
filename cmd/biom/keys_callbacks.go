package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"text/tabwriter"

	"biom/cmd/internal/datadir"
	"biom/shared/apikey"
	"biom/shared/callback"
	"biom/shared/job"
)

// callbackArgs name an endpoint.
type callbackArgs struct {
	User string `required:"" help:"The user, as in biom keys list."`
	Name string `arg:"" help:"What requests call the endpoint: 1 to 64 of A-Z a-z 0-9 . _ ~ -."`
}

// sealFlags say with which key a secret is sealed.
type sealFlags struct {
	JobKey string `env:"BIOM_JOB_KEY" secret:"" help:"Key that seals jobs, the same as of the servers. Default: the one in the data directory."`
}

// box returns what seals the secrets of the deployment whose data are in store.
func (f sealFlags) box(store keyStoreFlags) (*job.Box, error) {
	key := f.JobKey
	if key == "" {
		var err error
		if key, err = datadir.JobKey(store.Data); errors.Is(err, fs.ErrNotExist) {
			return nil, errors.New("the secret of an endpoint is sealed with the key of the servers: give it in BIOM_JOB_KEY, or say with --data where biom serve keeps it")
		} else if err != nil {
			return nil, err
		}
	}
	keys, err := job.ParseKeys(key)
	if err != nil {
		return nil, err
	}
	return callbackBox(keys)
}

type callbacksAddCmd struct {
	callbackArgs `embed:""`

	URL string `arg:"" help:"Address to which the end of a job is posted: https://…."`

	Seal  sealFlags     `embed:""`
	Store keyStoreFlags `embed:""`
}

// Run adds an endpoint. It prints only the secret on standard output.
func (c *callbacksAddCmd) Run(t *terminal) error {
	box, err := c.Seal.box(c.Store)
	if err != nil {
		return err
	}
	e, secret, err := callback.NewEndpoint(box, c.User, c.Name, c.URL, t.Now())
	if err != nil {
		return err
	}
	err = c.Store.use(t, func(ctx context.Context, s adminStores) error {
		if err := hasKey(ctx, s.keys, c.User); err != nil {
			return err
		}
		return s.callbacks.Add(ctx, e)
	})
	if errors.Is(err, callback.ErrEndpointExists) {
		return errors.New("the user has an endpoint of this name; remove it first, or rotate its secret")
	}
	if err != nil {
		return err
	}
	return c.printSecret(t, secret, "remove")
}

// printSecret prints a secret. undo is the command for the case that it could not be printed.
func (a callbackArgs) printSecret(t *terminal, secret, undo string) error {
	if _, err := fmt.Fprintln(t.Stdout, secret); err != nil {
		return fmt.Errorf("the secret was made and could not be printed: %w; go on with: biom keys callbacks %s --user %s %s", err, undo, a.User, a.Name)
	}
	fmt.Fprintf(t.Stderr, "This is the secret of the endpoint %s of user %s. It is not shown again; its receiver verifies callbacks with it.\n", a.Name, a.User)
	return nil
}

// hasKey returns an error if no key of the user is in force: then nobody could name the endpoint.
func hasKey(ctx context.Context, keys apikey.Store, user string) error {
	all, err := keys.List(ctx)
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.User == user && r.Revoked.IsZero() {
			return nil
		}
	}
	return errors.New("this user has no service key; biom keys list shows the users")
}

type callbacksListCmd struct {
	Store keyStoreFlags `embed:""`
}

// Run lists the endpoints, by user and name.
func (c *callbacksListCmd) Run(t *terminal) error {
	var list []callback.Endpoint
	err := c.Store.use(t, func(ctx context.Context, s adminStores) (err error) {
		list, err = s.callbacks.List(ctx)
		return err
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "USER\tNAME\tURL\tCREATED\tROTATED")
	for _, e := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", e.User, e.Name, e.URL, timestamp(e.Created), timestamp(e.Rotated))
	}
	return w.Flush()
}

type callbacksRotateCmd struct {
	callbackArgs `embed:""`

	Seal  sealFlags     `embed:""`
	Store keyStoreFlags `embed:""`
}

// Run replaces the secret of an endpoint. It prints only the new one on standard output.
func (c *callbacksRotateCmd) Run(t *terminal) error {
	box, err := c.Seal.box(c.Store)
	if err != nil {
		return err
	}
	var secret string
	err = c.Store.use(t, func(ctx context.Context, s adminStores) error {
		e, err := s.callbacks.Find(ctx, c.User, c.Name)
		if err != nil {
			return err
		}
		var next callback.Endpoint
		if next, secret, err = callback.Rotated(box, e, t.Now()); err != nil {
			return err
		}
		return s.callbacks.Replace(ctx, e, next)
	})
	if err != nil {
		return noEndpoint(err)
	}
	return c.printSecret(t, secret, "rotate")
}

type callbacksRemoveCmd struct {
	callbackArgs `embed:""`

	Store keyStoreFlags `embed:""`
}

// Run removes an endpoint.
func (c *callbacksRemoveCmd) Run(t *terminal) error {
	err := c.Store.use(t, func(ctx context.Context, s adminStores) error { return s.callbacks.Remove(ctx, c.User, c.Name) })
	if err != nil {
		return noEndpoint(err)
	}
	fmt.Fprintf(t.Stderr, "The endpoint %s of user %s is removed. Callbacks that wait for it are given up.\n", c.Name, c.User)
	return nil
}

// noEndpoint returns an error of a command that names an endpoint.
func noEndpoint(err error) error {
	if errors.Is(err, callback.ErrNoEndpoint) {
		return errors.New("the user has no endpoint of this name; biom keys callbacks list shows them")
	}
	return err
}
