import type { LimitState } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { type Limit, limitsOf } from '../../routing/limits/counter-key.ts'
import { statesOf } from '../../routing/limits/limit-states.ts'
import { seatSubject } from '../../routing/limits/limits-of-caller.ts'
import { readLimits } from '../../routing/limits/stored-limits.ts'

type StatesDeps = Pick<Deps, 'store' | 'clock'>
type Capped = { org_id: number; user_id: number; limits: string }

/** How much of each member's caps is used, by the member. Without a cap, the database is not queried. */
export async function capsOf(deps: StatesDeps, members: readonly Capped[]): Promise<Map<number, LimitState[]>> {
  const all = members.flatMap((member) => limitsOfMember(member))
  const states = await statesOf(deps, all)
  const stateOf = new Map(all.map(({ key }, index) => [key, states[index]]))
  return new Map(
    members.map((member) => [member.user_id, limitsOfMember(member).flatMap(({ key }) => stateOf.get(key) ?? [])]),
  )
}

const limitsOfMember = ({ org_id, user_id, limits }: Capped): Limit[] =>
  limitsOf('seat', seatSubject(org_id, user_id), readLimits(limits))

/** How much of an organisation's own limits is used. */
export const orgStates = (deps: StatesDeps, id: number, limits: string): Promise<LimitState[]> =>
  statesOf(deps, limitsOf('user', String(id), readLimits(limits)))
