import type { EndpointType } from '@turnpike/contract/money/pricing'
import { httpCode } from './http-code.ts'
import { type Line, pythonArguments, pythonLiteral, scriptLiteral, scriptMembers } from './literals.ts'
import { endpoints, type Sdk, type SdkLanguage } from './sdk-methods.ts'

type Json = Record<string, unknown>

/** The languages of programs that call a model. */
export type ClientLanguage = 'shell' | SdkLanguage
/** The address without a version, and the key. */
export type CodeAccess = { base: string; key: string }
/** The key in code of readers who have none yet. */
export const placeholderKey = 'sk-your-key'

/** A request, described independently of the language. */
export type ClientRequest = {
  endpoint: EndpointType
  model: string
  /** The members besides the model, as the endpoint reads them. With `stream: true` the program prints each chunk. */
  body: Json
  /** The file that a transcription sends, or that speech is written to. */
  file?: string
  /** Comments behind the address and the model. */
  comments?: { base: string; model: string }
}

/** A program that sends the request; undefined where the language cannot. */
export function clientCode(request: ClientRequest, language: ClientLanguage, access: CodeAccess): string | undefined {
  if (request.endpoint === 'realtime') return language === 'shell' ? undefined : realtime(request, language, access)
  if (request.endpoint === 'rerank')
    return httpCode(
      { method: 'POST', path: '/v1/rerank', json: { model: request.model, ...request.body } },
      language,
      access,
    )
  if (language === 'shell') return curl(request, access)
  return language === 'python' ? python(request, access) : script(request, access)
}

const soundFile = 'hello.mp3'

const endpointOf = ({ endpoint }: ClientRequest) => endpoints[endpoint as keyof typeof endpoints]
const isStream = ({ body }: ClientRequest) => body.stream === true
const withoutStream = ({ stream: _, ...body }: Json): Json => body

function curl(request: ClientRequest, access: CodeAccess): string {
  const { endpoint, model, body, file = soundFile } = request
  const { sdk, path } = endpointOf(request)
  const post = { method: 'POST', path, key: sdk === 'gemini' ? 'google' : sdk } as const
  const whole = { model, ...body }
  if (endpoint === 'gemini') {
    const action = isStream(request) ? 'streamGenerateContent?alt=sse' : 'generateContent'
    const called = `${path}/${encodeURIComponent(model)}:${action}`
    return httpCode({ ...post, path: called, json: withoutStream(body) }, 'shell', access)
  }
  if (endpoint === 'transcriptions')
    return httpCode({ ...post, form: whole, file: { field: 'file', name: file } }, 'shell', access)
  return httpCode({ ...post, json: whole, saveAs: endpoint === 'speech' ? file : undefined }, 'shell', access)
}

/** The arguments of the SDK's method. */
function argumentsOf({ endpoint, model, body }: ClientRequest): Json {
  if (endpoint === 'anthropic') return { model, ...withoutStream(body) } // its method streams by name
  if (endpoint !== 'gemini') return { model, ...body }
  const { contents, generationConfig, ...rest } = withoutStream(body)
  const config = { ...(generationConfig as Json | undefined), ...rest }
  return { model, contents: plainContents(contents), ...(Object.keys(config).length > 0 && { config }) }
}

/** The SDKs of Gemini take a single text of the user without its wrapping. */
function plainContents(contents: unknown): unknown {
  const [turn, ...more] = contents as { role: string; parts: { text?: string }[] }[]
  const isPlain = more.length === 0 && turn?.role === 'user' && turn.parts.length === 1
  return (isPlain && turn.parts[0]?.text) || contents
}

/** Lines with their comments; `mark` begins a comment of the language. */
const written = (lines: readonly (Line | string)[], mark: string): string =>
  lines
    .map((line) => (typeof line === 'string' ? { text: line } : line))
    .map(({ text, comment }: Line) => (comment ? `${text}${mark} ${comment}` : text))
    .join('\n')

/** The first argument is the model. */
const withModelComment = ([model, ...rest]: Line[], { comments }: ClientRequest): Line[] =>
  model ? [{ ...model, comment: comments?.model }, ...rest] : rest

