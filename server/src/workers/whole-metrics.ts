import { AggregatorRegistry, type Registry } from 'prom-client'
import type { MetricJson } from './topics.ts'

/** A worker that does not answer in this time is counted with what it said last. */
const answerMs = 2000

type Source = { id: number; read(): Promise<MetricJson[]> }

/** Counters and histograms only grow; a gauge is about what a process has now. */
const grows = ({ type }: MetricJson) => ['counter', 'histogram'].includes(String(type)) // typed as a number, and a text

const sumOf = (metrics: MetricJson[][]): Registry => AggregatorRegistry.aggregate(metrics)

/**
 * The metrics of all workers and of the supervisor as those of one server. What workers counted that have ended is kept:
 * a sum that fell would look to Prometheus like a counter that began again at zero.
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

  /** The worker has ended. */
  async leave(id: number): Promise<void> {
    const last = (this.#latest.get(id) ?? []).filter(grows)
    this.#latest.delete(id)
    this.#past = await sumOf([this.#past, last]).getMetricsAsJSON()
  }

  async #readFrom({ id, read }: Source): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const timer = setTimeout(resolve, answerMs, undefined)
    const metrics = await Promise.race([read().catch(() => undefined), late])
    clearTimeout(timer)
    if (metrics) this.#latest.set(id, metrics)
  }
}
