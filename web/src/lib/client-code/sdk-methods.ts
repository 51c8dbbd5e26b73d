import type { EndpointType } from '@turnpike/contract/money/pricing'
import { pythonLiteral, scriptLiteral } from './literals.ts'

/** The languages that have SDKs. */
export const sdkLanguages = ['python', 'javascript'] as const
export type SdkLanguage = (typeof sdkLanguages)[number]
/** The vendors' SDKs. */
export type Sdk = 'openai' | 'anthropic' | 'gemini'

/** A method of an SDK, and the statements that print its result or write it to a file. */
type Method = Record<SdkLanguage, { name: string; use: string | ((file: string) => string) }>
type Endpoint = { sdk: Sdk; path: string; whole: Method; stream?: Method }

const method = (name: string, python: string, javascript = python): Method => ({
  python: { name, use: `print(${python})` },
  javascript: { name, use: `console.log(${javascript})` },
})
const streamed = (name: string, python: string, javascript: string): Method => ({
  python: { name, use: `for chunk in stream:\n    ${python}` },
  javascript: { name, use: `for await (const chunk of stream) {\n  ${javascript}\n}` },
})

/** How each endpoint is called, by HTTP and by an SDK. */
export const endpoints: Record<Exclude<EndpointType, 'realtime' | 'rerank'>, Endpoint> = {
  openai: {
    sdk: 'openai',
    path: '/v1/chat/completions',
    whole: method('chat.completions.create', 'response.choices[0].message.content'),
    stream: streamed(
      'chat.completions.create',
      'if chunk.choices:\n        print(chunk.choices[0].delta.content or "", end="")',
      "process.stdout.write(chunk.choices[0]?.delta?.content ?? '')",
    ),
  },
  responses: {
    sdk: 'openai',
    path: '/v1/responses',
    whole: method('responses.create', 'response.output_text'),
    stream: streamed(
      'responses.create',
      'if chunk.type == "response.output_text.delta":\n        print(chunk.delta, end="")',
      "if (chunk.type === 'response.output_text.delta') process.stdout.write(chunk.delta)",
    ),
  },
  anthropic: {
    sdk: 'anthropic',
    path: '/v1/messages',
    whole: method('messages.create', 'response.content[0].text'),
    stream: {
      python: { name: 'messages.stream', use: '    for text in stream.text_stream:\n        print(text, end="")' },
      javascript: {
        name: 'messages.stream',
        use: "stream.on('text', (text) => process.stdout.write(text))\nawait stream.finalMessage()",
      },
    },
  },
  gemini: {
    sdk: 'gemini',
    path: '/v1beta/models',
    whole: {
      python: { name: 'models.generate_content', use: 'print(response.text)' },
      javascript: { name: 'models.generateContent', use: 'console.log(response.text)' },
    },
    stream: {
      python: {
        name: 'models.generate_content_stream',
        use: 'for chunk in stream:\n    print(chunk.text or "", end="")',
      },
      javascript: {
        name: 'models.generateContentStream',
        use: "for await (const chunk of stream) {\n  process.stdout.write(chunk.text ?? '')\n}",
      },
    },
  },
  completions: {
    sdk: 'openai',
    path: '/v1/completions',
    whole: method('completions.create', 'response.choices[0].text'),
  },
  embeddings: {
    sdk: 'openai',
    path: '/v1/embeddings',
    whole: method('embeddings.create', 'response.data[0].embedding'),
  },
  images: {
    sdk: 'openai',
    path: '/v1/images/generations',
    whole: method(
      'images.generate',
      'response.data[0].url or response.data[0].b64_json',
      'response.data[0].url ?? response.data[0].b64_json',
    ),
  },
  speech: {
    sdk: 'openai',
    path: '/v1/audio/speech',
    whole: {
      python: { name: 'audio.speech.create', use: (file) => `response.write_to_file(${pythonLiteral(file)})` },
      javascript: {
        name: 'audio.speech.create',
        use: (file) =>
          `const { writeFile } = await import('node:fs/promises')\nawait writeFile(${scriptLiteral(file)}, response.body)`,
      },
    },
  },
  transcriptions: {
    sdk: 'openai',
    path: '/v1/audio/transcriptions',
    whole: method('audio.transcriptions.create', 'response.text'),
  },
  moderations: {
    sdk: 'openai',
    path: '/v1/moderations',
    whole: method('moderations.create', 'response.results[0].flagged'),
  },
}