function python(request: ClientRequest, access: CodeAccess): string {
  const { sdk, whole, stream } = endpointOf(request)
  const { endpoint, file = soundFile } = request
  const called = (isStream(request) && stream) || whole
  const { name, use } = called.python
  const end = typeof use === 'string' ? use : use(file)
  const call = `client.${name}(`
  const passed = withModelComment(pythonArguments(argumentsOf(request)), request)
  const head = [...pythonClient(sdk, request, access), '']
  const lines = (...rest: (Line | string)[]) => written([...head, ...rest], '  #')
  if (endpoint === 'transcriptions') {
    const fields = pythonArguments(argumentsOf(request), '        ')
    const opened = `with open(${pythonLiteral(file)}, "rb") as file:`
    return lines(opened, `    response = ${call}`, ...fields, '        file=file,', '    )', end)
  }
  if (called === whole) return lines(`response = ${call}`, ...passed, ')', end)
  if (endpoint === 'anthropic') return lines(`with ${call}`, ...passed, ') as stream:', end)
  return lines(`stream = ${call}`, ...passed, ')', end)
}

function pythonClient(sdk: Sdk, { comments }: ClientRequest, { base, key }: CodeAccess): (Line | string)[] {
  const comment = comments?.base
  const apiKey = `    api_key=${pythonLiteral(key)},`
  if (sdk === 'gemini')
    return [
      'from google import genai',
      'from google.genai import types',
      '',
      'client = genai.Client(',
      apiKey,
      { text: `    http_options=types.HttpOptions(base_url=${pythonLiteral(base)}),`, comment },
      ')',
    ]
  const name = sdk === 'openai' ? 'OpenAI' : 'Anthropic'
  const address = pythonLiteral(sdk === 'openai' ? `${base}/v1` : base)
  return [
    `from ${sdk} import ${name}`,
    '',
    `client = ${name}(`,
    { text: `    base_url=${address},`, comment },
    apiKey,
    ')',
  ]
}

function script(request: ClientRequest, access: CodeAccess): string {
  const { sdk, whole, stream } = endpointOf(request)
  const { endpoint, file = soundFile } = request
  const called = (isStream(request) && stream) || whole
  const { name, use } = called.javascript
  const end = typeof use === 'string' ? use : use(file)
  const call = `client.${name}({`
  const passed = withModelComment(scriptMembers(argumentsOf(request)), request)
  const head = [...scriptClient(sdk, request, access), '']
  const lines = (...rest: (Line | string)[]) => written([...head, ...rest], ' //')
  if (endpoint === 'transcriptions') {
    const sent = `  file: createReadStream(${scriptLiteral(file)}),`
    return lines(
      "const { createReadStream } = await import('node:fs')",
      `const response = await ${call}`,
      ...passed,
      sent,
      '})',
      end,
    )
  }
  if (called === whole) return lines(`const response = await ${call}`, ...passed, '})', end)
  // Anthropic's method returns the stream itself, not a promise of it.
  return lines(`const stream = ${endpoint === 'anthropic' ? '' : 'await '}${call}`, ...passed, '})', end)
}

function scriptClient(sdk: Sdk, { comments }: ClientRequest, { base, key }: CodeAccess): (Line | string)[] {
  const comment = comments?.base
  const apiKey = `  apiKey: ${scriptLiteral(key)},`
  if (sdk === 'gemini')
    return [
      "import { GoogleGenAI } from '@google/genai'",
      '',
      'const client = new GoogleGenAI({',
      apiKey,
      { text: `  httpOptions: { baseUrl: ${scriptLiteral(base)} },`, comment },
      '})',
    ]
  const [name, source] = sdk === 'openai' ? ['OpenAI', 'openai'] : ['Anthropic', '@anthropic-ai/sdk']
  const address = scriptLiteral(sdk === 'openai' ? `${base}/v1` : base)
  return [
    `import ${name} from '${source}'`,
    '',
    `const client = new ${name}({`,
    { text: `  baseURL: ${address},`, comment },
    apiKey,
    '})',
  ]
}

/** A realtime session is a WebSocket, which curl does not open. */
function realtime({ model }: ClientRequest, language: SdkLanguage, { base, key }: CodeAccess): string {
  const address = `${base.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`
  if (language === 'python')
    return `from websockets.sync.client import connect

address = ${pythonLiteral(address)}
headers = ${pythonLiteral({ Authorization: `Bearer ${key}` })}
with connect(address, additional_headers=headers) as session:
    print(session.recv())`
  return `const address = ${scriptLiteral(address)}
const session = new WebSocket(address, [
  'realtime',
  ${scriptLiteral(`openai-insecure-api-key.${key}`)},
])
session.onmessage = ({ data }) => console.log(data)`
}
