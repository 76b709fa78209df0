import { escapeHtml } from '../mail/html.ts'

/** A page of the documents, without scripts. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** The reference that `reference.js` draws from openapi.json. Its scripts are our own files: the policy allows no others. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Ohmstead API</title>
<link rel="icon" href="/brands/ohmstead/icon.svg">
</head>
<body>
<div id="reference"></div>
<noscript><p>This page needs JavaScript. Without it, read <a href="/api/docs/api">how to use the API</a> and
<a href="/api/openapi.json">openapi.json</a>.</p></noscript>
<script src="/api/docs/reference.js"></script>
<script src="/api/docs/start-reference.js"></script>
</body>
</html>
`

/** Draws the reference in the browser. Fonts, proxy, telemetry and assistants of the vendor stay off: nothing leaves the page. */
export const startReference = `Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  pageTitle: 'Ohmstead API',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  onBeforeRequest: ({ requestBuilder }) => requestBuilder.headers.set('x-requested-with', 'ohmstead'),
})
`

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; }
main { padding: 1.5rem 2rem; max-width: 60rem; box-sizing: border-box; margin: 0 auto; }
pre { background: #8881; padding: .75rem; overflow: auto; border-radius: 6px; font-size: 13px; line-height: 1.4; }
table { border-collapse: collapse; display: block; overflow: auto; }
th, td { border-top: 1px solid #8884; padding: .35rem .75rem .35rem 0; text-align: start; vertical-align: top; }
a { color: inherit; }
@media (max-width: 768px) { main { padding: 1rem; } }
`
