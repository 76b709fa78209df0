import type { OpenApi, OpenApiOperation } from './build-openapi.ts'
import { describeSchema } from './describe-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** The API as one page without scripts: contents, then every call with what it takes, gives and refuses. */
export function renderDocs(api: OpenApi): string {
  const calls = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const groups = Map.groupBy(calls, ({ operation }) => operation.tags[0]!)
  const contents = [...groups].map(
    ([tag, own]) =>
      `<li><a href="#${tag}">${tag}</a><ul>${own
        .map(
          ({ method, path, operation }) =>
            `<li><a href="#${operation.operationId}">${method} ${escapeHtml(path)}</a></li>`,
        )
        .join('')}</ul></li>`,
  )
  const sections = [...groups].map(
    ([tag, own]) => `<section><h2 id="${tag}">${tag}</h2>${own.map(renderCall).join('')}</section>`,
  )
  const schemas = Object.entries(api.components.schemas).map(
    ([name, schema]) => `<article id="${name}"><h3>${name}</h3>${renderSchema(schema)}</article>`,
  )
  return renderPage(
    `${api.info.title} API`,
    `<nav aria-label="Calls"><ul>${contents.join('')}</ul></nav>
<main>
<h1>${api.info.title} API <small>${escapeHtml(api.info.version)}</small></h1>
<p>${escapeHtml(api.info.description).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
<p>All paths are below <code>/api</code>. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join('\n')}
<section><h2 id="shared">Shared shapes</h2>${schemas.join('')}</section>
</main>`,
  )
}

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

function renderCall({
  method,
  path,
  operation,
}: {
  method: string
  path: string
  operation: OpenApiOperation
}): string {
  const { parameters, requestBody, responses } = operation
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  const answer = Object.entries(responses).find(([status]) => Number(status) < 400)
  const answerSchema = answer?.[1].content?.['application/json']?.schema.properties?.data
  const bodySchema = requestBody?.content['application/json']?.schema.properties?.data
  return `<article id="${operation.operationId}">
<h3><b class="${method.toLowerCase()}">${method}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p>
<p class="permission">Permission: <code>${escapeHtml(operation['x-permission'])}</code></p>
${parameters.length > 0 ? `<h4>Parameters</h4><dl>${parameters.map(renderParameter).join('')}</dl>` : ''}
${bodySchema ? `<h4>Request <code>data</code></h4>${renderSchema(bodySchema)}` : ''}
<h4>Answer ${answer?.[0] ?? ''}</h4>${answerSchema ? renderSchema(answerSchema) : `<p>${escapeHtml(answer?.[1].description ?? '')}</p>`}
<h4>Refusals</h4><p>${refusals.map(([status, { description }]) => `${status} <code>${escapeHtml(description)}</code>`).join(', ')}</p>
</article>`
}

function renderParameter(parameter: OpenApiOperation['parameters'][number]): string {
  const more = [parameter.in, parameter.required ? 'required' : 'optional', describeSchema(parameter.schema)]
  return `<dt><code>${escapeHtml(parameter.name)}</code></dt><dd>${escapeHtml(more.join(', '))}</dd>`
}

const renderSchema = (schema: JsonSchema) => `<pre tabindex="0">${escapeHtml(describeSchema(schema))}</pre>`

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 22rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; box-sizing: border-box; font-size: 13px; border-inline-end: 1px solid #8884; }
nav a { overflow-wrap: anywhere; }
nav ul { list-style: none; margin: 0 0 .5rem; padding-inline-start: .75rem; }
main { padding: 1.5rem 2rem; max-width: 60rem; } main:only-child { grid-column: 1 / -1; box-sizing: border-box; width: 100%; justify-self: center; }
article { border-top: 1px solid #8884; padding: .5rem 0 1rem; }
h3 { font-size: 1.05rem; } h4 { margin: .75rem 0 .25rem; font-size: .85rem; }
pre { background: #8881; padding: .75rem; overflow: auto; border-radius: 6px; font-size: 13px; line-height: 1.4; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; } dd { margin: 0; }
.permission { opacity: .85; }
a { color: inherit; }
@media (max-width: 768px) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; } main { padding: 1rem; } }
`
