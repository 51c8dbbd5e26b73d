import { preferredModel } from '../../lib/models/preferred-model.ts'
import type { CodeLanguage } from './highlight.ts'

/** The clients of the code card. */
export const clients = ['curl', 'openai', 'anthropic'] as const
export type Client = (typeof clients)[number]
/** The vendors' libraries, each in both languages. */
export type Sdk = Exclude<Client, 'curl'> | 'gemini'
export const sdkLanguages = ['python', 'javascript'] as const satisfies CodeLanguage[]
export type SdkLanguage = (typeof sdkLanguages)[number]

/** The key in code of readers who have none yet. */
export const placeholderKey = 'sk-your-key'

/** The values written into the code. */
export type SnippetValues = { base: string; key: string; model: string }
/** The comments inside the code, in the reader's language. */
export type SnippetComments = { theLine: string; noVersion: string; model: string }
type Snippet = (values: SnippetValues, comments: SnippetComments) => string

const curl: Snippet = ({ base, key, model }) => `curl ${base}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`

const openai: Record<SdkLanguage, Snippet> = {
  python: ({ base, key, model }, comments) => `from openai import OpenAI

client = OpenAI(
    base_url="${base}/v1",  # ${comments.theLine}
    api_key="${key}",
)

stream = client.chat.completions.create(
    model="${model}",  # ${comments.model}
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
  javascript: ({ base, key, model }, comments) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${base}/v1', // ${comments.theLine}
  apiKey: '${key}',
})

const stream = await client.chat.completions.create({
  model: '${model}', // ${comments.model}
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
})
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
}`,
}

const anthropic: Record<SdkLanguage, Snippet> = {
  python: ({ base, key, model }, comments) => `from anthropic import Anthropic

client = Anthropic(
    base_url="${base}",  # ${comments.noVersion}
    api_key="${key}",
)

with client.messages.stream(
    model="${model}",  # ${comments.model}
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
) as stream:
    for text in stream.text_stream:
        print(text, end="")`,
  javascript: ({ base, key, model }, comments) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: '${base}', // ${comments.noVersion}
  apiKey: '${key}',
})

const stream = client.messages.stream({
  model: '${model}', // ${comments.model}
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
stream.on('text', (text) => process.stdout.write(text))
await stream.finalMessage()`,
}

const gemini: Record<SdkLanguage, Snippet> = {
  python: ({ base, key, model }, comments) => `from google import genai
from google.genai import types

client = genai.Client(
    api_key="${key}",
    http_options=types.HttpOptions(base_url="${base}"),  # ${comments.noVersion}
)

stream = client.models.generate_content_stream(
    model="${model}",  # ${comments.model}
    contents="Hello",
)
for chunk in stream:
    print(chunk.text or "", end="")`,
  javascript: ({ base, key, model }, comments) => `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({
  apiKey: '${key}',
  httpOptions: { baseUrl: '${base}' }, // ${comments.noVersion}
})

const stream = await client.models.generateContentStream({
  model: '${model}', // ${comments.model}
  contents: 'Hello',
})
for await (const chunk of stream) {
  process.stdout.write(chunk.text ?? '')
}`,
}

const sdks: Record<Sdk, Record<SdkLanguage, Snippet>> = { openai, anthropic, gemini }

export const languageOf = (client: Client, sdkLanguage: SdkLanguage): CodeLanguage =>
  client === 'curl' ? 'shell' : sdkLanguage

/** A first call that runs unchanged once the key is filled in. */
export function snippet(
  client: Client | Sdk,
  sdkLanguage: SdkLanguage,
  values: SnippetValues,
  comments: SnippetComments,
): string {
  return client === 'curl' ? curl(values, comments) : sdks[client][sdkLanguage](values, comments)
}

/** The models in the code while it is not known which ones the reader may call. */
const defaultModels: Record<Client, string> = {
  curl: 'gpt-5.4-mini',
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-sonnet-5',
}
// The name is written between quotes, in a shell command among others.
export const isPlain = (model: string) => /^[\w./:@-]+$/.test(model)

/** The model to show with a client: one the reader may call, of the client's own vendor if there is one. */
export function modelFor(client: Client, callable: readonly string[]): string {
  const usable = callable.filter(isPlain)
  const isOwn = (model: string) => model.startsWith(client === 'anthropic' ? 'claude' : 'gpt')
  return preferredModel(usable.filter(isOwn)) ?? preferredModel(usable) ?? defaultModels[client]
}
