// The explorer of the API. It asks this server only: for the description, and
// for what is tried out.

const dark = matchMedia('(prefers-color-scheme: dark)');

// theme follows what was chosen in the app, else the system.
function theme() {
  document.documentElement.classList.toggle('dark-mode', chosen() ? chosen() === 'dark' : dark.matches);
}

function chosen() {
  try {
    return localStorage.getItem('biom.theme');
  } catch {
    return null; // storage is forbidden
  }
}

theme();
dark.addEventListener('change', theme);
addEventListener('storage', theme);

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null, // it would send the description elsewhere
});
