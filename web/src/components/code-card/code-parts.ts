import { shellQuoted } from './quote.ts'

export const bearer = (key: string) => `-H "Authorization: Bearer ${key}"`
const json = '-H "Content-Type: application/json"'

/** A JSON body over several lines, quoted for a shell; the fields are JSON already. */
const shellBody = (fields: Record<string, string>) =>
  shellQuoted(
    `{\n${Object.entries(fields)
      .map(([name, value]) => `    "${name}": ${value}`)
      .join(',\n')}\n  }`,
  )
export const curlJson = (address: string, headers: readonly string[], fields: Record<string, string>) =>
  [`curl ${address}`, ...headers, json, `-d ${shellBody(fields)}`].join(' \\\n  ')

/** Where the code calls, and with which key. */
export type CodeAccess = { base: string; key: string }
/** The SDKs that have a client of their own. */
export type Sdk = 'openai' | 'anthropic' | 'gemini'
type Clients = Record<Sdk, (access: CodeAccess) => string>

/** The first lines of a Python program: the client of an SDK. */
export const pythonClients: Clients = {
  openai: ({ base, key }) => `from openai import OpenAI

client = OpenAI(base_url="${base}/v1", api_key="${key}")`,
  anthropic: ({ base, key }) => `from anthropic import Anthropic

client = Anthropic(base_url="${base}", api_key="${key}")`,
  gemini: ({ base, key }) => `from google import genai
from google.genai import types

client = genai.Client(
    api_key="${key}",
    http_options=types.HttpOptions(base_url="${base}"),
)`,
}

/** The same in JavaScript. */
export const scriptClients: Clients = {
  openai: ({ base, key }) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${base}/v1', apiKey: '${key}' })`,
  anthropic: ({ base, key }) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: '${base}', apiKey: '${key}' })`,
  gemini: ({ base, key }) => `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({
  apiKey: '${key}',
  httpOptions: { baseUrl: '${base}' },
})`,
}
