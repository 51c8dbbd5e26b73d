import { ownLimits } from '../../../domain/routing/limits/limits-of-caller.ts'
import type { Caller } from '../../../http/caller.ts'
import type { RelayCaller } from './authenticate.ts'

/** A console user who calls a model. The user's balance pays, and no key is involved. */
export const sessionCaller = (
  caller: Pick<Caller, 'id' | 'username' | 'role' | 'limits' | 'group'>,
  group: string,
  pin?: string,
): RelayCaller => ({
  user_id: caller.id,
  username: caller.username,
  role: caller.role,
  token_id: 0,
  token_name: `playground-${group}`,
  unlimited: true,
  group,
  own_group: caller.group,
  models: undefined,
  pin,
  limits: ownLimits({ user_id: caller.id, userLimits: caller.limits }),
  record: undefined, // known once the group of the call is known
})
