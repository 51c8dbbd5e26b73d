import {
  pythonArguments,
  pythonLiteral,
  scriptLiteral,
  scriptMembers,
  shellAddress,
  shellBody,
  shellQuoted,
  shellText,
} from './literals.ts'

type Json = Readonly<Record<string, unknown>>

/** A request that no SDK has a method for. */
export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** With its query. */
  path: string
  /** Whose header carries the key; by default OpenAI's. */
  key?: 'openai' | 'anthropic' | 'google' | 'none' | undefined
  json?: Json | undefined
  form?: Json | undefined
  /** A file of the form. */
  file?: { field: string; name: string } | undefined
  /** The file that the response is written to. */
  saveAs?: string | undefined
}

export type HttpLanguage = 'shell' | 'python' | 'javascript'

/** The headers that carry a key. */
export function keyHeaders(kind: HttpRequest['key'], key: string): Record<string, string> {
  if (kind === 'none') return {}
  if (kind === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
  return kind === 'google' ? { 'x-goog-api-key': key } : { Authorization: `Bearer ${key}` }
}

/** A program that sends the request with HTTP alone. */
export function httpCode(
  request: HttpRequest,
  language: HttpLanguage,
  { base, key }: { base: string; key: string },
): string {
  const sent = { ...request, address: base + request.path, headers: keyHeaders(request.key, key) }
  return writers[language](sent)
}

type Sent = HttpRequest & { address: string; headers: Record<string, string> }

function shell({ method, address, headers, json, form, file, saveAs }: Sent): string {
  const isPlain = method === 'GET' || json !== undefined || form !== undefined
  const fields = Object.entries({ ...form, ...(file && { [file.field]: `@${file.name}` }) })
  return [
    `curl ${isPlain ? '' : `-X ${method} `}${shellAddress(address)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
    ...(json ? [`-H ${shellText('Content-Type: application/json')}`, `-d ${shellBody(json)}`] : []),
    ...(form ? fields.map(([name, value]) => `-F ${shellQuoted(`${name}=${String(value)}`)}`) : []),
    ...(saveAs ? [`-o ${shellAddress(saveAs)}`] : []),
  ].join(' \\\n  ')
}

function python({ method, address, headers, json, form, file, saveAs }: Sent): string {
  const passed = pythonArguments({
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(json && { json }),
    ...(form && { data: form }),
  })
  const upload = file && `    files={${pythonLiteral(file.field)}: open(${pythonLiteral(file.name)}, "rb")},`
  const save = saveAs && [`with open(${pythonLiteral(saveAs)}, "wb") as file:`, '    file.write(response.content)']
  return [
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${pythonLiteral(address)},`,
    ...passed.map(({ text }) => text),
    ...(upload ? [upload] : []),
    ')',
    ...(save || ['print(response.json())']),
  ].join('\n')
}

function javascript({ method, address, headers, json, form, file, saveAs }: Sent): string {
  const given = { ...headers, ...(json && { 'Content-Type': 'application/json' }) }
  const parts = Object.entries(form ?? {}).map(
    ([name, value]) => `form.set(${scriptLiteral(name)}, ${scriptLiteral(String(value))})`,
  )
  const [field, name] = file ? [scriptLiteral(file.field), scriptLiteral(file.name)] : []
  const body = json && scriptMembers(json).map(({ text }) => `  ${text.replaceAll('\n', '\n  ')}`)
  return [
    ...(file ? ["const { openAsBlob } = await import('node:fs')"] : []),
    ...(form ? ['const form = new FormData()', ...parts] : []),
    ...(file ? [`form.set(${field}, await openAsBlob(${name}), ${name})`] : []),
    `const response = await fetch(${scriptLiteral(address)}, {`,
    ...(method === 'GET' ? [] : [`  method: ${scriptLiteral(method)},`]),
    ...(Object.keys(given).length > 0 ? scriptMembers({ headers: given }).map(({ text }) => text) : []),
    ...(body ? ['  body: JSON.stringify({', ...body, '  }),'] : form ? ['  body: form,'] : []),
    '})',
    ...(saveAs
      ? [
          "const { writeFile } = await import('node:fs/promises')",
          `await writeFile(${scriptLiteral(saveAs)}, Buffer.from(await response.arrayBuffer()))`,
        ]
      : ['console.log(await response.json())']),
  ].join('\n')
}

const writers = { shell, python, javascript } satisfies Record<HttpLanguage, (sent: Sent) => string>
