import type { Metric, Registry } from 'prom-client'

/** One series of a histogram: the number of values within each bound, and their sum. */
export class HistogramSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly #bounds: readonly number[]
  /** One more than there are bounds: the last counts the values above every bound. */
  readonly #counts: Float64Array
  #sum = 0

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.labels = labels
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    let at = 0
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at++
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  /** In the form of Prometheus: each bound counts all values up to it. */
  *values(name: string) {
    let count = 0
    for (const [at, ofBound] of this.#counts.entries()) {
      count += ofBound
      yield { metricName: `${name}_bucket`, labels: { le: this.#bounds[at] ?? '+Inf', ...this.labels }, value: count }
    }
    yield { metricName: `${name}_sum`, labels: this.labels, value: this.#sum }
    yield { metricName: `${name}_count`, labels: this.labels, value: count }
  }
}

type HistogramConfig = { name: string; help: string; labelNames: readonly string[]; buckets: readonly number[] }

/**
 * In place of a histogram of `prom-client` (docs/decisions/0010): counts in plain numbers, for the same reason as `talliedCounter`. Returns a function that makes a
 * series from its labels.
 */
export function talliedHistogram(
  registry: Registry,
  { name, help, labelNames, buckets }: HistogramConfig,
): (...labels: string[]) => HistogramSeries {
  const series = new Map<string, HistogramSeries>()
  const get = async () => ({
    ...{ name, help, type: 'histogram', aggregator: 'sum' },
    values: [...series.values()].flatMap((one) => [...one.values(name)]),
  })
  // The registry uses only the name and this function, but its type lists the classes of the library.
  registry.registerMetric({ name, get } as unknown as Metric)
  return (...labels) => {
    const key = labels.join('\n')
    const named = () => Object.fromEntries(labelNames.map((label, at) => [label, labels[at] ?? '']))
    const one = series.get(key) ?? new HistogramSeries(named(), buckets)
    series.set(key, one)
    return one
  }
}
