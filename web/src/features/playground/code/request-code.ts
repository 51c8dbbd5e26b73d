import { bearer, type CodeAccess, pythonClients, scriptClients } from '../../../components/code-card/code-parts.ts'
import type { CodeLanguage } from '../../../components/code-card/highlight.ts'
import { pythonArguments, pythonLiteral, scriptLiteral } from '../../../components/code-card/literals.ts'
import { shellQuoted } from '../../../components/code-card/quote.ts'
import type { ChatBody } from '../request/chat-request.ts'
import { bodyIn, type Dialect } from './dialect-bodies.ts'

type Json = Record<string, unknown>
/** The languages in which a request is shown. */
export type RequestLanguage = Extract<CodeLanguage, 'shell' | 'python' | 'javascript'>
type Written = Record<RequestLanguage, (body: Json, access: CodeAccess, model: string) => string>

const curl = (address: string, headers: readonly string[], body: Json) =>
  [
    `curl ${address}`,
    ...headers,
    '-H "Content-Type: application/json"',
    `-d ${shellQuoted(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n  ')

const openai = (path: string, method: string, python: string, script: string): Written => ({
  shell: (body, { base, key }) => curl(base + path, [bearer(key)], body),
  python: (body, access) => `${pythonClients.openai(access)}

stream = client.${method}(
${pythonArguments(body)}
)
${python}`,
  javascript: (body, access) => `${scriptClients.openai(access)}

const stream = await client.${method}(${scriptLiteral(body)})
${script}`,
})

const withoutStream = ({ stream: _, ...body }: Json) => body

/** The members of a Gemini body as its SDKs take them: everything but the contents is the config. */
const geminiArguments = ({ contents, generationConfig, ...rest }: Json, model: string) => {
  const config = { ...(generationConfig as Json | undefined), ...rest }
  return { model, contents, ...(Object.keys(config).length > 0 && { config }) }
}

const written: Record<Dialect, Written> = {
  openai: openai(
    '/v1/chat/completions',
    'chat.completions.create',
    'for chunk in stream:\n    if chunk.choices:\n        print(chunk.choices[0].delta.content or "", end="")',
    "for await (const chunk of stream) {\n  process.stdout.write(chunk.choices[0]?.delta?.content ?? '')\n}",
  ),
  responses: openai(
    '/v1/responses',
    'responses.create',
    'for event in stream:\n    if event.type == "response.output_text.delta":\n        print(event.delta, end="")',
    "for await (const event of stream) {\n  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)\n}",
  ),
  anthropic: {
    shell: (body, { base, key }) =>
      curl(`${base}/v1/messages`, [`-H "x-api-key: ${key}"`, '-H "anthropic-version: 2023-06-01"'], body),
    python: (body, access) => `${pythonClients.anthropic(access)}

with client.messages.stream(
${pythonArguments(withoutStream(body))}
) as stream:
    for text in stream.text_stream:
        print(text, end="")`,
    javascript: (body, access) => `${scriptClients.anthropic(access)}

const stream = client.messages.stream(${scriptLiteral(withoutStream(body))})
stream.on('text', (text) => process.stdout.write(text))
await stream.finalMessage()`,
  },
  gemini: {
    shell: (body, { base, key }, model) =>
      curl(
        shellQuoted(`${base}/v1beta/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`),
        [`-H "x-goog-api-key: ${key}"`],
        body,
      ),
    python: (body, access, model) => `${pythonClients.gemini(access)}

stream = client.models.generate_content_stream(
${pythonArguments(geminiArguments(body, model))}
)
for chunk in stream:
    print(chunk.text or "", end="")`,
    javascript: (body, access, model) => `${scriptClients.gemini(access)}

const stream = await client.models.generateContentStream(${scriptLiteral(geminiArguments(body, model))})
for await (const chunk of stream) {
  process.stdout.write(chunk.text ?? '')
}`,
  },
}

/** A chat request as a program that sends it. */
export const chatCode = (dialect: Dialect, language: RequestLanguage, body: ChatBody, access: CodeAccess): string =>
  written[dialect][language](bodyIn(dialect, body), access, body.model)

/** A request for pictures or speech as a program. */
export function mediaCode(kind: 'image' | 'speech', language: RequestLanguage, body: Json, access: CodeAccess): string {
  const file = `speech.${String(body.response_format ?? 'mp3')}`
  const isImage = kind === 'image'
  const method = isImage ? 'images.generate' : 'audio.speech.create'
  if (language === 'shell') {
    const command = curl(
      `${access.base}/v1/${isImage ? 'images/generations' : 'audio/speech'}`,
      [bearer(access.key)],
      body,
    )
    return isImage ? command : `${command} \\\n  -o ${file}`
  }
  if (language === 'python')
    return `${pythonClients.openai(access)}

reply = client.${method}(
${pythonArguments(body)}
)
${isImage ? 'print(reply.data[0].url or reply.data[0].b64_json)' : `reply.write_to_file(${pythonLiteral(file)})`}`
  const end = isImage
    ? 'console.log(reply.data[0].url ?? reply.data[0].b64_json)'
    : `const { writeFile } = await import('node:fs/promises')\nawait writeFile('${file}', reply.body)`
  return `${scriptClients.openai(access)}

const reply = await client.${method}(${scriptLiteral(body)})
${end}`
}

/** A transcription as a program; the recording is a file beside it. */
export function transcriptionCode(language: RequestLanguage, fields: Json, file: string, access: CodeAccess): string {
  if (language === 'shell') {
    const parts = Object.entries(fields).map(([name, value]) => `-F ${shellQuoted(`${name}=${String(value)}`)}`)
    return [
      `curl ${access.base}/v1/audio/transcriptions`,
      bearer(access.key),
      ...parts,
      `-F ${shellQuoted(`file=@${file}`)}`,
    ].join(' \\\n  ')
  }
  if (language === 'python')
    return `${pythonClients.openai(access)}

with open(${pythonLiteral(file)}, "rb") as file:
    reply = client.audio.transcriptions.create(
${pythonArguments(fields, '        ')}
        file=file,
    )
print(reply.text)`
  return `${scriptClients.openai(access)}

const { createReadStream } = await import('node:fs')
const reply = await client.audio.transcriptions.create({
  ...${scriptLiteral(fields)},
  file: createReadStream(${JSON.stringify(file)}),
})
console.log(reply.text)`
}

const shownMax = 120

/** A body for the screen: the bytes of pictures and files are cut; the copied code has them whole. */
export const withShortData = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'string' && member.length > shownMax && /^(data:|[\w+/=]+$)/.test(member)
        ? `${member.slice(0, shownMax)}…`
        : member,
    ),
  ) as Value
