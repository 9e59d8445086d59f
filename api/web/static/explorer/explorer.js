// The explorer of the API. It sends requests to this server only.

const dark = matchMedia('(prefers-color-scheme: dark)');

// applyTheme applies the theme that was chosen in the app, or else the system's.
function applyTheme() {
  document.documentElement.classList.toggle('dark-mode', chosen() ? chosen() === 'dark' : dark.matches);
}

function chosen() {
  try {
    return localStorage.getItem('biom.theme');
  } catch {
    return null; // storage is forbidden
  }
}

applyTheme();
dark.addEventListener('change', applyTheme);
addEventListener('storage', applyTheme);

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null, // a validator would get the description on another server
});
