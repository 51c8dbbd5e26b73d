import type { OwnRecords, RecordTerms, TokenRecords } from '@turnpike/contract/usage/prompt-records'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { announcedChange } from '../../../store/revision.ts'
import { heldBy, type TokenOwner } from '../../identity/tokens/token-owner.ts'
import { lockToken } from '../../identity/tokens/tokens.queries.ts'
import { isAbove } from '../../identity/user-admin/authority.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import {
  countRecords,
  deleteExpired,
  deleteOfAccount,
  deleteOfToken,
  deleteOfUser,
  findCancelled,
  findTokenTerms,
  readGroupTerms,
  readRecordedAccounts,
  readRecordedUsers,
  readTokenTerms,
  saveGroupTerms,
  saveTokenTerms,
} from './prompt-records.queries.ts'
import { readTerms, writeTerms } from './stored-terms.ts'

type PromptRecordsDeps = Pick<Deps, 'store' | 'logStore' | 'clock' | 'options'>

const isEnabled = ({ options }: Pick<Deps, 'options'>): boolean => options.current().PromptRecordsEnabled

/** The recorded calls of the caller: by tokens, and by the groups of the caller's calls. */
export async function ownRecords(deps: PromptRecordsDeps, caller: Caller): Promise<OwnRecords> {
  const usable = deps.options.current().UserUsableGroups
  const own = caller.org?.group ?? caller.group
  const isUsable = (group: string) => group === own || Object.hasOwn(usable, group)
  const groups = [...(await readGroupTerms(deps.store))].filter(([group]) => isUsable(group))
  return {
    enabled: isEnabled(deps),
    tokens: (await tokensOf(deps, heldBy(caller))).map(({ id, terms }) => ({ id, terms })),
    groups: groups.map(([group, terms]) => ({ group, terms, is_own: group === own })),
  }
}

async function tokensOf({ store }: Pick<Deps, 'store'>, owner: TokenOwner) {
  const rows = await readTokenTerms(store, owner)
  return rows.map(({ id, name, record }) => ({ id, name, terms: readTerms(record) as RecordTerms })) // none is empty
}

export async function tokenRecords(deps: PromptRecordsDeps, caller: Caller, id: number): Promise<TokenRecords> {
  const text = await findTokenTerms(deps.store, heldBy(caller), id)
  if (text === undefined) throw new AppError('not_found')
  const count = await countRecords(deps.logStore, { user_id: caller.id, token_id: id, kept_by: 'token' }, deps.clock())
  return { enabled: isEnabled(deps), terms: readTerms(text) ?? null, count }
}

export async function setTokenRecords(
  deps: PromptRecordsDeps,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: number,
  wanted: RecordTerms | null,
): Promise<TokenRecords> {
  const owner = heldBy(caller)
  const text = writeTerms(wanted)
  await deps.store.transaction().execute(async (transaction) => {
    if (!(await lockToken(transaction, owner, id))) throw new AppError('not_found')
    const before = (await findTokenTerms(transaction, owner, id)) ?? ''
    if (before === text) return
    await saveTokenTerms(transaction, id, text)
    const detail = { before: readTerms(before) ?? null, after: wanted }
    await writeAudit(transaction, actor, { action: 'token.prompt_records', target: String(id), detail })
  })
  return tokenRecords(deps, caller, id)
}

/** Deletes the records of the token's own terms; the owner cannot delete those of a group. */
export async function clearTokenRecords(
  deps: PromptRecordsDeps,
  { caller, actor }: { caller: Caller; actor: Actor },
  id: number,
): Promise<number> {
  if ((await findTokenTerms(deps.store, heldBy(caller), id)) === undefined) throw new AppError('not_found')
  const count = await deleteOfToken(deps.logStore, { user_id: actor.id, token_id: id, kept_by: 'token' })
  await writeAudit(deps.store, actor, { action: 'token.prompt_records_clear', target: String(id), detail: { count } })
  return count
}

export async function userRecords(deps: PromptRecordsDeps, caller: Caller, id: number) {
  const person = await findUser(deps.store, id)
  if (!person || person.deleted_at !== null) throw new AppError('user_missing')
  if (!isAbove(caller, person)) throw new AppError('user_read_forbidden')
  return tokensOf(deps, { user_id: id, caller_id: 0 })
}

export async function groupRecords(deps: Pick<Deps, 'store' | 'options'>) {
  const groups = [...(await readGroupTerms(deps.store))].map(([group, terms]) => ({ group, terms }))
  return { enabled: isEnabled(deps), groups }
}

export async function setGroupRecords(
  deps: Pick<Deps, 'store' | 'options' | 'reload'>,
  actor: Actor,
  { group, terms }: { group: string; terms: RecordTerms | null },
) {
  // Recording can be switched off for a group that no longer exists.
  if (terms && !Object.hasOwn(deps.options.current().GroupRatio, group))
    throw new AppError('group_unknown', { params: { group } })
  await announcedChange(deps, async (transaction) => {
    const before = (await readGroupTerms(transaction)).get(group) ?? null
    await saveGroupTerms(transaction, group, terms)
    const detail = { before, after: terms }
    await writeAudit(transaction, actor, { action: 'group.prompt_records', target: group, detail })
  })
  return groupRecords(deps)
}

/** A statement of SQLite has at most 32,766 values. */
const usersAtOnce = 1000

/** Deletes expired records, and those of cancelled accounts and deleted organisations. */
export async function pruneRecords({ store, logStore }: Pick<Deps, 'store' | 'logStore'>, now: number): Promise<void> {
  await deleteExpired(logStore, now)
  const users = await readRecordedUsers(logStore)
  for (let from = 0; from < users.length; from += usersAtOnce)
    for (const id of await findCancelled(store, users.slice(from, from + usersAtOnce))) await deleteOfUser(logStore, id)
  const accounts = await readRecordedAccounts(logStore)
  for (let from = 0; from < accounts.length; from += usersAtOnce)
    for (const id of await findCancelled(store, accounts.slice(from, from + usersAtOnce)))
      await deleteOfAccount(logStore, id)
}
