// Command bundle writes the app's modules as one file, app/bundle.js among the
// static files of package web. Run it with `go generate ./api/web` after each
// change of a module or of the table of fields, which is a module too.
//
// Without the bundle a browser would send 60 more requests, whose headers are
// larger than most modules; on a phone that takes seconds.
package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"biom/api/web"
)

func main() {
	bundle, err := build(web.StaticFiles())
	if err == nil {
		err = os.WriteFile("static/"+web.BundlePath, bundle, 0o644) //nolint:gosec // a source file that everybody may read
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bundle:", err)
		os.Exit(1)
	}
}

// build returns app/main.js together with every module that it imports. The
// same files always give the same bundle.
func build(files map[string][]byte) ([]byte, error) {
	result := api.Build(api.BuildOptions{
		EntryPoints:      []string{"./app/main.js"},
		Bundle:           true,
		Format:           api.FormatESModule,
		Target:           api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsEndOfFile, // keeps lit-html's licence
		LogLevel:      api.LogLevelSilent,
		Plugins:       []api.Plugin{loadFrom(files)},
	})
	if len(result.Errors) > 0 {
		return nil, errors.New(strings.Join(api.FormatMessages(result.Errors, api.FormatMessagesOptions{}), ""))
	}
	return result.OutputFiles[0].Contents, nil
}

// loadFrom returns a plugin that has esbuild read the modules from files. A
// module that is imported dynamically stays a file of its own, which the
// browser loads when it is needed.
func loadFrom(files map[string][]byte) api.Plugin {
	const namespace = "static"
	return api.Plugin{Name: namespace, Setup: func(plugin api.PluginBuild) {
		plugin.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if a.Kind == api.ResolveJSDynamicImport {
				return api.OnResolveResult{Path: a.Path, External: true}, nil
			}
			return api.OnResolveResult{Path: path.Join(path.Dir(a.Importer), a.Path), Namespace: namespace}, nil
		})
		plugin.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: namespace}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			module, ok := files[a.Path]
			if !ok {
				return api.OnLoadResult{}, fmt.Errorf("there is no file %s", a.Path)
			}
			text := string(module)
			return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
		})
	}}
}
