package main

import "biom/api/web"

// openapiCmd prints what biom serves at /openapi.json: the types of the clients in
// other languages are generated from it.
type openapiCmd struct{}

// Run prints the document.
func (*openapiCmd) Run(p *process) error {
	_, err := p.Stdout.Write(web.OpenAPI())
	return err
}
