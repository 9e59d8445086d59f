package analytics

import "biom/shared/broker"

// Rights returns what a [Publisher] must be allowed to do on NATS.
func Rights() (rights []broker.Right) {
	for _, subject := range []string{subjectEvents + broker.Nobody, "$JS.API.STREAM.CREATE." + Stream, "$JS.API.STREAM.UPDATE." + Stream, "$JS.API.STREAM.INFO." + Stream} {
		rights = append(rights, broker.Right{Subject: subject, Why: "publish analytics events"})
	}
	return rights
}
