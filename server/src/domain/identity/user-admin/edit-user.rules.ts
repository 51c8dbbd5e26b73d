import type { User } from '@turnpike/contract/identity/user'
import { isUsername, type PersonChange } from '@turnpike/contract/identity/user-admin'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedFields } from '../../system/audit/recorded-change.ts'
import { checkSeen } from '../../system/audit/row-revision.ts'
import { changeStanding, type UserRow } from '../users/users.queries.ts'
import { userRevision } from '../users/wire-user.ts'
import { adjustQuota, quotaAfter } from './adjust-quota.rules.ts'
import { type Administrator, isAbove, isRoot } from './authority.ts'
import { lockPerson, type ProfileChange, saveProfile } from './user-admin.queries.ts'
import { readPerson } from './user-admin.rules.ts'

/** Writes the members that differ. The balance moves by a difference, so that concurrent charges are kept. */
export async function editPerson(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  { caller, actor }: Administrator,
  change: Partial<PersonChange> & Pick<PersonChange, 'id'>,
): Promise<User> {
  const password_hash = change.password ? await hashPassword(change.password) : undefined
  await store
    .transaction()
    .execute(async (transaction) => {
      const person = await lockPerson(transaction, change.id)
      if (!person || person.deleted_at !== null) throw new AppError('user_missing')
      const raisesRoleTooHigh = change.role !== undefined && change.role >= caller.role && !isRoot(caller)
      if (!isAbove(caller, person) || raisesRoleTooHigh) throw new AppError('user_update_forbidden')
      const { id: subject, seen_revision: seen } = change
      await checkSeen(transaction, { kind: 'user', subject, seen, stored: userRevision(person) })

      const profile = profileOf(person, change, options.current())
      const after = quotaAfter(person, change)
      const isEdited = Object.keys(profile).length > 0 || password_hash !== undefined
      if (Object.keys(profile).length > 0) await saveProfile(transaction, person.id, profile)
      if (password_hash) await changeStanding(transaction, person.id, { password_hash })
      if (after !== person.quota)
        await adjustQuota(transaction, actor, person, { after, reason: change.reason }, options.current())
      if (isEdited)
        await logAdminAction(transaction, actor, {
          user: person,
          event: 'user_edited',
          params: { target: person.username },
        })
      if (isEdited || after !== person.quota)
        await writeAudit(transaction, actor, {
          action: 'user.update',
          target: `${person.id} ${person.username}`,
          detail: {
            ...detailOf(person, { ...profile, quota: after }, password_hash !== undefined),
            ...(after !== person.quota && change.reason && { reason: change.reason }),
          },
          changes: [{ kind: 'user', subject: person.id, fields: recordedFields(person, profile) }],
        })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('username_taken') : error
    })
  return readPerson(store, caller, change.id)
}

/** The members that change. An unchanged name is not checked, because it may be older than the rule. */
function profileOf(
  person: UserRow,
  { username, display_name, group }: Partial<PersonChange>,
  options: OptionValues,
): ProfileChange {
  const profile: ProfileChange = {}
  if (username !== undefined && username !== person.username) {
    if (!isUsername(username)) throw new AppError('username_invalid')
    profile.username = username
  }
  if (display_name !== undefined && display_name !== person.display_name) profile.display_name = display_name
  if (group !== undefined && group !== person.group) {
    if (!Object.hasOwn(options.GroupRatio, group)) throw new AppError('group_unknown', { params: { group } })
    profile.group = group
  }
  return profile
}

const recordedFields = (person: UserRow, profile: ProfileChange): RecordedFields =>
  Object.fromEntries(
    (Object.entries(profile) as [keyof ProfileChange, string][]).map(([name, after]) => [
      name,
      { before: person[name], after },
    ]),
  )

/** The changed members with old and new values; a password is only reported as changed. */
function detailOf(person: UserRow, changed: ProfileChange & { quota: number }, hasNewPassword: boolean) {
  const members = Object.entries(changed) as [keyof typeof changed, string | number][]
  const changes = members.filter(([member, value]) => value !== person[member])
  return {
    ...Object.fromEntries(changes.map(([member, value]) => [member, [person[member], value]])),
    ...(hasNewPassword && { password: 'changed' }),
  }
}
