/** Routes by the operation that GenAI conventions name; where they name none, a name in their style. */
const operations: Record<string, string> = {
  '/v1/chat/completions': 'chat',
  '/pg/chat/completions': 'chat',
  '/v1/messages': 'chat',
  '/v1/responses': 'chat',
  '/v1/responses/compact': 'chat',
  '/v1/completions': 'text_completion',
  '/v1/embeddings': 'embeddings',
  '/v1/engines/:model/embeddings': 'embeddings',
  '/v1/messages/count_tokens': 'count_tokens',
  '/v1/realtime': 'realtime',
  '/v1/rerank': 'rerank',
  '/v1/moderations': 'moderation',
}
const geminiActions: Record<string, string> = {
  generateContent: 'generate_content',
  streamGenerateContent: 'generate_content',
  embedContent: 'embeddings',
  batchEmbedContents: 'embeddings',
  countTokens: 'count_tokens',
}

export function operationOf(route: string, action: string): string {
  const known = operations[route] ?? geminiActions[action]
  if (known) return known
  if (/\/images\//.test(route)) return 'image_generation'
  if (/\/audio\/speech/.test(route)) return 'speech'
  if (/\/audio\//.test(route)) return 'transcription'
  return 'task'
}
