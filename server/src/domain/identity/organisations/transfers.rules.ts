import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { forgetKeys } from './depart.ts'
import { type Acting, inOrganisation, targetOf } from './in-organisation.ts'
import { findMember, readKeysOf, saveMember } from './members.queries.ts'
import { type OrgDeps, showOrg } from './organisations.rules.ts'
import { deleteTransfer, findTransfer, putTransfer } from './transfers.queries.ts'
import { wireTransfer } from './wire-transfer.ts'

type Transfer = NonNullable<Organisation['transfer']>

const offerSeconds = 7 * 86_400

/** Asks a member to become the owner. Nothing changes until they accept. */
export const offer = (
  { store }: OrgDeps,
  { caller, actor }: Acting,
  { id, user }: { id: number; user: number },
): Promise<Transfer> =>
  inOrganisation(store, caller, { id, act: 'own' }, async (transaction, { org }) => {
    const { at } = actor
    if (user === caller.id) throw new AppError('org_offer_self')
    if (!(await findMember(transaction, id, user))) throw new AppError('org_person_missing')
    const times = { created_at: at, expires_at: at + offerSeconds }
    await putTransfer(transaction, { org_id: id, from_user: caller.id, to_user: user, ...times })
    await writeAudit(transaction, actor, { action: 'org.offer', target: targetOf(org, user) })
    return wireTransfer(await openOffer(transaction, id, at))
  })

/** The owner withdraws an offer, or the member who was asked declines it. */
export async function endOffer({ store }: OrgDeps, { caller, actor }: Acting, id: number): Promise<undefined> {
  await inOrganisation(store, caller, { id, act: 'any' }, async (transaction, { org, seat }) => {
    const open = await openOffer(transaction, id, actor.at)
    if (seat.role !== 'owner' && open.to_user !== caller.id) throw new AppError('org_owner_only')
    await deleteTransfer(transaction, id)
    const action = seat.role === 'owner' ? 'org.withdraw' : 'org.decline'
    await writeAudit(transaction, actor, { action, target: targetOf(org, open.to_user) })
  })
}

export async function acceptOffer(deps: OrgDeps, { caller, actor }: Acting, id: number): Promise<Organisation> {
  const keys = await inOrganisation(deps.store, caller, { id, act: 'any' }, async (transaction, { org }) => {
    const open = await openOffer(transaction, id, actor.at)
    if (open.to_user !== caller.id) throw new AppError('org_offer_gone')
    const detail = { owner: [open.from_user, caller.id] }
    await writeAudit(transaction, actor, { action: 'org.transfer', target: targetOf(org), detail })
    return changeOwner(transaction, id, { from: open.from_user, to: caller.id })
  })
  forgetKeys(deps, keys)
  return showOrg(deps, caller, id)
}

/** Makes a member the owner and the former owner an administrator. Returns the encrypted keys to forget. */
export async function changeOwner(
  transaction: Store,
  org_id: number,
  { from, to }: { from: number; to: number },
): Promise<string[]> {
  await deleteTransfer(transaction, org_id)
  await saveMember(transaction, { org_id, user_id: from }, { role: 'admin' })
  await saveMember(transaction, { org_id, user_id: to }, { role: 'owner' })
  return [...(await readKeysOf(transaction, org_id, from)), ...(await readKeysOf(transaction, org_id, to))]
}

async function openOffer(transaction: Store, id: number, at: number) {
  const open = await findTransfer(transaction, id, at)
  if (!open) throw new AppError('org_offer_gone')
  return open
}
