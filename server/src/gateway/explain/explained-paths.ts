import type { RoutePath } from '@turnpike/contract/routing/route-explain'
import { holdOf } from '../../domain/money/pricing/hold.ts'
import type { Price } from '../../domain/money/pricing/price.ts'
import { requestFees } from '../../domain/money/pricing/request-fees.ts'
import { anthropicDialect } from '../dialects/anthropic/anthropic-dialect.ts'
import { completionsDialect } from '../dialects/completions/completions-dialect.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { geminiDialect } from '../dialects/gemini/gemini-dialect.ts'
import { openaiDialect } from '../dialects/openai/openai-dialect.ts'
import { responsesDialect } from '../dialects/responses/responses-dialect.ts'
import type { SingleKind } from '../providers/provider.ts'
import { initialHold } from '../realtime/hold.ts'
import type { ProviderFilter } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { holdSingle } from '../single/single-charge.ts'

/** The size of a call that is only explained. */
export type RequestSize = { model: string; promptTokens: number; outputTokens: number | undefined }

/** The facts of a path that route and price a call. */
export type ExplainedPath = {
  /** Which channels can be chosen. */
  needs?: ProviderFilter
  /** Which channels can serve the call; only the attempt checks this. */
  serves?: ProviderFilter
  isChat: boolean
  /** Statuses that differ for clients of this path. */
  statuses?: Dialect['statuses']
  /** The price is per minute of audio. */
  isSound?: true
  holdAt(size: RequestSize, snapshot: Snapshot): (price: Price, ratio: number) => number
}

const chat = (dialect: Dialect, needs?: ProviderFilter): ExplainedPath => ({
  isChat: true,
  ...(needs && { needs }),
  ...(dialect.statuses && { statuses: dialect.statuses }),
  serves: (provider) =>
    dialect.native?.(provider) !== undefined || (dialect.operation?.(provider) ?? provider.chat) !== undefined,
  holdAt({ model, promptTokens, outputTokens }, { options }) {
    const limits = { output_max: outputTokens, output_default: options.DefaultOutputTokens, count: 1 }
    const estimate = { input: promptTokens, ...limits, fees: requestFees(model, {}) }
    return (price, ratio) => holdOf(estimate, price, ratio, options.PreConsumedQuota)
  },
})

const lettersPerToken = 4
const lettersMax = 1_000_000
const recordingSeconds = 60

const single = (kind: SingleKind): ExplainedPath => ({
  isChat: false,
  needs: (provider) => provider.single?.[kind] !== undefined,
  holdAt({ model, promptTokens }, { options }) {
    const input = kind === 'speech' ? 'x'.repeat(Math.min(promptTokens * lettersPerToken, lettersMax)) : ''
    const request = { kind, model, body: { input }, path: '', count: 1, recordingSeconds }
    return (price, groupRatio) =>
      holdSingle(request, { price, groupRatio, promptTokens, preConsumed: options.PreConsumedQuota })
  },
})
const sound = (kind: SingleKind): ExplainedPath => ({ ...single(kind), isSound: true })

export const explainedPaths: Readonly<Record<RoutePath, ExplainedPath>> = {
  '/v1/chat/completions': chat(openaiDialect),
  '/v1/completions': chat(completionsDialect),
  '/v1/messages': chat(anthropicDialect),
  '/v1/responses': chat(responsesDialect),
  '/v1/responses/compact': chat(responsesDialect, (provider) => provider.native?.responses !== undefined),
  '/v1beta/models/{model}:generateContent': chat(geminiDialect),
  '/v1/embeddings': single('embeddings'),
  '/v1/rerank': single('rerank'),
  '/v1/moderations': single('moderations'),
  '/v1/images/generations': single('images'),
  '/v1/images/edits': single('image_edits'),
  '/v1/audio/speech': single('speech'),
  '/v1/audio/transcriptions': sound('transcriptions'),
  '/v1/audio/translations': sound('translations'),
  '/v1/realtime': {
    isChat: false,
    needs: (provider) => provider.realtime !== undefined,
    holdAt:
      (_, { options }) =>
      (price, ratio) =>
        initialHold(price, ratio, options.PreConsumedQuota),
  },
}
