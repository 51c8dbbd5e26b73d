import type { Granularity, UsageRow } from '@turnpike/contract/usage/dashboard'
import { bucketOf } from './dashboard-range.ts'
import { colourOfOthers, coloursOfModels, modelColours } from './model-colours.ts'

/** Sums of calls. */
export type Sums = {
  quota: number
  calls: number
  failures: number
  /** The part of the failures that were the fault of the request. */
  refusals: number
  prompt: number
  completion: number
  firstCalls: number
  firstMs: number
}
export type ModelUsage = Sums & { model: string; buckets: Sums[] }
export type Usage = { models: ModelUsage[]; buckets: Sums[]; total: Sums }

export const measures = ['spend', 'calls', 'tokens'] as const
export type Measure = (typeof measures)[number]

const amountIn = ({ quota, calls, prompt, completion }: Sums, measure: Measure): number =>
  measure === 'spend' ? quota : measure === 'calls' ? calls : prompt + completion

const noSums = (): Sums => ({
  quota: 0,
  calls: 0,
  failures: 0,
  refusals: 0,
  prompt: 0,
  completion: 0,
  firstCalls: 0,
  firstMs: 0,
})

function add(sums: Sums, row: UsageRow) {
  sums.quota += row.quota
  sums.calls += row.count
  sums.failures += row.failures
  sums.refusals += row.refusals
  sums.prompt += row.prompt_tokens
  sums.completion += row.completion_tokens
  sums.firstCalls += row.first_calls
  sums.firstMs += row.first_ms
}

/** Rows of hours and models as sums of models and buckets; the model that cost most is first. */
export function usageOf(rows: readonly UsageRow[], buckets: readonly number[], granularity: Granularity): Usage {
  const indexes = new Map(buckets.map((bucket, index) => [bucket, index]))
  const models = new Map<string, ModelUsage>()
  const perBucket = buckets.map(noSums)
  const total = noSums()
  for (const row of rows) {
    const index = indexes.get(bucketOf(row.created_at, granularity))
    if (index === undefined) continue // an hour that began after the buckets were made
    const model = models.get(row.model_name) ?? { ...noSums(), model: row.model_name, buckets: buckets.map(noSums) }
    models.set(row.model_name, model)
    for (const sums of [total, perBucket[index], model, model.buckets[index]]) if (sums) add(sums, row)
  }
  return { models: [...models.values()].sort(byCost), buckets: perBucket, total }
}

const byCost = (one: ModelUsage, other: ModelUsage): number =>
  other.quota - one.quota ||
  other.calls - one.calls ||
  other.failures - one.failures ||
  (one.model < other.model ? -1 : 1)

export type Series = { name: string; values: number[]; total: number; colour: number; isOthers: boolean }

/** A model of which every call failed cost nothing and has no bar. */
const usedModels = ({ models }: Usage) => models.filter(({ calls }) => calls > 0)

/** The colours of the models that a chart shows by name. */
export const coloursOf = (usage: Usage): ReadonlyMap<string, number> =>
  modelColours(
    usedModels(usage)
      .slice(0, coloursOfModels)
      .map(({ model }) => model),
  )

/** How many models are not shown by name. */
export const othersCount = (usage: Usage) => Math.max(0, usedModels(usage).length - coloursOfModels)

/** The series of a chart in the order of cost: seven models by name, the rest as one. */
export function seriesOf(usage: Usage, measure: Measure, othersName: string): Series[] {
  const used = usedModels(usage)
  const named = used.slice(0, coloursOfModels)
  const colours = coloursOf(usage)
  const series = named.map((model) => ({
    name: model.model,
    values: model.buckets.map((bucket) => amountIn(bucket, measure)),
    total: amountIn(model, measure),
    colour: colours.get(model.model) ?? colourOfOthers,
    isOthers: false,
  }))
  const others = used.slice(named.length)
  if (others.length === 0) return series
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
  const values = (others[0]?.buckets ?? []).map((_, index) =>
    sum(others.map(({ buckets }) => amountIn(buckets[index] ?? noSums(), measure))),
  )
  const last = { name: othersName, values, total: sum(values), colour: colourOfOthers, isOthers: true }
  return [...series, last]
}

/** Requests that the gateway or a provider failed to serve. A refused request says nothing about them. */
export const failedOf = ({ failures, refusals }: Pick<Sums, 'failures' | 'refusals'>): number => failures - refusals

/** The share of served requests in those that were not refused, 0 to 1; undefined without any. */
export const successOf = (sums: Sums): number | undefined => {
  const all = sums.calls + failedOf(sums)
  return all === 0 ? undefined : sums.calls / all
}

/** Average time to first token of the streamed calls, in milliseconds. */
export const firstTokenOf = ({ firstCalls, firstMs }: Sums): number | undefined =>
  firstCalls === 0 ? undefined : firstMs / firstCalls

/** How a value changed against the one before, as a share of that; undefined when there was none. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before

/** `+12.4%`, `−3.0%`, `0%`; against next to nothing, only that it is more than tenfold. */
export function changeText(change: number): string {
  const percent = Math.abs(change * 100)
  if (percent >= 1000) return '>+999%'
  const text = percent >= 100 ? String(Math.round(percent)) : percent.toFixed(1)
  return Number(text) === 0 ? '0%' : `${change > 0 ? '+' : '−'}${text}%`
}
