import type { VendorName } from '../../../mock-upstream/vendors.ts'
import type { Loose } from './send.ts'

/** A client's dialect, an upstream, and how the one's words are read back from the other's answer. */
export type Way = {
  vendor: VendorName
  type: number
  upstreamModel: string
  path(model: string, isStream: boolean): string
  body(model: string, prompt: string, isStream: boolean): object
  headers(key: string): Record<string, string>
  /** The text in the events of a stream, those that came. */
  said(events: Loose[]): string
  /** This upstream tells the prompt's tokens with its first words. */
  tellsPromptFirst?: true
}

const upstream = {
  openai: { vendor: 'openai', type: 1, upstreamModel: 'gpt-4o' },
  anthropic: { vendor: 'anthropic', type: 14, upstreamModel: 'claude-sonnet-4-5', tellsPromptFirst: true },
  gemini: { vendor: 'gemini', type: 24, upstreamModel: 'gemini-2.0-flash', tellsPromptFirst: true },
} as const

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const user = (content: string) => [{ role: 'user', content }]

const chat = {
  path: () => '/v1/chat/completions',
  body: (model: string, prompt: string, stream: boolean) => ({ model, messages: user(prompt), stream }),
  headers: bearer,
  said: (events: Loose[]) => events.map((event) => event.choices?.[0]?.delta?.content ?? '').join(''),
}
const completions = {
  path: () => '/v1/completions',
  body: (model: string, prompt: string, stream: boolean) => ({ model, prompt, stream, max_tokens: 4096 }),
  headers: bearer,
  said: (events: Loose[]) => events.map((event) => event.choices?.[0]?.text ?? '').join(''),
}
const responses = {
  path: () => '/v1/responses',
  body: (model: string, input: string, stream: boolean) => ({ model, input, stream }),
  headers: bearer,
  said: (events: Loose[]) =>
    events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join(''),
}
const messages = {
  path: () => '/v1/messages',
  body: (model: string, prompt: string, stream: boolean) => ({
    model,
    max_tokens: 4096,
    messages: user(prompt),
    stream,
  }),
  headers: (key: string) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  said: (events: Loose[]) => events.map((event) => event.delta?.text ?? '').join(''),
}
const gemini = {
  path: (model: string, isStream: boolean) =>
    `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_: string, prompt: string) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
  headers: (key: string) => ({ 'x-goog-api-key': key }),
  said: (events: Loose[]) =>
    events
      .flatMap((event) => event.candidates?.[0]?.content?.parts ?? [])
      .map((part: Loose) => part.text ?? '')
      .join(''),
}

/** Every dialect straight to its own kind of upstream, and some across. */
export const ways: Record<string, Way> = {
  'chat → OpenAI': { ...chat, ...upstream.openai },
  'completions → OpenAI': { ...completions, ...upstream.openai },
  'Responses → OpenAI': { ...responses, ...upstream.openai },
  'Messages → Anthropic': { ...messages, ...upstream.anthropic },
  'Gemini → Gemini': { ...gemini, ...upstream.gemini },
  'chat → Anthropic': { ...chat, ...upstream.anthropic },
  'chat → Gemini': { ...chat, ...upstream.gemini },
  'Responses → Anthropic': { ...responses, ...upstream.anthropic },
  'Messages → OpenAI': { ...messages, ...upstream.openai },
  'Gemini → OpenAI': { ...gemini, ...upstream.openai },
}
