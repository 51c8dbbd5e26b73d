import { type OrgAct, orgMay } from '@turnpike/contract/identity/organisation'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { findSeat } from '../organisations/seats.queries.ts'
import { lockOwner } from './tokens.queries.ts'

/**
 * Before a token begins to work: others of the same payer wait. A token never begins to work for a member who has just
 * left.
 */
export const lockForTokens = (transaction: Store, caller: Person): Promise<void> =>
  lockSeat(transaction, caller, 'call')

type Person = Pick<Caller, 'id' | 'org'>

/** Locks the row of who pays. Members leave under the same lock, so the caller may still do this until the end. */
export async function lockSeat(transaction: Store, { id, org }: Person, act: OrgAct): Promise<void> {
  await lockOwner(transaction, org?.id ?? id)
  if (!org) return
  const seat = await findSeat(transaction, org.id, id)
  if (!seat) throw new AppError('org_missing')
  if (!orgMay(seat.role, act)) throw new AppError('org_forbidden')
}

/** The token of another member works again only while that member may call. */
export async function checkHolder(
  transaction: Store,
  { org }: Pick<Person, 'org'>,
  { caller_id }: { caller_id: number },
): Promise<void> {
  if (!org) return
  const seat = await findSeat(transaction, org.id, caller_id)
  if (!seat || !orgMay(seat.role, 'call')) throw new AppError('org_member_missing')
}
