import type { EndpointType } from '@turnpike/contract/money/pricing'
import type { ClientRequest } from './client-code.ts'
import type { Sdk } from './sdk-methods.ts'

const hello = [{ role: 'user', content: 'Hello' }]

/** The body of a first request to each endpoint, without the model. */
export const sampleBodies: Record<EndpointType, Record<string, unknown>> = {
  openai: { messages: hello },
  responses: { input: 'Hello' },
  anthropic: { max_tokens: 1024, messages: hello },
  gemini: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
  completions: { prompt: 'Once upon a time' },
  embeddings: { input: 'Hello' },
  images: { prompt: 'A toll gate in the morning' },
  speech: { voice: 'alloy', input: 'Hello' },
  transcriptions: {},
  realtime: {},
  rerank: { query: 'Which animal barks?', documents: ['The cat', 'The dog'] },
  moderations: { input: 'Hello' },
}

/** A first chat with an SDK. Its chunks are printed as they come, and comments explain the address and the model. */
export const helloRequest = (
  sdk: Sdk,
  model: string,
  words: (name: 'theLine' | 'noVersion' | 'anyModel') => string,
): ClientRequest => ({
  endpoint: sdk,
  model,
  body: { ...sampleBodies[sdk], stream: true },
  comments: { base: words(sdk === 'openai' ? 'theLine' : 'noVersion'), model: words('anyModel') },
})
