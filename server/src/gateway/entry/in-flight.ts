import { Refusal } from './refusals.ts'

/** More than this at once is refused, not queued. */
const inFlightMax = { token: 100, user: 200, instance: 12_000 } as const

type Caller = { user_id: number; token_id: number }

/** Counts running calls: each enters, or is refused, and leaves once when it is over. */
export type InFlight = { enter(caller: Caller): void; leave(caller: Caller): void; count(): number }

export function createInFlight(): InFlight {
  const tokens = new Map<number, number>()
  const users = new Map<number, number>()
  let total = 0
  return {
    count: () => total,
    enter({ user_id, token_id }) {
      const ofToken = tokens.get(token_id) ?? 0
      const ofUser = users.get(user_id) ?? 0
      const isFull =
        total >= inFlightMax.instance || ofUser >= inFlightMax.user || (token_id > 0 && ofToken >= inFlightMax.token)
      if (isFull) throw new Refusal('too_many_in_flight', { retryAfterSeconds: 1 })
      total++
      users.set(user_id, ofUser + 1)
      if (token_id > 0) tokens.set(token_id, ofToken + 1)
    },
    leave({ user_id, token_id }) {
      total--
      lower(users, user_id)
      if (token_id > 0) lower(tokens, token_id)
    },
  }
}

function lower(counts: Map<number, number>, id: number) {
  const left = (counts.get(id) ?? 1) - 1
  if (left > 0) counts.set(id, left)
  else counts.delete(id)
}
