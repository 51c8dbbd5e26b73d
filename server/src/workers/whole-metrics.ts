import { AggregatorRegistry, type Registry } from 'prom-client'
import type { MetricJson } from './topics.ts'

/** The last known metrics are used for a worker that does not respond in this time. */
const responseMs = 2000

type Source = { id: number; read(): Promise<MetricJson[]> }

/** Counters and histograms of an ended worker stay in the sum; its gauges do not. */
const grows = ({ type }: MetricJson) => ['counter', 'histogram'].includes(String(type)) // typed as a number, and a text

const sumOf = (metrics: MetricJson[][]): Registry => AggregatorRegistry.aggregate(metrics)

/**
 * The sum of the metrics of all workers and of the supervisor. The counts of workers that have ended are kept, because
 * Prometheus takes a falling sum for a counter that was reset.
 */
export class WholeMetrics {
  readonly #own: Registry
  readonly #latest = new Map<number, MetricJson[]>()
  #past: MetricJson[] = []

  constructor(own: Registry) {
    this.#own = own
  }

  async read(workers: Source[]): Promise<string> {
    await Promise.all(workers.map((worker) => this.#readFrom(worker)))
    const own = await this.#own.getMetricsAsJSON()
    return sumOf([...this.#latest.values(), own, this.#past]).metrics()
  }

  note(id: number, metrics: MetricJson[]): void {
    this.#latest.set(id, metrics)
  }

  async leave(id: number): Promise<void> {
    const last = (this.#latest.get(id) ?? []).filter(grows)
    this.#latest.delete(id)
    this.#past = await sumOf([this.#past, last]).getMetricsAsJSON()
  }

  async #readFrom({ id, read }: Source): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, responseMs, undefined)
    const metrics = await Promise.race([read().catch(() => undefined), late])
    clearTimeout(timer)
    if (metrics) this.#latest.set(id, metrics)
  }
}
