import { orgMay } from '@turnpike/contract/identity/organisation'
import type { ExpressionBuilder } from 'kysely'
import { billedTo, type Caller } from '../../../http/caller.ts'
import type { Database } from '../../../store/schema.ts'

/**
 * Whose tokens are meant: those that `user_id` pays for and `caller_id` holds for an organisation, or 0 where users pay
 * themselves. Undefined: those of all members.
 */
export type TokenOwner = { user_id: number; caller_id: number | undefined }
/** A user's own tokens, or those of a member of an organisation. */
export type TokenHolder = TokenOwner & { caller_id: number }

type Person = Pick<Caller, 'id' | 'org'>

/** The tokens that the caller holds: only their keys are shown to the caller. */
export const heldBy: (caller: Person) => TokenHolder = billedTo

/** The tokens that the caller sees, disables, deletes and limits: members who manage the organisation, those of all. */
export const managedBy = (caller: Person): TokenOwner => {
  const { org } = caller
  return org && orgMay(org.role, 'manage') ? { user_id: org.id, caller_id: undefined } : heldBy(caller)
}

export const isHeldBy = ({ id, org }: Person, token: { caller_id: number }): boolean => !org || token.caller_id === id

export const ownedBy =
  ({ user_id, caller_id }: TokenOwner) =>
  (eb: ExpressionBuilder<Database, 'tokens'>) =>
    eb.and([
      eb('tokens.user_id', '=', user_id),
      ...(caller_id === undefined ? [] : [eb('tokens.caller_id', '=', caller_id)]),
    ])
