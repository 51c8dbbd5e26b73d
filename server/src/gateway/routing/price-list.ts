import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { type EndpointType, type ModelTag, type PricedModel, quotaType } from '@turnpike/contract/money/pricing'
import { isByCharacter } from '../../domain/money/pricing/audio-usage.ts'
import { writeBillingExpr } from '../../domain/money/pricing/family/billing-expr.ts'
import type { Price, TokenPrice } from '../../domain/money/pricing/price.ts'
import { listedRatiosOf, type PriceOptions, priceOf } from '../../domain/money/pricing/price-book.ts'
import type { Provider } from '../providers/provider.ts'
import { type Channel, channelsSupporting } from './channel.ts'
import type { Snapshot } from './snapshot.ts'

/** The context length from which a model is tagged as long-context. */
const longContext = 200_000

const lists = new WeakMap<Snapshot, readonly PricedModel[]>()

/** Every model that an enabled channel serves and that has a price, by name. Made once per snapshot. */
export function priceListOf(snapshot: Snapshot): readonly PricedModel[] {
  const known = lists.get(snapshot)
  if (known) return known
  const real = [...channelsByModel(snapshot)].flatMap(([model, channels]) => {
    const price = priceOf(snapshot.prices, model)
    return price ? [rowOf(model, price, channels, snapshot.options)] : []
  })
  const list = withVirtual(real, snapshot).sort((one, other) => (one.model_name < other.model_name ? -1 : 1))
  lists.set(snapshot, list)
  return list
}

/** Adds virtual models with their served members. One with a real model's name replaces it. */
function withVirtual(real: PricedModel[], { virtualModels }: Snapshot): PricedModel[] {
  if (!virtualModels) return real
  const rows = new Map(real.map((row) => [row.model_name, row]))
  const virtual = [...virtualModels.values()].flatMap(({ name, groups, members }) => {
    const served = members.flatMap(({ model }) => rows.get(model) ?? [])
    const isOpen = (group: string) => groups.length === 0 || groups.includes(group)
    const enabled = served.flatMap(({ enable_groups }) => enable_groups).filter(isOpen)
    const [first] = served
    if (!first || enabled.length === 0) return []
    const own = rows.get(name)?.enable_groups ?? []
    return [
      {
        ...first,
        model_name: name,
        vendor: '',
        enable_groups: [...new Set([...enabled, ...own])].sort(),
        supported_endpoint_types: [...new Set(served.flatMap((row) => row.supported_endpoint_types))],
        members: served.map(memberPrice),
      },
    ]
  })
  const names = new Set(virtual.map(({ model_name }) => model_name))
  return [...real.filter(({ model_name }) => !names.has(model_name)), ...virtual]
}

const memberPrice = ({ model_name, quota_type, model_price, model_ratio, completion_ratio, ...row }: PricedModel) => ({
  model_name,
  quota_type,
  model_price,
  model_ratio,
  completion_ratio,
  ...(row.cache_ratio !== undefined && { cache_ratio: row.cache_ratio }),
  ...(row.tiers && { tiers: row.tiers }),
})

function channelsByModel({ channels }: Snapshot): Map<string, Channel[]> {
  const byModel = new Map<string, Channel[]>()
  for (const channel of [...channels.values()].filter(({ isRetired }) => !isRetired))
    for (const model of channel.groups.length > 0 ? channel.models : []) {
      const list = byModel.get(model)
      if (list) list.push(channel)
      else byModel.set(model, [channel])
    }
  return byModel
}

function rowOf(model: string, price: Price, channels: readonly Channel[], options: PriceOptions): PricedModel {
  const endpoints = endpointsByMode[price.mode ?? 'chat'] ?? noEndpoints
  const { context, max_output } = price
  return {
    model_name: model,
    ...amountsOf(model, price, options),
    ...countedBy(model, price),
    enable_groups: [...new Set(channels.flatMap(({ groups }) => groups))].sort(),
    owner_by: '',
    vendor: price.provider ?? '',
    tags: tagsOf(model, price, options),
    supported_endpoint_types: endpointsOf(channels, model, endpoints),
    ...(context !== undefined && { context }),
    ...(max_output !== undefined && { max_output }),
  }
}

