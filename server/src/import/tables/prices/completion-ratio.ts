import type { Family } from '../../sources/open-source.ts'

type Rule = [(model: string) => boolean, number]

const begins = (start: string) => (model: string) => model.startsWith(start)
const ends = (end: string) => (model: string) => model.endsWith(end)
const holds = (part: string) => (model: string) => model.includes(part)
const is = (name: string) => (model: string) => model === name
const not = (one: Rule[0]) => (model: string) => !one(model)
const both = (one: Rule[0], other: Rule[0]) => (model: string) => one(model) && other(model)

const oneOf =
  (...names: string[]) =>
  (model: string) =>
    names.includes(model)
const quotient = (dividend: number, divisor: number) => Number((dividend / divisor).toFixed(12))

const isFixedGpt4 = (model: string) =>
  model.startsWith('gpt-4') && !model.endsWith('-all') && !model.endsWith('-gizmo-*')
const isReserved = (model: string) => model.endsWith('-all') || model.endsWith('-gizmo-*')

const gpt35: readonly Rule[] = [
  [is('gpt-3.5-turbo'), 3],
  [both(begins('gpt-3.5'), ends('0125')), 3],
  [both(begins('gpt-3.5'), ends('1106')), 2],
  [begins('gpt-3.5'), quotient(4, 3)],
]
const cohere: readonly Rule[] = [
  [is('command-r'), 3],
  [is('command-r-plus'), 5],
  [oneOf('command-r-08-2024', 'command-r-plus-08-2024'), 4],
]
const ernieAndLlama: readonly Rule[] = [
  [begins('ERNIE-Speed-'), 2],
  [begins('ERNIE-Lite-'), 2],
  [begins('ERNIE-Character'), 2],
  [begins('ERNIE-Functions'), 2],
  [is('llama2-70b-4096'), 1.25],
  [is('llama3-8b-8192'), 2],
  [is('llama3-70b-8192'), quotient(0.79, 0.59)],
]
const olderClaude: readonly Rule[] = [
  [holds('claude-instant-1'), 3],
  [holds('claude-2'), 3],
]

/**
 * The price of output in the programs of this family, in multiples of input, even where the database has another ratio.
 * The first match counts.
 */
const newApi04: readonly Rule[] = [
  [is('gpt-4o-2024-05-13'), 3],
  [both(isFixedGpt4, begins('gpt-4o')), 4],
  [both(isFixedGpt4, begins('gpt-4-turbo')), 3],
  [both(isFixedGpt4, ends('preview')), 3],
  [isFixedGpt4, 2],
  [begins('o1'), 4],
  [begins('o3'), 4],
  [is('chatgpt-4o-latest'), 3],
  ...olderClaude,
  [holds('claude-3'), 5],
  ...gpt35,
  [begins('mistral-'), 3],
  [begins('gemini-'), 4],
  ...cohere,
  [begins('command'), 4],
  [oneOf('deepseek-chat', 'deepseek-reasoner'), 4],
  ...ernieAndLlama,
]
const newApi08: readonly Rule[] = [
  [is('gpt-4o-2024-05-13'), 3],
  [both(isFixedGpt4, begins('gpt-4o')), 4],
  [both(isFixedGpt4, begins('gpt-4.5-preview')), 2],
  [both(isFixedGpt4, begins('gpt-4-turbo')), 3],
  [begins('o1'), 4],
  [begins('o3'), 4],
  [is('chatgpt-4o-latest'), 3],
  ...olderClaude,
  [holds('claude-3'), 5],
  [holds('claude-sonnet-4'), 5],
  [holds('claude-opus-4'), 5],
  ...gpt35,
  [begins('mistral-'), 3],
  [begins('gemini-1.5'), 4],
  [begins('gemini-2.0'), 4],
  ...cohere,
  [oneOf('deepseek-chat', 'deepseek-reasoner'), 4],
  ...ernieAndLlama,
]
/** Names that end with `-all` or `-gizmo-*` are exempt. */
const newApiCurrent: readonly Rule[] = [
  [is('gpt-4o-2024-05-13'), 3],
  [both(not(holds('.')), begins('gpt-5')), 8],
  [begins('gpt-5.4-nano'), 6.25],
  [begins('gpt-5.4'), 6],
  [begins('gpt-4.5-preview'), 2],
  [begins('gpt-4-turbo'), 3],
  [begins('o1'), 4],
  [begins('o3'), 4],
  [is('chatgpt-4o-latest'), 3],
  [holds('claude-3'), 5],
  [holds('claude-sonnet-4'), 5],
  [holds('claude-opus-4'), 5],
  [holds('claude-haiku-4'), 5],
  ...gpt35,
  [begins('mistral-'), 3],
  [begins('gemini-1.5'), 4],
  [begins('gemini-2.0'), 4],
  ...cohere,
  ...ernieAndLlama,
]
const oneApi: readonly Rule[] = [
  [begins('gemini-'), 3],
  ...newApi04.filter(([matches]) => !matches('o3') && !matches('deepseek-chat') && !matches('command')),
  [begins('deepseek'), 2],
  [begins('command'), 2],
]

/** What the programs charge where neither their rules nor the database have a ratio. */
const newApiOtherwise: readonly Rule[] = [
  [isReserved, 2],
  [begins('gpt-4o'), 4],
  [begins('gpt-5'), 6],
  [begins('gpt-'), 2],
  [begins('gemini-2.5-pro'), 8],
  [begins('gemini-2.5-flash-lite'), 4],
  [begins('gemini-2.5-flash-preview'), quotient(3.5, 0.15)],
  [begins('gemini-2.5-flash'), quotient(2.5, 0.3)],
  [begins('gemini-3-pro-image'), 60],
  [begins('gemini-3-pro'), 6],
  [begins('gemini-'), 4],
  [begins('command'), 4],
]

const fixedRatio = (rules: readonly Rule[], model: string) => rules.find(([matches]) => matches(model))?.[1]

/**
 * The ratio of output to input that the source charges for a model. `stored` is the map of its database. Undefined where
 * only the program of its version knows it: the price list here is then the better guess.
 */
export function completionRatio(
  { name, version }: Family,
  model: string,
  stored: ReadonlyMap<string, number> | undefined,
): number | undefined {
  const own = stored?.get(model)
  if (name === 'litellm') return own
  if (name === 'one-api') return own ?? fixedRatio(oneApi, model) ?? 1
  if (model.includes('/') && own !== undefined) return own
  if (version === '0.4') return fixedRatio(newApi04, model) ?? own ?? 1
  const rules = version !== 'current' ? newApi08 : isReserved(model) ? [] : newApiCurrent
  const fixed = fixedRatio(rules, model) ?? own
  return fixed ?? (stored ? (fixedRatio(newApiOtherwise, model) ?? 1) : undefined)
}
