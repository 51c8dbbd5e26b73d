import type { EndpointType } from '@turnpike/contract/money/pricing'
import { bearer, curlJson, pythonClients, scriptClients } from '../../../components/code-card/code-parts.ts'
import type { CodeLanguage } from '../../../components/code-card/highlight.ts'
import { quoted, shellQuoted } from '../../../components/code-card/quote.ts'

/** The values written into the code. */
export type CallValues = { base: string; key: string; model: string }
/** The call of an endpoint in each language that can make it. */
type Calls = Partial<Record<CodeLanguage, (values: CallValues) => string>>

const openaiCurl =
  (path: string, fields: Record<string, string>) =>
  ({ base, key, model }: CallValues) =>
    curlJson(base + path, [bearer(key)], { model: quoted(model), ...fields })

const openaiPython =
  (call: (model: string) => string) =>
  ({ model, ...access }: CallValues) =>
    `${pythonClients.openai(access)}\n\n${call(quoted(model))}`
const openaiScript =
  (call: (model: string) => string) =>
  ({ model, ...access }: CallValues) =>
    `${scriptClients.openai(access)}\n\n${call(quoted(model))}`

const openai: Calls = {
  shell: openaiCurl('/v1/chat/completions', { messages: '[{"role": "user", "content": "Hello"}]' }),
  python: openaiPython(
    (model) => `reply = client.chat.completions.create(
    model=${model},
    messages=[{"role": "user", "content": "Hello"}],
)
print(reply.choices[0].message.content)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.chat.completions.create({
  model: ${model},
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(reply.choices[0].message.content)`,
  ),
}

const responses: Calls = {
  shell: openaiCurl('/v1/responses', { input: '"Hello"' }),
  python: openaiPython(
    (model) => `reply = client.responses.create(model=${model}, input="Hello")
print(reply.output_text)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.responses.create({
  model: ${model},
  input: 'Hello',
})
console.log(reply.output_text)`,
  ),
}

const anthropic: Calls = {
  shell: ({ base, key, model }) =>
    curlJson(`${base}/v1/messages`, [`-H "x-api-key: ${key}"`, '-H "anthropic-version: 2023-06-01"'], {
      model: quoted(model),
      max_tokens: '1024',
      messages: '[{"role": "user", "content": "Hello"}]',
    }),
  python: ({ model, ...access }) => `${pythonClients.anthropic(access)}

reply = client.messages.create(
    model=${quoted(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
)
print(reply.content[0].text)`,
  javascript: ({ model, ...access }) => `${scriptClients.anthropic(access)}

const reply = await client.messages.create({
  model: ${quoted(model)},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(reply.content[0].text)`,
}

const gemini: Calls = {
  shell: ({ base, key, model }) =>
    curlJson(
      shellQuoted(`${base}/v1beta/models/${encodeURIComponent(model)}:generateContent`),
      [`-H "x-goog-api-key: ${key}"`],
      { contents: '[{"role": "user", "parts": [{"text": "Hello"}]}]' },
    ),
  python: ({ model, ...access }) => `${pythonClients.gemini(access)}

reply = client.models.generate_content(model=${quoted(model)}, contents="Hello")
print(reply.text)`,
  javascript: ({ model, ...access }) => `${scriptClients.gemini(access)}

const reply = await client.models.generateContent({
  model: ${quoted(model)},
  contents: 'Hello',
})
console.log(reply.text)`,
}

const completions: Calls = {
  shell: openaiCurl('/v1/completions', { prompt: '"Once upon a time"' }),
  python: openaiPython(
    (model) => `reply = client.completions.create(model=${model}, prompt="Once upon a time")
print(reply.choices[0].text)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.completions.create({
  model: ${model},
  prompt: 'Once upon a time',
})
console.log(reply.choices[0].text)`,
  ),
}

const embeddings: Calls = {
  shell: openaiCurl('/v1/embeddings', { input: '"Hello"' }),
  python: openaiPython(
    (model) => `reply = client.embeddings.create(model=${model}, input="Hello")
print(reply.data[0].embedding)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.embeddings.create({
  model: ${model},
  input: 'Hello',
})
console.log(reply.data[0].embedding)`,
  ),
}

