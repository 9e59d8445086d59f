package callback

import "biom/shared/broker"

// Rights returns what a [Deliverer] must be allowed to do on NATS.
func Rights() (rights []broker.Right) {
	for _, s := range []string{
		subject + broker.Nobody, "$JS.API.STREAM.CREATE." + Stream, "$JS.API.STREAM.UPDATE." + Stream, "$JS.API.STREAM.INFO." + Stream,
		"$JS.API.CONSUMER.CREATE." + Stream + "." + consumer, "$JS.API.CONSUMER.MSG.NEXT." + Stream + "." + consumer,
		"$JS.ACK." + Stream + "." + consumer + "." + broker.Nobody,
	} {
		rights = append(rights, broker.Right{Subject: s, Why: "deliver callbacks"})
	}
	return rights
}
