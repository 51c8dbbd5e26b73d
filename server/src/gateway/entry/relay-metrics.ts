import { Counter, Histogram, type Registry } from 'prom-client'
import { type Tally, talliedCounter } from '../../light/tallied-counter.ts'
import type { FailureKind } from '../forms/failure.ts'
import { type CallMetrics, createCallMetrics } from './call-metrics.ts'

export type RelayMetrics = CallMetrics & {
  /** One attempt on one channel ended: with a response, or with a kind of failure. */
  attempt(channel: number, outcome: FailureKind | 'ok'): void
  /** The outcome of a call that found a channel at its limits. */
  channelLimit(outcome: 'overflowed' | 'waited' | 'refused'): void
  /** How long a call waited for a slot on a channel, whether or not it got one. */
  channelWait(seconds: number): void
  /** Which attempt of a hedged call began to respond first; failed: neither. */
  hedge(outcome: 'first' | 'second' | 'failed'): void
}

/** The number of channels with their own counters; attempts on further channels are counted together. */
const channelsMax = 500

export function createRelayMetrics(registry: Registry): RelayMetrics {
  const registers = [registry]
  const attempts = talliedCounter({
    name: 'turnpike_relay_attempts_total',
    help: 'Attempts on channels, by their outcome: ok or the kind of failure',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const limited = new Counter({
    name: 'turnpike_relay_channel_limits_total',
    help: 'Calls that found a channel at its limits: overflowed to another channel, waited for a place, or were refused',
    labelNames: ['outcome'],
    registers,
  })
  const hedges = new Counter({
    name: 'turnpike_relay_hedges_total',
    help: 'Calls with a second, hedged attempt, by the attempt that began to respond first',
    labelNames: ['outcome'],
    registers,
  })
  const waits = new Histogram({
    name: 'turnpike_relay_channel_wait_seconds',
    help: 'Time that calls waited for a place on a channel',
    buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
    registers,
  })
  const known = new Map<string | number, Map<string, Tally>>()
  return {
    ...createCallMetrics(registry),
    attempt(id, outcome) {
      const channel = known.has(id) || known.size < channelsMax ? id : 'other'
      let counters = known.get(channel)
      if (!counters) {
        counters = new Map()
        known.set(channel, counters)
      }
      let counter = counters.get(outcome)
      if (!counter) {
        counter = attempts(String(channel), outcome)
        counters.set(outcome, counter)
      }
      counter.add(1)
    },
    channelLimit: (outcome) => limited.inc({ outcome }),
    channelWait: (seconds) => waits.observe(seconds),
    hedge: (outcome) => hedges.inc({ outcome }),
  }
}
