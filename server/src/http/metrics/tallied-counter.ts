import { Counter, type CounterConfiguration } from 'prom-client'

/** One series of a counter. */
export class Tally {
  readonly #counter: { inc(value: number): void }
  #count = 0

  constructor(counter: { inc(value: number): void }) {
    this.#counter = counter
  }

  add(amount: number): void {
    this.#count += amount
  }

  tell(): void {
    this.#counter.inc(this.#count)
    this.#count = 0
  }
}

/**
 * A counter that counts in plain numbers and is told them when it is read: it looks its labels up at every increase, which
 * costs more than all else that a call counts. Returns what makes a series, by its labels.
 */
export function talliedCounter(config: CounterConfiguration<string>): (...labels: string[]) => Tally {
  const tallies: Tally[] = []
  const collect = () => {
    for (const tally of tallies) tally.tell()
  }
  const counter = new Counter({ ...config, collect })
  return (...labels) => {
    const tally = new Tally(counter.labels(...labels))
    tallies.push(tally)
    return tally
  }
}
