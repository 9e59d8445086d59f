package recordingtest

// The servers that requests are sent to.
const (
	modelServer = "model" // a language model reads documents: the stand-in
	localServer = "local" // biom's own reader reads documents
	smallServer = "small" // limits that a few requests reach, and no analytics
)

// Settings returns the environment of a server. vendor is the URL of [Book.Vendor].
func Settings(server, vendor string) []string {
	patient := "BIOM_EXTRACT_TIMEOUT=2m" // no answer depends on the speed of the machine
	if server == localServer {
		return []string{patient}
	}
	model := []string{patient, "BIOM_PROVIDER=openai", "BIOM_MODEL=any", "BIOM_PROVIDER_URL=" + vendor + "/v1", "BIOM_PROVIDER_KEYS=" + vendorKey}
	if server == modelServer {
		return model
	}
	return append(model, "BIOM_MAX_UPLOAD=64KiB", "BIOM_QUOTA_BIOMAI=2", "BIOM_QUOTA_BIOMAI_BYOK=1", "BIOM_QUOTA_BIOMJSON=2", "BIOM_QUOTA_RETRIEVE=1",
		"BIOM_ANALYTICS=false", "EXPORT_MAX_BODY_SIZE=8KiB", "EXPORT_MAX_RESPONSES=2",
		"BIOM_EXTRACT_TIMEOUT_SLOW=8s") // one request reaches it; it must be enough to begin the others
}
