import type { FastifyInstance } from 'fastify'
import { once } from './once.ts'

type Json = Record<string, unknown>
type ApiOperation = {
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
} & Json

/**
 * The API reference: the OpenAPI document, and the same as an HTML page without scripts. Both are made at the first
 * request: they are rarely read, and take megabytes.
 */
export function serveDocs(app: FastifyInstance, document: () => Json) {
  const config = { access: 'public' } as const
  const json = once(() => JSON.stringify(document()))
  const page = once(() => printPage(document()))
  app.get('/api/docs/openapi.json', { config }, async (_, reply) =>
    reply.type('application/json; charset=utf-8').send(json()),
  )
  app.get('/api/docs', { config }, async (_, reply) =>
    reply
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page()),
  )
}

function printPage(document: Json): string {
  const { title, version, description } = document.info as Record<string, string>
  const paths = Object.entries(document.paths as Record<string, Record<string, ApiOperation>>)
  const sections = paths.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => printOperation(method.toUpperCase(), path, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escaped(title)}</title>
<link rel="icon" href="/logo.svg">
<style>${style}</style>
</head>
<body>
<main>
<h1>API reference</h1>
<p>${escaped(title)} ${escaped(version)}. ${escaped(description)} <a href="/api/docs/openapi.json">OpenAPI document</a></p>
${sections.join('\n')}
</main>
</body>
</html>`
}

function printOperation(method: string, path: string, operation: ApiOperation): string {
  const body = (operation.requestBody as { content: Record<string, { schema: Json }> } | undefined)?.content[
    'application/json'
  ]?.schema
  const responses = operation.responses as Record<string, { content: Record<string, { schema?: Json }> }>
  const response = responses['200']?.content['application/json']?.schema
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escaped(parameter.name)}</code></td><td>${escaped(parameter.in)}</td><td>${parameter.required ? 'required' : 'optional'}</td></tr>`,
  )
  return `<details>
<summary><b class="${method.toLowerCase()}">${method}</b> <code>${escaped(path)}</code> <span>${escaped(operation.summary)}</span></summary>
<p>${escaped(operation.description)}</p>
${rows.length > 0 ? `<table><tr><th>Parameter</th><th>In</th><th></th></tr>${rows.join('')}</table>` : ''}
${body ? `<h2>Body</h2><pre>${escaped(JSON.stringify(body, null, 2))}</pre>` : ''}
<h2>Response</h2><pre>${escaped(JSON.stringify(response ?? {}, null, 2))}</pre>
</details>`
}

const escaped = (text = '') => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const style = `
:root { color-scheme: light dark; --text: #14191c; --soft: #636d74; --line: #e4e8ea; --sunken: #f9fafa; --page: #fff; --accent: #0b6b7a }
@media (prefers-color-scheme: dark) { :root { --text: #e6eaec; --soft: #87929a; --line: #252c30; --sunken: #14181b; --page: #101416; --accent: #5ccbdb } }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/22px system-ui, sans-serif }
main { max-width: 960px; margin: 0 auto; padding: 32px 20px }
h1 { font-size: 24px; letter-spacing: -0.02em } h2 { font-size: 12px; color: var(--soft); margin: 16px 0 4px }
a { color: var(--accent) } p { color: var(--soft) }
details { border-top: 1px solid var(--line); padding: 10px 0 } summary { cursor: pointer; overflow-wrap: anywhere }
summary b { display: inline-block; min-width: 56px; font-size: 12px; color: var(--accent) } summary span { color: var(--soft) }
table { border-collapse: collapse } th, td { text-align: left; padding: 2px 16px 2px 0; font-weight: 400 } th { color: var(--soft) }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow: auto; font: 12px/18px ui-monospace, monospace }
code { font: 13px ui-monospace, monospace }`
