import { type OrgAct, orgMay } from '@turnpike/contract/identity/organisation'
import { AppError } from '../../../http/app-error.ts'
import type { Caller, Seat } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import type { Actor } from '../../system/audit/audit.queries.ts'
import type { UserRow } from '../users/users.queries.ts'
import { lockOrg } from './organisations.queries.ts'
import { findSeat } from './seats.queries.ts'

/** A request of a member: as the caller whose role is checked, and as the actor of the audit. */
export type Acting = { caller: Caller; actor: Actor }

/** The caller's place in an organisation. To those who are no members it does not exist. */
export async function seatOf(
  store: Store,
  { id }: Pick<Caller, 'id'>,
  orgId: number,
  act: OrgAct | 'any',
): Promise<Seat> {
  const seat = await findSeat(store, orgId, id)
  if (!seat) throw new AppError('org_missing')
  if (act !== 'any' && !orgMay(seat.role, act)) throw new AppError(act === 'own' ? 'org_owner_only' : 'org_forbidden')
  return seat
}

/** The locked row of an organisation, and the caller's place in it. */
type Place = { org: UserRow; seat: Seat }

/**
 * Does something in an organisation under the lock of its row, under which members join, change and leave. The role is
 * read before, so that strangers lock no row, and again under the lock.
 */
export async function inOrganisation<Result>(
  store: Store,
  caller: Pick<Caller, 'id'>,
  { id, act }: { id: number; act: OrgAct | 'any' },
  work: (transaction: Store, place: Place) => Promise<Result>,
): Promise<Result> {
  await seatOf(store, caller, id, act)
  return store.transaction().execute(async (transaction) => {
    const org = await lockOrg(transaction, id)
    const seat = await seatOf(transaction, caller, id, act)
    if (!org) throw new AppError('org_missing')
    return work(transaction, { org, seat })
  })
}

/** How an organisation is named in the audit log. */
export const targetOf = ({ id, display_name }: Pick<UserRow, 'id' | 'display_name'>, userId?: number): string =>
  userId === undefined ? `#${id} ${display_name}` : `#${id} ${display_name}: user ${userId}`
