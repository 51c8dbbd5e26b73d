import type { Charge } from '../../../server/src/domain/money/pricing/charge.ts'
import type { Usage } from '../../../server/src/domain/money/pricing/usage.ts'
import type { RefusalCode } from '../../../server/src/gateway/entry/errors/refusals.ts'
import type { Trouble } from './upstream-troubles.ts'

export type Attempt = { channel: string; trouble?: Trouble }

/** One call of the month, before it is written. */
export type PlannedCall = {
  /** Unix seconds of its end. */
  at: number
  username: string
  token: string
  group: string
  model: string
  path: string
  isStream: boolean
  firstMs: number
  totalMs: number
  attempts: readonly Attempt[]
  usage: Usage
  charge: Charge
  /** Why the gateway itself refused the call; then it was sent to no channel. */
  refusal?: RefusalCode
}

export const isServed = ({ refusal, attempts }: PlannedCall): boolean =>
  !refusal && attempts.length > 0 && !attempts.at(-1)?.trouble
