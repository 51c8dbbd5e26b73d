import { openAiShaped } from '../openai-shaped/openai-shaped.ts'
import type { Provider } from '../provider.ts'

/** The only model that calls tools. */
const callsTools = (model: string): boolean => model === 'yi-large-fc'

/** Every chunk repeats the text so far beside its choices, and says whether it is the last. */
export const yi: Provider = openAiShaped({
  request: (_, { model }) => ({
    developerToSystem: true,
    limitField: 'max_tokens',
    temperature: [0, 1.99],
    topP: [0.01, 0.99],
    flattensText: true,
    dropsExtensions: true,
    droppedFields: ['logit_bias', 'logprobs', 'top_logprobs', 'seed', 'n', 'reasoning_effort'],
    refusedFields: callsTools(model) ? [] : ['tools'],
    streamOptions: 'drop',
    reasoning: 'drop',
  }),
  response: { droppedFields: ['content', 'lastOne'], isLast: (chunk) => chunk.lastOne === true },
})
