import { isTextWithin } from '@turnpike/contract/bounds'
import { role, userStatus } from '@turnpike/contract/identity/user'
import { billingPreferences } from '@turnpike/contract/money/plans/billing'
import { groupNameBounds } from '@turnpike/contract/names'
import { quotaMax } from '@turnpike/contract/quota'
import type { Insertable } from 'kysely'
import { normalEmail, usernameKey } from '../../domain/identity/users/username.ts'
import type { OpeningBalance } from '../../domain/money/wallet/ledger/opening.ts'
import { isDefaultHash } from '../../domain/system/setup/default-password.ts'
import { isBcrypt } from '../../secrets/bcrypt.ts'
import type { Database } from '../../store/schema.ts'
import type { ImportContext } from '../context.ts'
import type { Planned } from '../import-rows.ts'
import type { TableNotes } from '../report.ts'
import { amountIn, countIn, jsonIn, nameIn, type Row, shortened, textIn, wholeIn } from '../row.ts'
import type { Claims } from './claims.ts'
import { identitiesOf, oidcSubjectOf } from './user-identities.ts'

type NewUser = Omit<Insertable<Database['users']>, 'id'>
type UserChange = Partial<Pick<NewUser, 'password_hash' | 'access_token_hash' | 'email' | 'aff_code'>>
export type UserPlan = Planned & {
  joins: { id: number; change: UserChange } | undefined
  user: NewUser
  opening: Omit<OpeningBalance, 'user_id' | 'reference' | 'at'>
  inviter: string
  oidcSubject: string
}
type RootAccount = Amounts & {
  id: number
  password_hash: string
  access_token_hash: string | null
  email: string
  aff_code: string
}

const usernameMax = 254
const displayNameMax = 20

type Found = {
  /** The super administrator here, into whom that of the source is merged. */
  root: RootAccount | undefined
  claims: Claims
  issuer: string
  notes: TableNotes
}

export async function planUser(
  context: ImportContext,
  row: Row,
  { root, claims, issuer, notes }: Found,
): Promise<UserPlan> {
  const { family, vault, now } = context
  const sourceId = textIn(row, 'id')
  const named = nameIn(row, 'username', usernameMax)
  const who = named || `user ${sourceId}`
  const password_hash = passwordOf(row, notes, who)
  const token = textIn(row, 'access_token').trim()
  const tokenHash = token === '' ? null : vault.hash(token, 'access token')
  const joins = root && { id: root.id, change: await changeOfRoot(root, row, { password_hash, tokenHash, claims }) }
  if (root) notes.changed('the super administrator becomes the one who is here already, with both balances', who)
  const opening = openingOf(row, root, notes, who)
  const username = root ? named : freeName(named, sourceId, claims, notes)
  const email = normalEmail(textIn(row, 'email'))
  const isOwnEmail = email !== '' && !root && claims.email(email)
  if (email !== '' && !root && !isOwnEmail)
    notes.changed(
      'the mail address belongs to another account: it is kept as unverified and cannot be used to sign in',
      who,
    )
  const identities = root ? {} : identitiesOf(family, row, claims, notes, who)
  const aff_code = textIn(row, 'aff_code').trim()
  const isOwnCode = aff_code !== '' && !root && claims.affCode(aff_code)
  if (aff_code !== '' && !root && !isOwnCode) notes.changed('the invitation code is taken: a new one is made', who)
  const accessToken = tokenHash && !root && claims.accessToken(tokenHash) ? tokenHash : null
  if (tokenHash && !root && !accessToken)
    notes.changed('the access token belongs to another account: it is left out', who)
  const subject = textIn(row, 'oidc_id').trim()
  return {
    sourceId,
    row,
    joins,
    opening,
    inviter: textIn(row, 'inviter_id'),
    oidcSubject: oidcSubjectOf(subject, issuer, root ? undefined : claims, notes, who),
    user: {
      username,
      username_key: usernameKey(username),
      password_hash,
      display_name: shortened(nameIn(row, 'display_name', displayNameMax) || username, displayNameMax),
      role: roleOf(row, notes, who),
      status: Number(row.status ?? 1) === userStatus.enabled ? userStatus.enabled : userStatus.banned,
      email: isOwnEmail ? email : '',
      claimed_email: isOwnEmail ? '' : email,
      ...identities,
      access_token_hash: accessToken,
      group: groupOf(context, row, notes, who),
      billing_preference: preferenceOf(row),
      aff_code: isOwnCode ? aff_code : '',
      created_at: countIn(row, 'created_at') || now,
      last_login_at: countIn(row, 'last_login_at'),
    },
  }
}

