const of = (...directives: readonly string[]): string => directives.join('; ');

/** What the dashboard may do: nothing of another host, no script or style that is not a file of ours, no text that becomes script (docs/dashboard.md#what-the-browser-is-told). */
const pagePolicy = of(
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // It starts the worker that renders drafts, at the one address it knows (docs/dashboard.md#the-preview).
  'trusted-types preview-worker',
  'report-uri /csp',
);

/** What a mail may do in its preview: show itself. The frame is nobody's origin, and runs the one script that puts the mail into it. */
const framePolicyWith = (images: string, fonts: string): string =>
  of(
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    `img-src ${images}`,
    `font-src ${fonts}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  );

const framePolicies: Readonly<Record<string, string>> = {
  '/frame/preview.html': framePolicyWith('https: http: data:', 'https: data:'),
  '/frame/preview-images-off.html': framePolicyWith('data:', 'data:'),
};

export const policyOf = (path: string): string => framePolicies[path] ?? pagePolicy;
