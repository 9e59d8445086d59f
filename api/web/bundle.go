package web

import (
	"path"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// bundlePath is where the bundle is served: beside the modules, so that what
// it says of other files is as true as where they say it.
const bundlePath = "app/bundle.js"

// bundle is the app's modules as one file. Each of them would cost a browser a
// request and its headers, together more than their own bytes, and a phone
// some seconds (deploy/lighthouse: 88 to 91 of 100, against 99). It is made in
// some 60 ms when the first browser comes, so that nobody has a build to run.
var bundle = sync.OnceValue(func() []byte {
	r := api.Build(api.BuildOptions{
		EntryPoints:      []string{"./app/main.js"},
		Bundle:           true,
		Format:           api.FormatESModule,
		Target:           api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsEndOfFile, // lit-html's licence goes along
		LogLevel:      api.LogLevelSilent,
		Plugins:       []api.Plugin{{Name: "static", Setup: fromStatic}},
	})
	if len(r.Errors) > 0 {
		panic("web: " + strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), ""))
	}
	return r.OutputFiles[0].Contents
})

// fromStatic has esbuild take the modules out of the static files. What is
// imported when it is needed stays a file of its own.
func fromStatic(build api.PluginBuild) {
	build.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
		if a.Kind == api.ResolveJSDynamicImport {
			return api.OnResolveResult{Path: a.Path, External: true}, nil
		}
		return api.OnResolveResult{Path: path.Join(path.Dir(a.Importer), a.Path), Namespace: "static"}, nil
	})
	build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "static"}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
		text := string(files()[a.Path])
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
	})
}
