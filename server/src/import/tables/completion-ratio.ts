import type { Family } from '../sources/open-source.ts'

type Rule = [(model: string) => boolean, number]

const begins = (start: string) => (model: string) => model.startsWith(start)
const ends = (end: string) => (model: string) => model.endsWith(end)
const holds = (part: string) => (model: string) => model.includes(part)
const is = (name: string) => (model: string) => model === name
const both = (one: Rule[0], other: Rule[0]) => (model: string) => one(model) && other(model)

const isFixedGpt4 = (model: string) =>
  model.startsWith('gpt-4') && !model.endsWith('-all') && !model.endsWith('-gizmo-*')

/**
 * The price of output in the programs of this family, in multiples of input, even where the database has another ratio.
 * The first match counts.
 */
const fixed: readonly Rule[] = [
  [is('gpt-4o-2024-05-13'), 3],
  [both(isFixedGpt4, begins('gpt-4o')), 4],
  [both(isFixedGpt4, begins('gpt-4-turbo')), 3],
  [both(isFixedGpt4, ends('preview')), 3],
  [isFixedGpt4, 2],
  [begins('o1'), 4],
  [is('chatgpt-4o-latest'), 3],
  [holds('claude-instant-1'), 3],
  [holds('claude-2'), 3],
  [holds('claude-3'), 5],
  [is('gpt-3.5-turbo'), 3],
  [both(begins('gpt-3.5'), ends('0125')), 3],
  [both(begins('gpt-3.5'), ends('1106')), 2],
  [begins('gpt-3.5'), 1.333333],
  [begins('mistral-'), 3],
  [begins('gemini-'), 4],
  [is('command-r'), 3],
  [is('command-r-plus'), 5],
  [is('command-r-08-2024'), 4],
  [is('command-r-plus-08-2024'), 4],
  [begins('command'), 2],
  [begins('deepseek'), 2],
  [begins('ERNIE-Speed-'), 2],
  [begins('ERNIE-Lite-'), 2],
  [begins('ERNIE-Character'), 2],
  [begins('ERNIE-Functions'), 2],
  [is('llama2-70b-4096'), 1.25],
  [is('llama3-8b-8192'), 2],
  [is('llama3-70b-8192'), 1.338983],
]
const oneApiGemini: Rule = [begins('gemini-'), 3]

const fixedRatio = (rules: readonly Rule[], model: string) => rules.find(([matches]) => matches(model))?.[1]

/**
 * The ratio of output to input that the source charges for a model. Undefined where only the program of its version
 * knows it: the price list here is then the better guess.
 */
export function completionRatio(
  { name, version }: Family,
  model: string,
  stored: number | undefined,
): number | undefined {
  if (name === 'one-api') return stored ?? fixedRatio([oneApiGemini, ...fixed], model) ?? 1
  if (version === '0.4') return fixedRatio(fixed, model) ?? stored ?? 1
  return stored
}
