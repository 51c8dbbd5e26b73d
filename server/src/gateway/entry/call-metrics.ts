import type { Registry } from 'prom-client'
import { talliedCounter } from '../../light/tallied-counter.ts'
import { talliedHistogram } from '../../light/tallied-histogram.ts'

export type CallLabels = { model: string; channel: number; group: string }
export type SettledFigures = { quota: number; input: number; output: number; ms: number; firstMs: number | undefined }

export type CallMetrics = {
  settled(labels: CallLabels, figures: SettledFigures): void
  /** `model` is empty for a model without a price: clients may send any text. */
  failed(labels: { model: string; group: string; code: string }): void
}

/** Combinations beyond these are counted under `other`, so that the scrape stays bounded. */
const seriesMax = 2000
const timedMax = 300
const failuresMax = 1000
const other = 'other'

/**
 * Makes the series for these labels, or for `other` once there are `max`. Series are cached, because finding one costs
 * more than counting.
 */
function kept<Series>(max: number, make: (values: string[]) => Series): (...values: string[]) => Series {
  const known = new Map<string, Series>()
  let rest: Series | undefined
  return (...values) => {
    const key = values.join('\n')
    const found = known.get(key)
    if (found) return found
    if (known.size >= max) {
      rest ??= make(values.map(() => other))
      return rest
    }
    const made = make(values)
    known.set(key, made)
    return made
  }
}

export function createCallMetrics(registry: Registry): CallMetrics {
  const registers = [registry]
  const labelNames = ['model', 'channel', 'group']
  const counter = (name: string, help: string, names: string[] = labelNames) =>
    talliedCounter({ name, help, labelNames: names, registers })
  const timer = (name: string, help: string) =>
    talliedHistogram(registry, {
      name,
      help,
      labelNames: ['model', 'channel'],
      buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
    })
  const calls = counter('turnpike_relay_calls_total', 'Settled calls')
  const quota = counter('turnpike_relay_quota_total', 'Quota charged for them')
  const tokens = counter('turnpike_relay_call_tokens_total', 'Tokens of settled calls', [...labelNames, 'direction'])
  const failures = counter('turnpike_relay_failures_total', 'Calls that were refused or failed', [
    'model',
    'group',
    'code',
  ])
  const seconds = timer('turnpike_relay_call_seconds', 'Time from the request to the end of the response')
  const firstTokens = timer(
    'turnpike_relay_time_to_first_token_seconds',
    'Time from the request to the first byte of a streamed response',
  )

  const timersOf = kept(timedMax, (values) => ({
    seconds: seconds(...values),
    firstTokens: firstTokens(...values),
  }))
  const makeSeries = kept(seriesMax, (values) => {
    const [model = '', channel = ''] = values
    return {
      calls: calls(...values),
      quota: quota(...values),
      input: tokens(...values, 'input'),
      output: tokens(...values, 'output'),
      ...timersOf(model, channel),
    }
  })
  const failuresOf = kept(failuresMax, (values) => failures(...values))

  type Series = ReturnType<typeof makeSeries>
  /** By channel, model and group. Every call looks here, so the lookup makes no string. */
  const known = new Map<number, Map<string, Map<string, Series>>>()
  let size = 0
  function seriesOf({ model, channel, group }: CallLabels): Series {
    const found = known.get(channel)?.get(model)?.get(group)
    if (found) return found
    const made = makeSeries(model, String(channel), group)
    if (size++ < seriesMax) {
      const models = known.get(channel) ?? new Map<string, Map<string, Series>>()
      const groups = models.get(model) ?? new Map<string, Series>()
      known.set(channel, models.set(model, groups.set(group, made)))
    }
    return made
  }

  return {
    settled(labels, figures) {
      const series = seriesOf(labels)
      series.calls.add(1)
      series.quota.add(figures.quota)
      series.input.add(figures.input)
      series.output.add(figures.output)
      series.seconds.observe(figures.ms / 1000)
      if (figures.firstMs !== undefined) series.firstTokens.observe(figures.firstMs / 1000)
    },
    failed: ({ model, group, code }) => failuresOf(model, group, code).add(1),
  }
}