/** Videos are charged by duration; so is audio whose tokens no upstream reports, and some speech by its text. */
function countedBy(model: string, price: Price) {
  const { mode } = price
  if (price.kind === 'call') return mode === 'video' ? { counted_by: 'second' as const } : {}
  const { completion_ratio } = price
  if (mode === 'audio_speech' && isByCharacter(model)) return { counted_by: 'character' as const }
  if (mode === 'audio_transcription' && completion_ratio === 0) return { counted_by: 'minute' as const }
  return {}
}

/** A channel whose key cannot be used serves nothing. */
function endpointsOf(channels: readonly Channel[], model: string, endpoints: Endpoints): EndpointType[] {
  const found = new Set<EndpointType>()
  for (const channel of channels)
    channelsSupporting(model, (provider) => {
      for (const type of endpoints(provider)) found.add(type)
      return true
    })(channel)
  return [...found]
}

function amountsOf(model: string, price: Price, options: PriceOptions) {
  if (price.kind === 'call')
    return { quota_type: quotaType.call, model_price: price.price, model_ratio: 0, completion_ratio: 0 }
  const { cache_read_ratio, cache_write_ratio, ...others } = listedRatiosOf(model, options)
  return {
    quota_type: quotaType.tokens,
    model_price: 0,
    model_ratio: price.ratio,
    completion_ratio: price.completion_ratio,
    ...(cache_read_ratio !== undefined && { cache_ratio: cache_read_ratio }),
    ...(cache_write_ratio !== undefined && { create_cache_ratio: cache_write_ratio, cache_write_ratio }),
    ...others,
    ...(price.tiers && tiersOf(price, price.tiers)),
  }
}

/** The tiers as they are, and as the expression that clients of this family read where it can say the same. */
function tiersOf(price: TokenPrice, tiers: ModelTiers) {
  const billing_expr = writeBillingExpr(price)
  return { tiers, ...(billing_expr !== undefined && { billing_mode: 'tiered_expr' as const, billing_expr }) }
}

/** The tag of each mode that the price book knows. */
const tagOfMode: Readonly<Record<string, ModelTag>> = {
  chat: 'chat',
  responses: 'chat',
  completion: 'completion',
  image: 'image',
  audio_speech: 'speech',
  audio_transcription: 'transcription',
  realtime: 'realtime',
  embedding: 'embedding',
  rerank: 'rerank',
  moderation: 'moderation',
  task: 'task',
}

function tagsOf(model: string, price: Price, options: PriceOptions): ModelTag[] {
  const mode = tagOfMode[price.mode ?? 'chat']
  const ratios: ReturnType<typeof listedRatiosOf> = price.kind === 'tokens' ? listedRatiosOf(model, options) : {}
  return [
    ...(mode ? [mode] : []),
    ...(ratios.cache_read_ratio === undefined ? [] : ['caching' as const]),
    ...(ratios.audio_ratio === undefined ? [] : ['audio' as const]),
    ...(price.context !== undefined && price.context >= longContext ? ['long_context' as const] : []),
  ]
}

type Endpoints = (provider: Provider) => readonly EndpointType[]

const noEndpoints: Endpoints = () => []
// A chat is translated between all dialects, so that each of them reaches every provider of chats.
const chats: Endpoints = ({ chat }) => (chat ? ['openai', 'responses', 'anthropic', 'gemini'] : [])
const single =
  (kind: keyof NonNullable<Provider['single']> & EndpointType): Endpoints =>
  (provider) =>
    provider.single?.[kind] ? [kind] : []

/** The endpoints that serve a model of each mode, by the abilities of the channel's provider. */
const endpointsByMode: Readonly<Record<string, Endpoints>> = {
  chat: chats,
  responses: chats,
  completion: ({ chat }) => (chat ? ['completions'] : []),
  image: single('images'),
  audio_speech: single('speech'),
  audio_transcription: single('transcriptions'),
  realtime: ({ realtime }) => (realtime ? ['realtime'] : []),
  embedding: single('embeddings'),
  rerank: single('rerank'),
  moderation: single('moderations'),
}
