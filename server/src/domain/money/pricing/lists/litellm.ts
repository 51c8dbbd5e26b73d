import { amountsOfCall, amountsOfTokens, isObject, type ListedPrice, numberIn } from './listed-price.ts'

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
