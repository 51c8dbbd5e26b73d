import type { FirstSteps, Setup } from '@turnpike/contract/system/setup'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import type { UserRow } from '../../identity/users/users.queries.ts'
import { type Actor, writeAudit } from '../audit/audit.queries.ts'
import { isDefaultHash } from './default-password.ts'
import {
  anyCall,
  anyEnabledChannel,
  anyOtherUser,
  anyToken,
  findDefaultRoot,
  replaceFirstHash,
} from './setup.queries.ts'
import { isSetupCode, useSetupCode } from './setup-link.ts'

type SetupDeps = Pick<Deps, 'store' | 'vault' | 'clock' | 'options'>

/**
 * The caller: certainly from this machine or its private network, signed in, with the code of a link, or none of these.
 */
export type Visitor = { isLocal: boolean; caller: Caller | undefined; code: string | undefined }

/** The super administrator, while the password is the well-known one. */
export async function findUnsetRoot({ store }: Pick<SetupDeps, 'store'>) {
  const root = await findDefaultRoot(store)
  return root && (await isDefaultHash(root.password_hash)) ? root : undefined
}

/** Whether the first password can be set. A caller from elsewhere never learns that the well-known password is set. */
export async function readSetup(needs: SetupDeps, { isLocal, caller, code }: Visitor): Promise<Setup> {
  const hasCode = code !== undefined && (await isSetupCode(needs, code))
  const root = await findUnsetRoot(needs)
  const isOwn = root !== undefined && caller?.id === root.id
  if (!isLocal && !hasCode && !isOwn) return { state: 'closed', default_sign_in: false }
  return {
    state: root ? 'needed' : 'done',
    default_sign_in: root !== undefined && isLocal && needs.options.current().PasswordLoginEnabled,
    ...(root && (await anyOtherUser(needs.store, root.id)) && { has_users: true }),
  }
}

type Changed = UserRow & { session_version: number }

/**
 * Sets the first password of the super administrator, once: the update names the hash that was read. Every session that was opened
 * with the well-known password ends.
 */
export async function setFirstPassword(
  needs: SetupDeps,
  { isLocal, caller, code }: Visitor,
  password: string,
  { address, request_id }: Pick<Actor, 'address' | 'request_id'>,
): Promise<Changed> {
  const { store, clock } = needs
  const unset = await findUnsetRoot(needs)
  const isOwn = unset !== undefined && caller?.id === unset.id
  const usesCode = !isLocal && !isOwn
  // Before the state is revealed, and before the costly hash.
  if (usesCode && code === undefined) throw new AppError('setup_closed', { detail: { address } })
  if (usesCode && !(await isSetupCode(needs, code ?? '')))
    throw new AppError('setup_link_invalid', { detail: { address } })
  if (!unset) throw new AppError('setup_done')

  const hash = await hashPassword(password)
  const { password_hash, session_version: _, ...root } = unset
  const at = clock()
  return store.transaction().execute(async (transaction) => {
    if (usesCode && !(await useSetupCode(transaction, needs, code ?? ''))) throw new AppError('setup_link_invalid')
    const changed = await replaceFirstHash(transaction, root.id, password_hash, hash, at)
    if (!changed) throw new AppError('setup_done')
    const actor = { id: root.id, username: root.username, address, request_id, at }
    const by = usesCode ? 'link' : isLocal ? 'local' : 'session'
    await writeAudit(transaction, actor, { action: 'account.first_password', target: String(root.id), detail: { by } })
    return { ...root, session_version: changed.session_version }
  })
}

export async function readFirstSteps({ store }: Pick<SetupDeps, 'store'>, caller: Caller): Promise<FirstSteps> {
  const [has_channel, has_token, has_call] = await Promise.all([
    anyEnabledChannel(store),
    anyToken(store, caller.id),
    anyCall(store),
  ])
  return { has_channel, has_token, has_call }
}
