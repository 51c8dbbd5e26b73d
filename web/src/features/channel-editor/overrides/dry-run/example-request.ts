import type { RoutePath } from '@turnpike/contract/routing/route-explain'

/** The client formats that a dry run offers. */
export const dryRunPaths = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/messages',
  '/v1beta/models/{model}:generateContent',
  '/v1/embeddings',
  '/v1/rerank',
  '/v1/images/generations',
  '/v1/audio/speech',
] as const satisfies readonly RoutePath[]
export type DryRunPath = (typeof dryRunPaths)[number]

const words = 'Hello'
const chat = [{ role: 'user', content: words }]

/** A request of each format, without the model. */
const bodies: Record<DryRunPath, object> = {
  '/v1/chat/completions': { messages: chat, temperature: 1, max_tokens: 256, stream: true },
  '/v1/responses': { input: words, max_output_tokens: 256, stream: true },
  '/v1/messages': { max_tokens: 256, messages: chat, stream: true },
  '/v1beta/models/{model}:generateContent': {
    contents: [{ role: 'user', parts: [{ text: words }] }],
    generationConfig: { temperature: 1, maxOutputTokens: 256 },
  },
  '/v1/embeddings': { input: words },
  '/v1/rerank': { query: words, documents: ['One', 'Two'] },
  '/v1/images/generations': { prompt: words, n: 1, size: '1024x1024' },
  '/v1/audio/speech': { input: words, voice: 'alloy' },
}

/** Gemini names the model in the path, and every other format in the body. */
const namesModelInPath = (path: DryRunPath) => path.includes('{model}')

export const requestPath = (path: DryRunPath, model: string): string =>
  path.replace('{model}', () => encodeURIComponent(model))

export const exampleBody = (path: DryRunPath, model: string): string =>
  JSON.stringify(namesModelInPath(path) ? bodies[path] : { model, ...bodies[path] }, null, 2)

/** The body for another model. A text that is no object stays as it is. */
export function withModel(path: DryRunPath, body: Record<string, unknown>, model: string): Record<string, unknown> {
  return namesModelInPath(path) ? body : { ...body, model }
}
