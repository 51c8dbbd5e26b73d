import { channelAttempt } from '@turnpike/contract/routing/channel-attempts'
import { z } from 'zod'
import type { KeptAttempt } from './attempt-ring.ts'

const modelLengthMax = 200

/** Attempts as a short JSON text: times count from the first one, and each model and each outcome is written once. */
export function writeAttempts(attempts: readonly KeptAttempt[]): string {
  const from = attempts[0]?.at ?? 0
  const models = new Names()
  const outcomes = new Names()
  const rows = attempts.map(({ at, ms, outcome, status, model, isRetry }) => [
    at - from,
    ms,
    outcomes.indexOf(`${outcome} ${status}`),
    models.indexOf(model.slice(0, modelLengthMax)),
    isRetry ? 1 : 0,
  ])
  return JSON.stringify({ from, models: models.list, outcomes: outcomes.list, rows })
}

class Names {
  readonly list: string[] = []
  readonly #indexes = new Map<string, number>()

  indexOf(name: string): number {
    let index = this.#indexes.get(name)
    if (index === undefined) {
      index = this.list.push(name) - 1
      this.#indexes.set(name, index)
    }
    return index
  }
}

const index = z.int().min(0)
const written = z.object({
  from: z.int(),
  models: z.array(z.string()),
  outcomes: z.array(z.string()),
  rows: z.array(z.tuple([z.int(), z.int(), index, index, z.int()])),
})

/** Attempts that this version cannot read, written by a newer one or damaged, count as absent. */
export function readAttempts(text: string): KeptAttempt[] {
  const { data } = written.safeParse(jsonOf(text))
  if (!data) return []
  const outcomes = data.outcomes.map(readOutcome)
  return data.rows.flatMap(([seconds, ms, outcomeIndex, modelIndex, retry]) => {
    const end = outcomes[outcomeIndex]
    const model = data.models[modelIndex]
    return end && model !== undefined ? [{ at: data.from + seconds, ms, ...end, model, isRetry: retry === 1 }] : []
  })
}

const end = channelAttempt.pick({ outcome: true, status: true })

function readOutcome(text: string) {
  const [outcome, status] = text.split(' ')
  return end.safeParse({ outcome, status: Number(status) }).data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
