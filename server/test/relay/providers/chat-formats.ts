import type { Loose } from '../send.ts'

/** A client's format for chats: how a request is written, and how the response is read. */
export type ChatFormat = {
  path(model: string, isStream: boolean): string
  body(model: string, prompt: string, isStream: boolean): object
  headers(key: string): Record<string, string>
  /** The field that limits the response. */
  limit(tokens: number): object
  wholeText(response: Loose): string
  /** The text in the events of a stream that have come so far. */
  streamedText(events: Loose[]): string
  /** The error at the end of a stream that broke off. */
  errorIn(events: Loose[]): Loose
  /** Whether a client that has these bytes takes the response for complete. */
  isComplete(text: string): boolean
  /** The status of a refusal because the ledger cannot be reached. */
  unavailableStatus: 503 | 529
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const user = (content: string) => [{ role: 'user', content }]
const lastError = (events: Loose[]) => events.at(-1)?.error
const partsText = (candidates: Loose[] | undefined): string =>
  (candidates?.[0]?.content?.parts ?? []).map((part: Loose) => part.text ?? '').join('')

export const chatFormats = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (model, prompt, stream) => ({ model, messages: user(prompt), stream }),
    headers: bearer,
    limit: (max_tokens) => ({ max_tokens }),
    wholeText: (response) => response.choices[0].message.content,
    streamedText: (events) => events.map((event) => event.choices?.[0]?.delta?.content ?? '').join(''),
    errorIn: lastError,
    isComplete: (text) => /\[DONE\]|"finish_reason":"stop"/.test(text),
    unavailableStatus: 503,
  },
  completions: {
    path: () => '/v1/completions',
    body: (model, prompt, stream) => ({ model, prompt, stream, max_tokens: 4096 }),
    headers: bearer,
    limit: (max_tokens) => ({ max_tokens }),
    wholeText: (response) => response.choices[0].text,
    streamedText: (events) => events.map((event) => event.choices?.[0]?.text ?? '').join(''),
    errorIn: lastError,
    isComplete: (text) => /\[DONE\]|"finish_reason":"stop"/.test(text),
    unavailableStatus: 503,
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, input, stream) => ({ model, input, stream }),
    headers: bearer,
    limit: (max_output_tokens) => ({ max_output_tokens }),
    wholeText: (response) => response.output.find(({ type }: Loose) => type === 'message').content[0].text,
    streamedText: (events) =>
      events.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join(''),
    errorIn: (events) => events.findLast(({ type }) => type === 'error' || type === 'response.failed'),
    isComplete: (text) => /response\.completed|"object":"response".*"status":"completed"/.test(text),
    unavailableStatus: 503,
  },
  messages: {
    path: () => '/v1/messages',
    body: (model, prompt, stream) => ({ model, max_tokens: 4096, messages: user(prompt), stream }),
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    limit: (max_tokens) => ({ max_tokens }),
    wholeText: (response) => response.content[0].text,
    streamedText: (events) => events.map((event) => event.delta?.text ?? '').join(''),
    errorIn: (events) => (events.at(-1)?.type === 'error' ? events.at(-1).error : undefined),
    isComplete: (text) => /message_stop|"stop_reason":"end_turn"/.test(text),
    unavailableStatus: 529,
  },
  gemini: {
    path: (model, isStream) =>
      `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_, prompt) => ({ contents: [{ role: 'user', parts: [{ text: prompt }] }] }),
    headers: (key) => ({ 'x-goog-api-key': key }),
    limit: (maxOutputTokens) => ({ generationConfig: { maxOutputTokens } }),
    wholeText: (response) => partsText(response.candidates),
    streamedText: (events) => events.map(({ candidates }) => partsText(candidates)).join(''),
    errorIn: lastError,
    isComplete: (text) => /"finishReason":"STOP"/.test(text),
    unavailableStatus: 503,
  },
} satisfies Record<string, ChatFormat>

export type ChatFormatName = keyof typeof chatFormats
