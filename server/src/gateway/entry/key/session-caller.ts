import type { PayingPlans } from '../../../domain/money/plans/paying-plans.ts'
import { ownLimits } from '../../../domain/routing/limits/limits-of-caller.ts'
import { playgroundName } from '../../../domain/usage/logs/playground-name.ts'
import type { Caller } from '../../../http/caller.ts'
import { modelsOfSeat, type RelayCaller } from './authenticate.ts'

/** A console user who calls a model. The balance of the user or of the organisation pays, and no key is involved. */
export function sessionCaller(
  caller: Pick<Caller, 'id' | 'username' | 'role' | 'limits' | 'group' | 'org'>,
  group: string,
  plans: PayingPlans | undefined,
  pin?: string,
): RelayCaller {
  const { org } = caller
  return {
    user_id: caller.id,
    account_id: org?.id ?? 0,
    username: caller.username,
    role: caller.role,
    token_id: 0,
    token_name: playgroundName(group, org?.id ?? 0),
    unlimited: true,
    group,
    own_group: org?.group ?? caller.group,
    models: org && modelsOfSeat(org.member.models),
    pin,
    limits: org
      ? ownLimits({
          user_id: org.id,
          userLimits: org.limits,
          member_id: caller.id,
          memberLimits: org.member.limits,
        })
      : ownLimits({ user_id: caller.id, userLimits: caller.limits }),
    record: undefined, // known once the group of the call is known
    plans,
  }
}