const images: Calls = {
  shell: openaiCurl('/v1/images/generations', { prompt: '"A toll gate in the morning"' }),
  python: openaiPython(
    (model) => `reply = client.images.generate(model=${model}, prompt="A toll gate in the morning")
print(reply.data[0].url or reply.data[0].b64_json)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.images.generate({
  model: ${model},
  prompt: 'A toll gate in the morning',
})
console.log(reply.data[0].url ?? reply.data[0].b64_json)`,
  ),
}

const speech: Calls = {
  shell: (values) =>
    `${openaiCurl('/v1/audio/speech', { input: '"Hello"', voice: '"alloy"' })(values)} \\\n  -o hello.mp3`,
  python: openaiPython(
    (model) => `reply = client.audio.speech.create(model=${model}, voice="alloy", input="Hello")
reply.write_to_file("hello.mp3")`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.audio.speech.create({
  model: ${model},
  voice: 'alloy',
  input: 'Hello',
})
const { writeFile } = await import('node:fs/promises')
await writeFile('hello.mp3', reply.body)`,
  ),
}

const transcriptions: Calls = {
  shell: ({ base, key, model }) =>
    [
      `curl ${base}/v1/audio/transcriptions`,
      bearer(key),
      `-F ${shellQuoted(`model=${model}`)}`,
      '-F file=@hello.mp3',
    ].join(' \\\n  '),
  python: openaiPython(
    (model) => `with open("hello.mp3", "rb") as file:
    reply = client.audio.transcriptions.create(model=${model}, file=file)
print(reply.text)`,
  ),
  javascript: openaiScript(
    (model) => `const { createReadStream } = await import('node:fs')
const reply = await client.audio.transcriptions.create({
  model: ${model},
  file: createReadStream('hello.mp3'),
})
console.log(reply.text)`,
  ),
}

const rerankFields = { query: '"Which animal barks?"', documents: '["The cat", "The dog"]' }
const rerank: Calls = {
  shell: openaiCurl('/v1/rerank', rerankFields),
  python: ({ base, key, model }) => `import requests

reply = requests.post(
    "${base}/v1/rerank",
    headers={"Authorization": "Bearer ${key}"},
    json={"model": ${quoted(model)}, "query": ${rerankFields.query}, "documents": ${rerankFields.documents}},
)
print(reply.json()["results"])`,
  javascript: ({ base, key, model }) => `const reply = await fetch('${base}/v1/rerank', {
  method: 'POST',
  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
  body: JSON.stringify({
    model: ${quoted(model)},
    query: ${rerankFields.query},
    documents: ${rerankFields.documents},
  }),
})
console.log((await reply.json()).results)`,
}

const moderations: Calls = {
  shell: openaiCurl('/v1/moderations', { input: '"Hello"' }),
  python: openaiPython(
    (model) => `reply = client.moderations.create(model=${model}, input="Hello")
print(reply.results[0].flagged)`,
  ),
  javascript: openaiScript(
    (model) => `const reply = await client.moderations.create({
  model: ${model},
  input: 'Hello',
})
console.log(reply.results[0].flagged)`,
  ),
}

const socketAddress = ({ base, model }: CallValues) =>
  quoted(`${base.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(model)}`)
/** A session is a socket, which curl does not open. */
const realtime: Calls = {
  python: (values) => `from websockets.sync.client import connect

address = ${socketAddress(values)}
headers = {"Authorization": "Bearer ${values.key}"}
with connect(address, additional_headers=headers) as session:
    print(session.recv())`,
  javascript: (values) => `const address = ${socketAddress(values)}
const session = new WebSocket(address, [
  'realtime',
  'openai-insecure-api-key.${values.key}',
])
session.onmessage = ({ data }) => console.log(data)`,
}

const calls: Record<EndpointType, Calls> = {
  openai,
  responses,
  anthropic,
  gemini,
  completions,
  embeddings,
  images,
  speech,
  transcriptions,
  realtime,
  rerank,
  moderations,
}

/** A call of a model that runs unchanged once the key is filled in; undefined where the language cannot make it. */
export const callOf = (endpoint: EndpointType, language: CodeLanguage, values: CallValues): string | undefined =>
  calls[endpoint][language]?.(values)
