// Swagger UI has colours for the dark, but leaves to the page when they are shown.
const dark = matchMedia('(prefers-color-scheme: dark)');
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followScheme);
followScheme();

// Tries of calls go to the gateway that serves this page: the description names its address without a host.
SwaggerUIBundle({
  url: '../openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
