import type { CodeLanguage } from './tint.ts'

/** What a visitor may call us with; every client but curl comes in both languages. */
export const clients = ['curl', 'openai', 'anthropic'] as const
export type Client = (typeof clients)[number]
export const sdkLanguages = ['python', 'javascript'] as const satisfies CodeLanguage[]
export type SdkLanguage = (typeof sdkLanguages)[number]

/** Remarks inside the code, in the reader's language. */
export type Remarks = { theLine: string; noVersion: string; model: string }
type Snippet = (base: string, remarks: Remarks) => string

const curl: Snippet = (base) => `curl ${base}/v1/chat/completions \\
  -H "Authorization: Bearer sk-your-key" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "gpt-5.4-mini",
    "messages": [{"role": "user", "content": "Hello"}]
  }'`

const openai: Record<SdkLanguage, Snippet> = {
  python: (base, { theLine, model }) => `from openai import OpenAI

client = OpenAI(
    base_url="${base}/v1",  # ${theLine}
    api_key="sk-your-key",
)

stream = client.chat.completions.create(
    model="gpt-5.4-mini",  # ${model}
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
  javascript: (base, { theLine, model }) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${base}/v1', // ${theLine}
  apiKey: 'sk-your-key',
})

const stream = await client.chat.completions.create({
  model: 'gpt-5.4-mini', // ${model}
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
})
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')
}`,
}

const anthropic: Record<SdkLanguage, Snippet> = {
  python: (base, { noVersion, model }) => `from anthropic import Anthropic

client = Anthropic(
    base_url="${base}",  # ${noVersion}
    api_key="sk-your-key",
)

with client.messages.stream(
    model="claude-sonnet-5",  # ${model}
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
) as stream:
    for text in stream.text_stream:
        print(text, end="")`,
  javascript: (base, { noVersion, model }) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: '${base}', // ${noVersion}
  apiKey: 'sk-your-key',
})

const stream = client.messages.stream({
  model: 'claude-sonnet-5', // ${model}
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
stream.on('text', (text) => process.stdout.write(text))
await stream.finalMessage()`,
}

export const languageOf = (client: Client, sdkLanguage: SdkLanguage): CodeLanguage =>
  client === 'curl' ? 'shell' : sdkLanguage

/** A first call that works as it stands, once the key is filled in. */
export function snippet(client: Client, sdkLanguage: SdkLanguage, base: string, remarks: Remarks): string {
  if (client === 'curl') return curl(base, remarks)
  return (client === 'openai' ? openai : anthropic)[sdkLanguage](base, remarks)
}
