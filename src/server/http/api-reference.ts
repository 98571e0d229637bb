import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { escapeHtml } from './escape-html.ts'
import type { OpenApiDocument } from './openapi.ts'

const { resolve } = createRequire(import.meta.url)

/** Next to the calls that it describes; the website does not link to it. */
const path = '/api/docs'

const paths = {
  style: `${path}/swagger-ui.css`,
  viewer: `${path}/swagger-ui-bundle.js`,
  start: `${path}/start.js`,
}

const javascript = 'text/javascript; charset=utf-8'

/**
 * The API reference page: Swagger UI with the document inlined, under its own content security policy
 * (docs/decisions/0053). It shares an origin with the portal's token, so that it can neither send calls nor load a document.
 */
export function apiReference(name: string, document: OpenApiDocument) {
  return [
    { paths: [path], type: 'text/html; charset=utf-8', text: page(name), reference: true },
    { paths: [paths.start], type: javascript, text: start(document) },
  ]
}

/** The viewer's files, the same for every organization; about 400 kB compressed. */
export async function apiReferenceViewer() {
  const file = (of: string) => readFile(resolve(`swagger-ui-dist/${of}`), 'utf8')
  return [
    {
      paths: [paths.style],
      type: 'text/css; charset=utf-8',
      text: (await file('swagger-ui.css')) + accessibilityFixes,
    },
    { paths: [paths.viewer], type: javascript, text: await file('swagger-ui-bundle.js') },
  ]
}

const page = (name: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(`API · ${name}`)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${paths.style}">
<script src="${paths.viewer}" defer></script>
<script src="${paths.start}" defer></script>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. <a href="/api/openapi.json">The OpenAPI document</a> says the same.</noscript>
</body>
</html>
`

/**
 * The features begin closed: of more than 126 open calls Swagger UI 5.35 shows three. Without 'Try it out', the token and server controls are useless. Links to single calls (`deepLinking`) would be nested
 * in buttons, which keyboards and screen readers can't use.
 */
const start = (document: OpenApiDocument) => `const nothing = () => () => null
SwaggerUIBundle({
  spec: ${JSON.stringify(document)},
  dom_id: '#reference',
  syntaxHighlight: false,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  supportedSubmitMethods: [],
  validatorUrl: null,
  queryConfigEnabled: false,
  plugins: [
    () => ({
      wrapComponents: {
        authorizeBtn: nothing,
        authorizeOperationBtn: nothing,
        ServersContainer: nothing,
        InfoContainer: (Info, { React }) => (props) =>
          React.createElement('section', { 'aria-label': 'About the API' }, React.createElement(Info, props)),
      },
    }),
  ],
})
`

/**
 * Accessibility fixes: a contrast of 4.5 to 1, examples without an unlabeled scroll area, copy buttons of constant size, no
 * empty bar, and narrow screens.
 */
const accessibilityFixes = `
.swagger-ui .opblock .opblock-summary-method { color: #000 }
.swagger-ui .info .title small pre, .swagger-ui .parameter__in { color: #000 }
.swagger-ui .scheme-container { display: none }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { width: 24px; transition: none }
.swagger-ui .highlight-code > .microlight { max-height: none; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 480px) {
  .swagger-ui .wrapper, .swagger-ui .opblock .opblock-body .responses-inner { padding: 0 8px }
}
`
