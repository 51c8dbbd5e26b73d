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
export const withoutOutput: ReadonlySet<unknown> = new Set(['embedding', 'rerank', 'moderation'])

export const isLitellm = (list: unknown): list is Record<string, unknown> =>
  isObject(list) && Object.values(list).some((entry) => isObject(entry) && 'litellm_provider' in entry)

/** `model_prices_and_context_window.json`: dollars per token or picture, by model. */
export const readLitellm = (list: Record<string, unknown>, quotaPerUnit: number): ListedPrice[] =>
  Object.entries(list)
    .filter(([name]) => !noModels.has(name))
    .map(([name, entry]) => ({ name, ...readEntry(entry, quotaPerUnit) }))

function readEntry(entry: unknown, quotaPerUnit: number): ReadPrice {
  if (!isObject(entry)) return { reason: 'not_an_object' }
  const { output, ...rates } = ratesOf(entry)
  const call = rates.input && rates.image_output ? undefined : callPriceIn(entry)
  if (Number.isNaN(call)) return { reason: 'not_a_number' }
  if (call) return amountsOfCall(call)
  return amountsOfRates(withoutOutput.has(entry.mode) ? rates : { ...rates, output }, quotaPerUnit)
}

/** Pictures that are not priced by tokens, and searches. */
function callPriceIn(entry: Record<string, unknown>): number | undefined {
  if (entry.mode === 'rerank') return numberIn(entry.input_cost_per_query)
  if (entry.mode !== 'image_generation') return undefined
  return numberIn(entry.output_cost_per_image) ?? numberIn(entry.input_cost_per_image)
}

/** Names of lines; after them a name may have a length and a service tier. */
export const lineOfField: Record<string, keyof ListedLines> = {
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
  `^(${Object.keys(lineOfField).join('|')})(?:_above_(\\d{1,5})k_tokens)?(?:_(priority|flex|batches))?$`,
)
const serviceOf: Record<string, ServiceTier> = { priority: 'priority', flex: 'flex', batches: 'batch' }

type Service = ServiceTier | ''
type Field = { line: keyof ListedLines; above: number; service: Service }
const fields = new Map<string, Field | undefined>()
const fieldsMax = 2000

/** What a member of a row says; undefined for any other member. Thousands of rows have the same members. */
export function fieldOf(name: string): Field | undefined {
  if (fields.has(name)) return fields.get(name)
  const [, stem = '', thousands = '0', service = ''] = pattern.exec(name) ?? []
  const line = lineOfField[stem]
  const field: Field | undefined = line && { line, above: Number(thousands) * 1000, service: serviceOf[service] ?? '' }
  if (fields.size < fieldsMax) fields.set(name, field)
  return field
}

type Lengths = Map<number, ListedLines>
type Tier = { lines: ListedLines; lengths: Lengths }

function ratesOf(entry: Record<string, unknown>): ListedRates {
  const tiers = new Map<Service, Tier>()
  for (const [name, value] of Object.entries(entry)) {
    const field = fieldOf(name)
    const price = field && numberIn(value)
    if (!field || price === undefined) continue
    const tier = tiers.get(field.service) ?? { lines: {}, lengths: new Map() }
    tiers.set(field.service, tier)
    linesAt(tier, field.above)[field.line] = price
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

function servicesOf(entry: Record<string, unknown>, tiers: ReadonlyMap<Service, Tier>): ListedRates['services'] {
  const services: Partial<Record<ServiceTier, ListedService>> = {}
  for (const [service, { lines, lengths }] of tiers)
    if (service && lines.input) services[service] = { ...lines, lengths: listOf(lengths) }
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
    for (const [name, line] of Object.entries(lineOfField)) {
      const price = numberIn(row[name])
      if (price !== undefined) lines[line] = price
    }
    return [{ above, ...lines }]
  })
  return ranges.length === value.length && ranges[0]?.above === 0 ? ranges : []
}
