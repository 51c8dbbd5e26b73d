import { Counter, Histogram, type Registry } from 'prom-client'
import type { FailureKind } from '../forms/failure.ts'

/** What the relay counts besides its responses. Finding a counter by its labels costs more than counting, so each is kept. */
export type RelayMetrics = {
  /** One attempt on one channel ended: with an answer, or by a kind of failure. */
  attempt(outcome: FailureKind | 'ok'): void
  /** Milliseconds from the request to the first byte of a streamed answer. */
  firstByte(ms: number): void
  tokens(input: number, output: number): void
}

export function createRelayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry]
  const attempts = new Counter({
    name: 'relay_attempts_total',
    help: 'Attempts on channels, by their outcome: ok or the kind of failure',
    labelNames: ['outcome'],
    registers,
  })
  const firstBytes = new Histogram({
    name: 'relay_first_byte_seconds',
    help: 'Time from the request to the first byte of a streamed answer',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  })
  const tokens = new Counter({
    name: 'relay_tokens_total',
    help: 'Tokens of settled calls',
    labelNames: ['direction'],
    registers,
  })
  const known = new Map<string, { inc(): void }>()
  const input = tokens.labels('input')
  const output = tokens.labels('output')
  return {
    attempt(outcome) {
      let counter = known.get(outcome)
      if (!counter) {
        counter = attempts.labels(outcome)
        known.set(outcome, counter)
      }
      counter.inc()
    },
    firstByte: (ms) => firstBytes.observe(ms / 1000),
    tokens(read, written) {
      input.inc(read)
      output.inc(written)
    },
  }
}