/** The values that the account here lacks; its password only where it is still the well-known one. */
async function changeOfRoot(
  root: RootAccount,
  row: Row,
  { password_hash, tokenHash, claims }: { password_hash: string; tokenHash: string | null; claims: Claims },
): Promise<UserChange> {
  const email = normalEmail(textIn(row, 'email'))
  const aff_code = textIn(row, 'aff_code').trim()
  return {
    ...(password_hash !== '' && (await isDefaultHash(root.password_hash)) && { password_hash }),
    ...(tokenHash && !root.access_token_hash && claims.accessToken(tokenHash) && { access_token_hash: tokenHash }),
    ...(email !== '' && root.email === '' && claims.email(email) && { email }),
    ...(aff_code !== '' && root.aff_code === '' && claims.affCode(aff_code) && { aff_code }),
  }
}

function passwordOf(row: Row, notes: TableNotes, who: string): string {
  const stored = textIn(row, 'password').trim()
  if (isBcrypt(stored)) return stored
  notes.changed('without a password that can be checked: it must be reset, or another sign-in used', who)
  return ''
}

function freeName(named: string, sourceId: string, claims: Claims, notes: TableNotes): string {
  const wanted = named || `user_${sourceId}`
  if (wanted === named && claims.username(usernameKey(wanted))) return wanted
  for (let turn = 0; ; turn++) {
    const name = turn === 0 ? (named ? `${named}_${sourceId}` : wanted) : `${wanted}_${sourceId}_${turn}`
    if (!claims.username(usernameKey(name))) continue
    notes.changed('the user name is missing or taken: the account gets another one', `${named} → ${name}`)
    return name
  }
}

function roleOf(row: Row, notes: TableNotes, who: string): number {
  const level = Number(row.role ?? role.ordinary)
  if (level === role.ordinary || level === role.admin || level === role.root) return level
  notes.changed('an unknown role becomes that of an ordinary user', who)
  return role.ordinary
}

function groupOf({ options }: ImportContext, row: Row, notes: TableNotes, who: string): string {
  const group = textIn(row, 'group').trim()
  if (group === '') return 'default'
  if (isTextWithin(groupNameBounds, group)) {
    if (!Object.hasOwn(options.GroupRatio, group))
      notes.remark('the group has no ratio: until it has one, its calls are refused', `${who}: ${group}`)
    return group
  }
  notes.changed('a group name that cannot be stored becomes default', who)
  return 'default'
}

type Amounts = Pick<OpeningBalance, 'quota' | 'aff_quota' | 'used_quota' | 'aff_history_quota'>

/** An amount that takes the account beyond the largest balance is cut. */
function openingOf(row: Row, root: Amounts | undefined, notes: TableNotes, who: string): UserPlan['opening'] {
  const within = (column: keyof Amounts, amount: number) => Math.min(amount, quotaMax - (root?.[column] ?? 0))
  const quota = within('quota', amountIn(row, 'quota'))
  if (BigInt(quota) !== wholeIn(row, 'quota')) notes.changed('a balance beyond the largest one is cut', who)
  if (quota < 0) notes.remark('a negative balance comes as a debt', who)
  const aff_quota = within('aff_quota', countIn(row, 'aff_quota'))
  return {
    quota,
    aff_quota,
    used_quota: within('used_quota', countIn(row, 'used_quota')),
    request_count: countIn(row, 'request_count'),
    aff_count: countIn(row, 'aff_count'),
    aff_history_quota: within('aff_history_quota', Math.max(countIn(row, 'aff_history'), aff_quota)),
  }
}

/** What pays first. The other settings of users do not come. */
function preferenceOf(row: Row) {
  const setting = jsonIn(row, 'setting') as { billing_preference?: unknown } | null | undefined
  return billingPreferences.find((known) => known === setting?.billing_preference)
}
