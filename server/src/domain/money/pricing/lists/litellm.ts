import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import {
  amountsOfCall,
  amountsOfRates,
  isObject,
  type ListedLength,
  type ListedLines,
  type ListedPrice,
  type ListedRates,
  type ListedService,
  numberIn,
  type ReadPrice,
} from './listed-price.ts'

/** Members of LiteLLM's file that are not models. */
const noModels: ReadonlySet<string> = new Set(['sample_spec', 'fallback_generalizations'])
/** Models without output, for which the list gives an output price of 0. */
const withoutOutput: ReadonlySet<unknown> = new Set(['embedding', 'rerank', 'moderation'])

export const isLitellm = (list: unknown): list is Record<string, unknown> =>
  isObject(list) && Object.values(list).some((entry) => isObject(entry) && 'litellm_provider' in entry)

/** `model_prices_and_context_window.json`: dollars per token or picture, by model. */
export const readLitellm = (list: Record<string, unknown>, quotaPerUnit: number): ListedPrice[] =>
  Object.entries(list)
    .filter(([name]) => !noModels.has(name))
    .map(([name, entry]) => ({ name, ...readEntry(entry, quotaPerUnit) }))

function readEntry(entry: unknown, quotaPerUnit: number): ReadPrice {
  if (!isObject(entry)) return { reason: 'not_an_object' }
  const picture =
    entry.mode === 'image_generation'
      ? (numberIn(entry.output_cost_per_image) ?? numberIn(entry.input_cost_per_image))
      : undefined
  if (Number.isNaN(picture)) return { reason: 'not_a_number' }
  if (picture) return amountsOfCall(picture)
  const { output, ...rates } = ratesOf(entry)
  return amountsOfRates(withoutOutput.has(entry.mode) ? rates : { ...rates, output }, quotaPerUnit)
}

/** Names of lines; after them a name may have a length and a service tier. */
const stems: Record<string, keyof ListedLines> = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cache_read',
  cache_creation_input_token_cost: 'cache_write',
  input_cost_per_image_token: 'image_input',
  output_cost_per_image_token: 'image_output',
  input_cost_per_audio_token: 'audio_input',
  output_cost_per_audio_token: 'audio_output',
}
const pattern = new RegExp(
  `^(${Object.keys(stems).join('|')})(?:_above_(\\d{1,5})k_tokens)?(?:_(priority|flex|batches))?$`,
)
const serviceOf: Record<string, ServiceTier> = { priority: 'priority', flex: 'flex', batches: 'batch' }

type Lengths = Map<number, ListedLines>
type Tier = { lines: ListedLines; lengths: Lengths }

function ratesOf(entry: Record<string, unknown>): ListedRates {
  const tiers = new Map<string, Tier>()
  for (const [name, value] of Object.entries(entry)) {
    const [, stem = '', thousands, service = ''] = pattern.exec(name) ?? []
    const line = stems[stem]
    const price = numberIn(value)
    if (!line || price === undefined) continue
    const tier = tiers.get(service) ?? { lines: {}, lengths: new Map() }
    tiers.set(service, tier)
    linesAt(tier, thousands === undefined ? 0 : Number(thousands) * 1000)[line] = price
  }
  const { lines = {}, lengths = new Map() } = tiers.get('') ?? {}
  const ranges = rangesOf(entry.tiered_pricing)
  const [first, ...longer] = ranges
  const services = servicesOf(entry, tiers)
  return {
    ...(first && ranges.length > 0 ? { ...lines, ...withoutLength(first) } : lines),
    lengths: longer.length > 0 ? longer : listOf(lengths),
    services,
  }
}

const withoutLength = ({ above: _, ...lines }: ListedLength): ListedLines => lines

function linesAt({ lines, lengths }: Tier, above: number): ListedLines {
  if (above === 0) return lines
  const found = lengths.get(above) ?? {}
  lengths.set(above, found)
  return found
}

/** Lengths without an input price say nothing about the call as a whole. */
const listOf = (lengths: Lengths): ListedLength[] =>
  [...lengths].filter(([, { input }]) => input).map(([above, lines]) => ({ above, ...lines }))

function servicesOf(entry: Record<string, unknown>, tiers: ReadonlyMap<string, Tier>): ListedRates['services'] {
  const services: Partial<Record<ServiceTier, ListedService>> = {}
  for (const [name, { lines, lengths }] of tiers) {
    const service = serviceOf[name]
    if (service && lines.input) services[service] = { ...lines, lengths: listOf(lengths) }
  }
  // Factors of Claude's fast mode and of its inference in the United States.
  const factors = isObject(entry.provider_specific_entry) ? entry.provider_specific_entry : {}
  for (const service of ['fast', 'us'] as const) {
    const factor = numberIn(factors[service])
    if (factor) services[service] = { factor }
  }
  return services
}

/** Prices by the range of the input's length, the first one for the shortest. */
function rangesOf(value: unknown): ListedLength[] {
  if (!Array.isArray(value)) return []
  const ranges = value.flatMap((row): ListedLength[] => {
    if (!isObject(row) || !Array.isArray(row.range)) return []
    const above = numberIn(row.range[0])
    if (above === undefined || !Number.isInteger(above)) return []
    const lines: ListedLines = {}
    for (const [name, line] of Object.entries(stems)) {
      const price = numberIn(row[name])
      if (price !== undefined) lines[line] = price
    }
    return [{ above, ...lines }]
  })
  return ranges.length === value.length && ranges[0]?.above === 0 ? ranges : []
}
