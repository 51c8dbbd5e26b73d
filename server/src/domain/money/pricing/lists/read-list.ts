import type { PriceListFormat } from '@turnpike/contract/money/price-book'
import { amountsOfCall, amountsOfTokens, isObject, type ListedPrice, numberIn } from './listed-price.ts'

type OpenrouterList = { data: unknown[] }

const isOpenrouter = (list: unknown): list is OpenrouterList =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && isObject(row.pricing))

/** The response of `GET /api/v1/models`: dollars per token, as texts; -1 where the price depends on the request. */
const readOpenrouter = ({ data }: OpenrouterList, quotaPerUnit: number): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.id !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    if (!isObject(row.pricing)) return { name: row.id, reason: 'no_price' }
    const { prompt, completion, request } = row.pricing
    const [input, output, call] = [numberIn(prompt), numberIn(completion), numberIn(request)]
    if ([input, output, call].some(Number.isNaN)) return { name: row.id, reason: 'not_a_number' }
    if (input === undefined || output === undefined) return { name: row.id, reason: 'no_price' }
    // A model that is charged by the request alone.
    if (call && input === 0 && output === 0) return { name: row.id, ...amountsOfCall(call) }
    return { name: row.id, ...amountsOfTokens(input, output, quotaPerUnit) }
  })

type OneApiList = { data: unknown[] }

const isOneApi = (list: unknown): list is OneApiList =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && 'model_ratio' in row)

/** In gateways of this family a ratio of 1 is two dollars per million tokens. */
const dollarsOfRatio = 0.000002

/** The response of `GET /api/pricing`: ratios, or dollars per call where `quota_type` is 1. */
const readOneApi = ({ data }: OneApiList, quotaPerUnit: number): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.model_name !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    const name = row.model_name
    // Billed by an expression: the ratios beside it are not in force.
    if (row.billing_mode === 'tiered_expr') return { name, reason: 'no_price' }
    const [ratio, price] = [numberIn(row.model_ratio), numberIn(row.model_price)]
    const completion = numberIn(row.completion_ratio) ?? 1
    if ([ratio, price, completion].some(Number.isNaN)) return { name, reason: 'not_a_number' }
    if (row.quota_type === 1)
      return price === undefined ? { name, reason: 'no_price' } : { name, ...amountsOfCall(price) }
    if (ratio === undefined) return { name, reason: 'no_price' }
    const input = ratio * dollarsOfRatio
    return { name, ...amountsOfTokens(input, input * completion, quotaPerUnit) }
  })

/** Members of LiteLLM's file that are not models. */
const noModels: ReadonlySet<string> = new Set(['sample_spec', 'fallback_generalizations'])
/** Models without output, for which the list gives an output price of 0. */
const withoutOutput: ReadonlySet<unknown> = new Set(['embedding', 'rerank', 'moderation'])

const isLitellm = (list: unknown): list is Record<string, unknown> =>
  isObject(list) && Object.values(list).some((entry) => isObject(entry) && 'litellm_provider' in entry)

/** `model_prices_and_context_window.json`: dollars per token or picture, by model. */
const readLitellm = (list: Record<string, unknown>, quotaPerUnit: number): ListedPrice[] =>
  Object.entries(list)
    .filter(([name]) => !noModels.has(name))
    .map(([name, entry]) => ({ name, ...readEntry(entry, quotaPerUnit) }))

function readEntry(entry: unknown, quotaPerUnit: number) {
  if (!isObject(entry)) return { reason: 'not_an_object' as const }
  const [input, output] = [numberIn(entry.input_cost_per_token), numberIn(entry.output_cost_per_token)]
  const picture =
    entry.mode === 'image_generation'
      ? (numberIn(entry.output_cost_per_image) ?? numberIn(entry.input_cost_per_image))
      : undefined
  if ([input, output, picture].some(Number.isNaN)) return { reason: 'not_a_number' as const }
  if (picture) return amountsOfCall(picture)
  if (input === undefined) return { reason: 'no_price' as const }
  return amountsOfTokens(input, withoutOutput.has(entry.mode) ? undefined : output, quotaPerUnit)
}

/** Undefined for a text in none of the formats. */
export function readList(
  text: string,
  quotaPerUnit: number,
): { format: PriceListFormat; prices: ListedPrice[] } | undefined {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isOneApi(list)) return { format: 'one-api', prices: readOneApi(list, quotaPerUnit) }
  if (isOpenrouter(list)) return { format: 'openrouter', prices: readOpenrouter(list, quotaPerUnit) }
  if (isLitellm(list)) return { format: 'litellm', prices: readLitellm(list, quotaPerUnit) }
  return undefined
}
