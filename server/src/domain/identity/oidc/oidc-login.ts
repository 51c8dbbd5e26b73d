import { isEmail } from '@turnpike/contract/identity/registration'
import { userStatus } from '@turnpike/contract/identity/user'
import { isUsername } from '@turnpike/contract/identity/user-admin'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { createAccount } from '../registration/create-account.ts'
import { readHighestUserId } from '../registration/registration.queries.ts'
import { markSeen, type SeenIdentity } from '../registration/seen-identity.ts'
import { displayNameOf, generatedName, numberToTry } from '../third-party/generated-name.ts'
import { saveProfile } from '../user-admin/user-admin.queries.ts'
import { findEmailOwner, findUserByOidc, findUsername, updateOwnFields } from '../users/users.queries.ts'
import { insertIdentity, listIdentities, writeLogin } from './oidc.queries.ts'
import type { Claims } from './oidc-client.ts'
import type { Provider } from './providers.rules.ts'

type OidcLoginDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'config'>
export type Proved = { issuer: string; claims: Claims }
type Context = { affCode: string; address: string; request_id: string }

const namesToTry = 20
const loginMax = 100

const textOf = (claim: unknown) => (typeof claim === 'string' ? claim.trim() : '')
const keyOf = ({ issuer, claims }: Proved) => ({ issuer, subject: claims.sub })
const identityOf = (proved: Proved): SeenIdentity => ({
  kind: 'oidc',
  value: `${proved.issuer} ${proved.claims.sub}`,
  ...keyOf(proved),
})
/** The login name that is shown beside the identity. */
const loginOf = ({ claims }: Proved, { username_claim }: Provider) =>
  (textOf(claims[username_claim]) || textOf(claims.email) || claims.sub)
    .replaceAll('\0', '')
    .slice(0, loginMax)
    .toWellFormed()

/** The user with this identity. An unknown identity gets an account where the provider and the options allow it. */
export async function loginByOidc(deps: OidcLoginDeps, provider: Provider, proved: Proved, context: Context) {
  const known = await findUserByOidc(deps.store, keyOf(proved))
  if (!known) await registerByOidc(deps, provider, proved, context)
  const user = known ?? (await findUserByOidc(deps.store, keyOf(proved)))
  if (!user) throw new AppError('user_missing')
  if (user.deleted_at !== null) throw new AppError('account_cancelled', { detail: { user_id: user.id } })
  if (user.status !== userStatus.enabled) throw new AppError('account_banned', { detail: { user_id: user.id } })
  await writeLogin(deps.store, keyOf(proved), loginOf(proved, provider))
  const group = groupOf(deps, provider, proved)
  if (!group || group === user.group) return user
  await moveToGroup(deps, provider, { ...user, from: user.group, to: group }, context)
  return { ...user, group }
}

/** The group of the first mapped value; undefined when there is none, or the group is not one of ours. */
function groupOf(
  { options }: OidcLoginDeps,
  { group_claim, group_map }: Provider,
  { claims }: Proved,
): string | undefined {
  const claim = group_claim ? claims[group_claim] : undefined
  const values = new Set((Array.isArray(claim) ? claim : [claim]).map(textOf))
  const group = Object.entries(group_map).find(([value]) => values.has(value))?.[1]
  return group !== undefined && Object.hasOwn(options.current().GroupRatio, group) ? group : undefined
}

type Move = { id: number; username: string; from: string; to: string }

/** A group decides about prices, so that its change is audited although no administrator makes it. */
async function moveToGroup(
  { store, clock }: OidcLoginDeps,
  { slug }: Provider,
  move: Move,
  { address, request_id }: Context,
) {
  const { id, username, from, to } = move
  await store.transaction().execute(async (transaction) => {
    await saveProfile(transaction, id, { group: to })
    const actor = { id, username, address, request_id, at: clock() }
    const detail = { provider: slug, before: from, after: to }
    await writeAudit(transaction, actor, { action: 'account.group_by_provider', target: `${id} ${username}`, detail })
  })
}

async function registerByOidc(deps: OidcLoginDeps, provider: Provider, proved: Proved, { affCode, address }: Context) {
  const { store, options, limits, clock } = deps
  if (!provider.allow_registration) throw new AppError('oidc_unknown')
  if (!options.current().RegisterEnabled) throw new AppError('register_disabled')
  await limits.take('registration', address)
  const { claims } = proved
  const wanted = textOf(claims[provider.username_claim]).split('@')[0] ?? ''
  for (let turn = 0; turn < namesToTry; turn++) {
    const isOwnName = turn === 0 && isUsername(wanted) && !(await findUsername(store, wanted))
    const username = isOwnName ? wanted : generatedName('oidc', numberToTry(await readHighestUserId(store), turn))
    const account = {
      username,
      display_name: displayNameOf('oidc', textOf(claims.name)),
      password_hash: '',
      identity: identityOf(proved),
      aff_code: affCode || undefined,
    }
    const outcome = await store
      .transaction()
      .execute(async (transaction) => {
        const created = await createAccount(transaction, deps, account, clock())
        if (!('id' in created)) return created
        await insertIdentity(transaction, rowOf(proved, provider, created.id, clock()))
        await takeEmail(transaction, deps, created.id, claims)
        return created
      })
      // A concurrent request may have opened the account of this identity: then the user signs in to that account.
      .catch((error: unknown) => {
        if (isUniqueViolation(error)) return { taken: 'identity' as const }
        throw error
      })
    if ('id' in outcome || outcome.taken === 'identity') return
  }
  throw new Error('no free user name was found')
}

const rowOf = (proved: Proved, provider: Provider, user_id: number, created_at: number) => ({
  ...keyOf(proved),
  user_id,
  login: loginOf(proved, provider),
  created_at,
})

/** The address becomes the account's only if the provider has verified it and no account has it. */
async function takeEmail(
  transaction: Store,
  { vault, clock }: OidcLoginDeps,
  userId: number,
  claims: Claims,
): Promise<void> {
  const email = textOf(claims.email).toLowerCase()
  if (claims.email_verified !== true || !isEmail(email) || (await findEmailOwner(transaction, email))) return
  await updateOwnFields(transaction, userId, { email })
  await markSeen(transaction, vault, { kind: 'email', value: email }, clock())
}

/** Binds an identity to the signed-in user. An identity has one account, cancelled accounts included. */
export async function bindOidc(
  { store, vault, clock }: OidcLoginDeps,
  userId: number,
  provider: Provider,
  proved: Proved,
) {
  await store
    .transaction()
    .execute(async (transaction) => {
      const owner = await findUserByOidc(transaction, keyOf(proved))
      if (owner) throw new AppError('oidc_bound')
      const own = await listIdentities(transaction, userId)
      if (own.some(({ issuer }) => issuer === proved.issuer)) throw new AppError('oidc_other_bound')
      await insertIdentity(transaction, rowOf(proved, provider, userId, clock()))
      await markSeen(transaction, vault, identityOf(proved), clock())
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('oidc_bound') : error
    })
}
