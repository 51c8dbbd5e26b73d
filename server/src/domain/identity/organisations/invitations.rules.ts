import type { Language } from '@turnpike/contract/errors'
import {
  type ListedOrg,
  type NewOrgInvitation,
  type OrgInvitation,
  orgInvitationsMax,
  orgMembersMax,
} from '@turnpike/contract/identity/organisation-api'
import { userStatus } from '@turnpike/contract/identity/user'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { mailOf } from '../../../mail/letter.ts'
import type { Store } from '../../../store/store.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { newSecret } from '../one-time/one-time.ts'
import { countMail } from '../registration/mail-limits.ts'
import { findUser } from '../users/users.queries.ts'
import { type Acting, inOrganisation, seatOf, targetOf } from './in-organisation.ts'
import { invitationLetter } from './invitation-letter.ts'
import {
  countInvitations,
  countOpenInvitations,
  deleteInvitation,
  findOpenInvitation,
  type InvitationRow,
  insertInvitation,
  readInvitations,
  revokeInvitation,
  type ShownInvitation,
  useInvitation,
} from './invitations.queries.ts'
import { countMembers, findMember, insertMember } from './members.queries.ts'
import { findOrg, lockAccounts } from './organisations.queries.ts'
import { checkOrgsOf, type OrgDeps } from './organisations.rules.ts'

type GrantedRole = OrgInvitation['role']
type Wanted = { role: GrantedRole; email?: string | undefined; days: number }
type Sender = { address: string; language: Language }
type Paging = { p: number; page_size: number }

const codeBits = 256
const daySeconds = 86_400

/** Makes an invitation. One by mail is sent before it is answered, and is gone again if it could not be sent. */
export async function invite(
  deps: OrgDeps,
  { caller, actor }: Acting,
  id: number,
  { role, email = '', days }: Wanted,
  sender: Sender,
): Promise<NewOrgInvitation> {
  const { store, vault, limits } = deps
  const { at } = actor
  await seatOf(store, caller, id, 'manage')
  await limits.take('organisation invitation', String(caller.id))
  if (email) await checkMail(deps, email, sender.address)
  const code = newSecret(codeBits)
  const { row, org } = await inOrganisation(
    store,
    caller,
    { id, act: 'manage' },
    async (transaction, { org, seat }) => {
      if (role === 'admin' && seat.role !== 'owner') throw new AppError('org_owner_only')
      if ((await countOpenInvitations(transaction, id, at)) >= orgInvitationsMax)
        throw new AppError('org_invitations_too_many', { params: { maximum: orgInvitationsMax } })
      const row = await insertInvitation(transaction, {
        org_id: id,
        code_hash: vault.hash(code, 'organisation invitation'),
        email,
        role,
        created_by: caller.id,
        created_at: at,
        expires_at: at + days * daySeconds,
      })
      const detail = { invitation: row.id, role, email, days }
      await writeAudit(transaction, actor, { action: 'org.invite', target: targetOf(org), detail })
      return { row, org: org.display_name }
    },
  )
  if (email)
    await sendInvitation(deps, { email, code, days, org, from: caller.id, language: sender.language }).catch(
      async (error: unknown) => {
        await deleteInvitation(store, row.id)
        throw error
      },
    )
  const shown = wireInvitation({ ...row, creator: caller.username, acceptor: null }, at)
  return { ...shown, code: email ? '' : code }
}

async function checkMail({ options, mail, limits }: OrgDeps, email: string, address: string): Promise<void> {
  if (!options.current().ServerAddress) throw new AppError('org_mail_unavailable')
  mail.check()
  await countMail(limits, email, address)
}

type Sending = { email: string; code: string; days: number; org: string; from: number; language: Language }

async function sendInvitation(deps: OrgDeps, { email, code, days, org, from, language }: Sending): Promise<void> {
  const { SystemName, ServerAddress } = deps.options.current()
  const sender = await findUser(deps.store, from)
  const address = `${ServerAddress}/org/invitation?${new URLSearchParams({ code })}`
  const letter = invitationLetter({ systemName: SystemName, org, from: nameOf(sender), address, days })
  await deps.mail.send(mailOf(letter, email, language))
}

