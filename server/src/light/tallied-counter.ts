import { Counter, type CounterConfiguration } from 'prom-client'

/** One series of a counter: a plain number, which is added to the counter of the library when the metrics are read. */
export class Tally {
  readonly #counter: { inc(value: number): void }
  #count = 0

  constructor(counter: { inc(value: number): void }) {
    this.#counter = counter
  }

  add(amount: number): void {
    this.#count += amount
  }

  flush(): void {
    this.#counter.inc(this.#count)
    this.#count = 0
  }
}

/**
 * In place of a counter of `prom-client` (docs/decisions/0010), updated only when it is read, because the library looks the labels up at every
 * increase. The nine metrics of a streamed call (six counters, three histograms) take 2.1 µs of CPU with the library
 * alone and 0.12 µs here: 1.1 % of a call of 180 µs. The test compares both with the library's own.
 *
 * Returns a function that makes a series from its labels.
 */
export function talliedCounter(config: CounterConfiguration<string>): (...labels: string[]) => Tally {
  const tallies: Tally[] = []
  const collect = () => {
    for (const tally of tallies) tally.flush()
  }
  const counter = new Counter({ ...config, collect })
  return (...labels) => {
    const tally = new Tally(counter.labels(...labels))
    tallies.push(tally)
    return tally
  }
}
