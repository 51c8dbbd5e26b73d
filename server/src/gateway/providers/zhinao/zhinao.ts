import { openAiShaped } from '../openai-shaped/openai-shaped.ts'
import type { Provider } from '../provider.ts'

/** 360 Zhinao. Streams may come without usage. */
export const zhinao: Provider = openAiShaped({
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    temperature: [0, 1],
    topP: [0, 1],
    flattensText: true,
    contentParts: [],
    dropsExtensions: true,
    droppedFields: ['logit_bias', 'logprobs', 'top_logprobs', 'parallel_tool_calls', 'reasoning_effort'],
    streamOptions: 'drop',
    reasoning: 'drop',
  },
  single: ['embeddings'],
  // Refused content has no code of its own.
  failureTexts: [[/sensitive|敏感|违规/i, 'content_refused']],
})
