import type { CodeLanguage } from './tint.ts'

/** What a visitor may call us with; every client but curl comes in both languages. */
export const clients = ['curl', 'openai', 'anthropic'] as const
export type Client = (typeof clients)[number]
export const sdkLanguages = ['python', 'javascript'] as const satisfies CodeLanguage[]
export type SdkLanguage = (typeof sdkLanguages)[number]

/** What the code is about: where it calls, as whom, and which model. */
export type Subject = { base: string; key: string; model: string }
/** Remarks inside the code, in the reader's language. */
export type Remarks = { theLine: string; noVersion: string; model: string }
type Snippet = (subject: Subject, remarks: Remarks) => string

const curl: Snippet = ({ base, key, model }) => `curl ${base}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`

const openai: Record<SdkLanguage, Snippet> = {
  python: ({ base, key, model }, remarks) => `from openai import OpenAI

client = OpenAI(
    base_url="${base}/v1",  # ${remarks.theLine}
    api_key="${key}",
)

stream = client.chat.completions.create(
    model="${model}",  # ${remarks.model}
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
  javascript: ({ base, key, model }, remarks) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${base}/v1', // ${remarks.theLine}
  apiKey: '${key}',
})

const stream = await client.chat.completions.create({
  model: '${model}', // ${remarks.model}
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
})
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
}`,
}

const anthropic: Record<SdkLanguage, Snippet> = {
  python: ({ base, key, model }, remarks) => `from anthropic import Anthropic

client = Anthropic(
    base_url="${base}",  # ${remarks.noVersion}
    api_key="${key}",
)

with client.messages.stream(
    model="${model}",  # ${remarks.model}
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
) as stream:
    for text in stream.text_stream:
        print(text, end="")`,
  javascript: ({ base, key, model }, remarks) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: '${base}', // ${remarks.noVersion}
  apiKey: '${key}',
})

const stream = client.messages.stream({
  model: '${model}', // ${remarks.model}
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
stream.on('text', (text) => process.stdout.write(text))
await stream.finalMessage()`,
}

export const languageOf = (client: Client, sdkLanguage: SdkLanguage): CodeLanguage =>
  client === 'curl' ? 'shell' : sdkLanguage

/** A first call that works as it stands, once the key is filled in. */
export function snippet(client: Client, sdkLanguage: SdkLanguage, subject: Subject, remarks: Remarks): string {
  if (client === 'curl') return curl(subject, remarks)
  return (client === 'openai' ? openai : anthropic)[sdkLanguage](subject, remarks)
}

/** Models that stand in the code while nobody knows which ones a reader may call. */
const usualModels: Record<Client, string> = {
  curl: 'gpt-5.4-mini',
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-sonnet-5',
}
// A name ends up inside quotes, in a shell line among others.
const isPlain = (model: string) => /^[\w./:@-]+$/.test(model)

/** The model to show with a client: one the reader may call, of the client's own maker if there is one. */
export function modelFor(client: Client, callable: readonly string[]): string {
  const usable = callable.filter(isPlain)
  const isOwn = (model: string) => model.startsWith(client === 'anthropic' ? 'claude' : 'gpt')
  return usable.find(isOwn) ?? usable[0] ?? usualModels[client]
}
