package fair

import "context"

type callerKey struct{}

// ForCaller returns a context whose work counts as the named caller's (see [Caller]). The
// name is any token that is the same for all work of one caller.
func ForCaller(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, callerKey{}, name)
}

// Caller returns the name of the caller of a context. It is "" if there is none, as for
// work that nobody has sent: an evaluation on the command line.
func Caller(ctx context.Context) string {
	name, _ := ctx.Value(callerKey{}).(string)
	return name
}