export async function listInvitations(
  { store, clock }: OrgDeps,
  caller: Caller,
  id: number,
  { p, page_size }: Paging,
): Promise<{ items: OrgInvitation[]; total: number; page: number; page_size: number }> {
  await seatOf(store, caller, id, 'manage')
  const rows = await readInvitations(store, id, { p, page_size })
  const total = await countInvitations(store, id)
  return { items: rows.map((row) => wireInvitation(row, clock())), total, page: p, page_size }
}

export async function revoke(
  { store }: OrgDeps,
  { caller, actor }: Acting,
  { id, invitation }: { id: number; invitation: number },
): Promise<undefined> {
  await inOrganisation(store, caller, { id, act: 'manage' }, async (transaction, { org }) => {
    if (!(await revokeInvitation(transaction, id, invitation, actor.at))) throw new AppError('org_invitation_gone')
    await writeAudit(transaction, actor, { action: 'org.uninvite', target: targetOf(org), detail: { invitation } })
  })
}

/** Previews and people who think about it open the link too, so looking does not use it. */
export async function lookAtInvitation(deps: OrgDeps, caller: Caller, code: string, address: string) {
  const { store, limits } = deps
  await limits.take('wrong invitation', address)
  const found = await openInvitation(deps, store, code)
  const org = await findOrg(store, found.org_id)
  if (!org || org.status !== userStatus.enabled) throw new AppError('org_invitation_gone')
  await limits.giveBack('wrong invitation', address)
  const from = await findUser(store, found.created_by)
  const member = await findMember(store, org.id, caller.id)
  return {
    id: org.id,
    name: org.display_name,
    from: nameOf(from),
    role: found.role as GrantedRole, // the table takes no others
    expires_at: found.expires_at,
    is_member: member !== undefined,
  }
}

/** Joins an organisation. Its row and the person's are locked, so that neither bound is exceeded. */
export async function accept(deps: OrgDeps, { caller, actor }: Acting, code: string): Promise<ListedOrg> {
  const { store, limits } = deps
  const { at, address } = actor
  await limits.take('wrong invitation', address)
  const found = await openInvitation(deps, store, code)
  await limits.giveBack('wrong invitation', address)
  const { org_id, role } = found
  return store.transaction().execute(async (transaction) => {
    const accounts = await lockAccounts(transaction, [org_id, caller.id])
    const org = accounts.get(org_id)
    const person = accounts.get(caller.id)
    if (!person) throw new AppError('session_expired')
    if (org?.kind !== 'org' || org.status !== userStatus.enabled) throw new AppError('org_invitation_gone')
    if (found.email !== '' && found.email !== person.email) throw new AppError('org_invitation_other_mail')
    if (await findMember(transaction, org_id, person.id)) throw new AppError('org_already_member')
    await checkOrgsOf(transaction, person.id)
    if ((await countMembers(transaction, org_id)) >= orgMembersMax)
      throw new AppError('org_members_full', { params: { maximum: orgMembersMax } })
    if (!(await useInvitation(transaction, found.id, person.id, at))) throw new AppError('org_invitation_gone')
    await insertMember(transaction, { org_id, user_id: person.id, role, joined_at: at })
    const detail = { invitation: found.id, role }
    await writeAudit(transaction, actor, { action: 'org.join', target: targetOf(org), detail })
    return { id: org_id, name: org.display_name, role, is_offered: false }
  })
}

/** An unknown, used, revoked or expired invitation gives the same refusal. */
async function openInvitation({ vault, clock }: OrgDeps, store: Store, code: string): Promise<InvitationRow> {
  const found = await findOpenInvitation(store, vault.hash(code, 'organisation invitation'), clock())
  if (!found) throw new AppError('org_invitation_gone')
  return found
}

const nameOf = (user: { display_name: string; username: string } | undefined): string =>
  user?.display_name || user?.username || ''

function stateOf({ accepted_at, revoked_at, expires_at }: InvitationRow, at: number): OrgInvitation['state'] {
  if (accepted_at > 0) return 'accepted'
  if (revoked_at > 0) return 'revoked'
  return expires_at > at ? 'open' : 'expired'
}

const wireInvitation = (row: ShownInvitation, at: number): OrgInvitation => ({
  id: row.id,
  email: row.email,
  role: row.role as GrantedRole, // the table takes no others
  state: stateOf(row, at),
  created_by: row.creator ?? '',
  created_at: row.created_at,
  expires_at: row.expires_at,
  accepted_by: row.acceptor ?? '',
})
