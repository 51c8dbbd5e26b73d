import {
  amountsOfRates,
  isObject,
  type ListedLength,
  type ListedLines,
  type ListedPrice,
  numberIn,
} from './listed-price.ts'

type Providers = Record<string, unknown>

export const isModelsDev = (list: unknown): list is Providers =>
  isObject(list) &&
  Object.values(list).some(
    (provider) =>
      isObject(provider) &&
      isObject(provider.models) &&
      Object.values(provider.models).some((model) => isObject(model) && isObject(model.cost)),
  )

/** Providers that sell models of their own. Their models are listed by the bare name, those of others with the provider's. */
const vendors = [
  'openai',
  'anthropic',
  'google',
  'xai',
  'deepseek',
  'mistral',
  'alibaba',
  'moonshotai',
  'zai',
  'zhipuai',
  'minimax',
  'cohere',
  'perplexity',
  'llama',
  'inception',
  'upstage',
]

/** `api.json`: dollars per million tokens, by provider and model. */
export function readModelsDev(list: Providers, quotaPerUnit: number): ListedPrice[] {
  const others = Object.keys(list).filter((name) => !vendors.includes(name))
  return [...vendors, ...others].flatMap((provider) => {
    const entry = Object.hasOwn(list, provider) ? list[provider] : undefined
    if (!isObject(entry) || !isObject(entry.models)) return []
    const isVendor = vendors.includes(provider)
    return Object.entries(entry.models).map(([id, model]): ListedPrice => {
      const name = isVendor ? id : `${provider}/${id}`
      if (!isObject(model)) return { name, reason: 'not_an_object' }
      if (!isObject(model.cost)) return { name, reason: 'no_price' }
      const lines = linesOf(model.cost)
      // What a subscription to another provider includes is listed there as free.
      if (!isVendor && !lines.input && !lines.output) return { name, reason: 'no_price' }
      return { name, ...amountsOfRates({ ...lines, lengths: lengthsOf(model.cost) }, quotaPerUnit) }
    })
  })
}

const members: Record<string, keyof ListedLines> = {
  input: 'input',
  output: 'output',
  cache_read: 'cache_read',
  cache_write: 'cache_write',
  input_audio: 'audio_input',
  output_audio: 'audio_output',
}

function linesOf(cost: Record<string, unknown>): ListedLines {
  const lines: ListedLines = {}
  for (const [member, line] of Object.entries(members)) {
    const price = numberIn(cost[member])
    if (price !== undefined) lines[line] = price / 1_000_000
  }
  return lines
}

/** `tiers` is the newer form; beside it `context_over_200k` says the same less exactly. */
function lengthsOf(cost: Record<string, unknown>): ListedLength[] {
  if (Array.isArray(cost.tiers))
    return cost.tiers.flatMap((row) => {
      if (!isObject(row) || !isObject(row.tier) || row.tier.type !== 'context') return []
      const above = numberIn(row.tier.size)
      return above !== undefined && Number.isInteger(above) && above > 0 ? [{ above, ...linesOf(row) }] : []
    })
  return isObject(cost.context_over_200k) ? [{ above: 200_000, ...linesOf(cost.context_over_200k) }] : []
}
