import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { failureInDetail } from '../../translate/response/failure-of.ts'
import { rankingQuirks } from '../openai-shaped/ranking.ts'
import type { Target } from '../provider.ts'
import {
  failureInMessage,
  fireworksFailures,
  groqFailureIn,
  groqFailures,
  huggingFaceFailures,
  huggingFaceFailureTexts,
  nvidiaFailureTexts,
  togetherFailures,
  togetherFailureTexts,
} from './failures.ts'
import { foreignFields, type Host, threeEfforts } from './host.ts'
import { togetherPictures } from './pictures.ts'

/** Qwen only has its thinking on or off, until 3.8. gpt-oss always thinks. */
function groqEfforts({ model }: Pick<Target, 'model'>): Readonly<Record<string, string>> {
  if (model.includes('gpt-oss')) return { none: 'low', ...threeEfforts }
  const isSwitched = /qwen3/i.test(model) && !/qwen3\.8/i.test(model)
  return isSwitched
    ? { minimal: 'default', low: 'default', medium: 'default', high: 'default', xhigh: 'default', max: 'default' }
    : threeEfforts
}

export const groq: Host = {
  request: (_, target) => ({
    dropsExtensions: true,
    droppedFields: [...foreignFields, 'logit_bias', 'logprobs', 'top_logprobs'],
    droppedMessageFields: ['name'],
    streamOptions: 'include_usage',
    reasoning: 'drop',
    efforts: groqEfforts(target),
  }),
  response: { failureIn: groqFailureIn },
  single: ['speech', 'transcriptions', 'translations'],
  failures: groqFailures,
}

/** The number of log probabilities alone requests them, and thinking is switched off by a field of its own. */
function togetherFields(body: JsonObject, { reasoning_effort }: ChatRequest): void {
  if (body.logprobs === true) body.logprobs = body.top_logprobs ?? 1
  if (body.logprobs === false) delete body.logprobs
  delete body.top_logprobs
  if (reasoning_effort !== 'none') return
  delete body.reasoning_effort
  body.reasoning ??= { enabled: false }
}

export const together: Host = {
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    dropsExtensions: true,
    streamOptions: 'drop',
    reasoning: 'keep',
    efforts: threeEfforts,
  },
  adjust: togetherFields,
  single: ['completions', 'embeddings', 'images', 'rerank', 'speech', 'transcriptions', 'translations'],
  // Streamed speech has events that no client of the gateway reads.
  singleQuirks: {
    images: togetherPictures,
    rerank: rankingQuirks,
    speech: { droppedFields: ['stream', 'stream_format'] },
  },
  failures: togetherFailures,
  failureTexts: togetherFailureTexts,
}

export const fireworks: Host = {
  request: {
    developerToSystem: true,
    dropsExtensions: true,
    droppedFields: foreignFields,
    streamOptions: 'include_usage',
    reasoning: 'keep',
  },
  single: ['completions', 'embeddings', 'rerank'],
  singleQuirks: { rerank: rankingQuirks },
  response: { failureIn: failureInMessage },
  failures: fireworksFailures,
}

/** Cerebras: no unknown field, and earlier reasoning under another name. */
export const cerebras: Host = {
  request: {
    dropsExtensions: true,
    droppedFields: foreignFields.filter((name) => name !== 'prompt_cache_key'),
    streamOptions: 'include_usage',
    reasoning: 'keep',
    reasoningField: 'reasoning',
    efforts: threeEfforts,
  },
  response: { failureIn: failureInMessage },
  single: ['completions'],
}

/** NVIDIA's hosted models, and its containers on other hosts. */
export const nvidia: Host = {
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    dropsExtensions: true,
    droppedFields: foreignFields,
    streamOptions: 'include_usage',
    reasoning: 'drop',
  },
  response: { thinkTags: true, failureIn: failureInDetail },
  single: ['completions', 'embeddings'],
  failureTexts: nvidiaFailureTexts,
}

/** Hugging Face: a router before other hosts. */
export const huggingface: Host = {
  request: {
    developerToSystem: true,
    dropsExtensions: true,
    droppedFields: foreignFields,
    streamOptions: 'include_usage',
    reasoning: 'drop',
  },
  response: { thinkTags: true },
  failures: huggingFaceFailures,
  failureTexts: huggingFaceFailureTexts,
}
