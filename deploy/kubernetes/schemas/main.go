// Command schemas writes the JSON schemas with which kubeconform checks manifests:
//
//	schemas DIR SWAGGER CRD…
//
// SWAGGER is the OpenAPI document of Kubernetes (swagger.json), each CRD a file with
// custom resource definitions. The schemas are strict: an object may have only the
// fields that its definition names. DIR gets GROUP_VERSION_KIND.json for each kind, in
// lower case, and definitions.json, to which those of Kubernetes refer. Kinds without a
// group have the version in its place, as kubeconform looks for them.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: schemas DIR SWAGGER CRD…")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "schemas:", err)
		os.Exit(1)
	}
}

type object = map[string]any

func run(dir, swagger string, crds []string) error {
	if err := writeKubernetes(dir, swagger); err != nil {
		return fmt.Errorf("%s: %w", swagger, err)
	}
	for _, crd := range crds {
		if err := writeCustom(dir, crd); err != nil {
			return fmt.Errorf("%s: %w", crd, err)
		}
	}
	return nil
}

// writeKubernetes writes the schemas of the kinds that Kubernetes itself has.
func writeKubernetes(dir, swagger string) error {
	text, err := os.ReadFile(swagger) //nolint:gosec // G703: the caller names it
	if err != nil {
		return err
	}
	var document struct{ Definitions map[string]object }
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	if len(document.Definitions) == 0 {
		return errors.New("no definitions")
	}
	for name, definition := range document.Definitions {
		kinds, _ := definition["x-kubernetes-group-version-kind"].([]any)
		if len(kinds) == 1 { // those with more, such as DeleteOptions, are no resources
			kind := kinds[0].(object)
			reference := object{"$ref": "definitions.json#/definitions/" + name}
			if err := write(dir, fmt.Sprint(kind["group"]), fmt.Sprint(kind["version"]), fmt.Sprint(kind["kind"]), reference); err != nil {
				return err
			}
		}
		strict(definition)
	}
	// JSON has one of two types where OpenAPI 2 can only say "string".
	either := []any{object{"type": "string"}, object{"type": "number"}}
	document.Definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"] = object{"oneOf": either}
	document.Definitions["io.k8s.apimachinery.pkg.api.resource.Quantity"] = object{"oneOf": either}
	return writeJSON(filepath.Join(dir, "definitions.json"), object{"definitions": document.Definitions})
}

// writeCustom writes the schemas of the custom resource definition in a file.
func writeCustom(dir, file string) error {
	text, err := os.ReadFile(file) //nolint:gosec // G703: the caller names it
	if err != nil {
		return err
	}
	var crd struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Schema struct {
					OpenAPIV3Schema object `yaml:"openAPIV3Schema"`
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &crd); err != nil {
		return err
	}
	for _, version := range crd.Spec.Versions {
		strict(version.Schema.OpenAPIV3Schema)
		if err := write(dir, crd.Spec.Group, version.Name, crd.Spec.Names.Kind, version.Schema.OpenAPIV3Schema); err != nil {
			return err
		}
	}
	return nil
}

// strict refuses other fields than those that a schema names, in the schema and in those
// inside it.
func strict(schema any) {
	switch s := schema.(type) {
	case []any:
		for _, item := range s {
			strict(item)
		}
	case object:
		_, named := s["properties"].(object)
		if s["additionalProperties"] == nil && named && s["x-kubernetes-preserve-unknown-fields"] != true {
			s["additionalProperties"] = false
		}
		for _, item := range s {
			strict(item)
		}
	}
}

func write(dir, group, version, kind string, schema object) error {
	name := strings.ToLower(cmp.Or(group, version) + "_" + version + "_" + kind)
	return writeJSON(filepath.Join(dir, name+".json"), schema)
}

func writeJSON(path string, schema object) error {
	text, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600) //nolint:gosec // G703: the caller names the directory
}
