import { role } from '@turnpike/contract/identity/user'
import { insertIdentity } from '../../domain/identity/oidc/oidc.queries.ts'
import { usernameKey } from '../../domain/identity/users/username.ts'
import { changeStanding, insertUser } from '../../domain/identity/users/users.queries.ts'
import { postOpening } from '../../domain/money/wallet/ledger/opening.ts'
import type { Store } from '../../store/store.ts'
import { assignIds } from '../assign-ids.ts'
import type { ImportContext } from '../context.ts'
import { importRows } from '../import-rows.ts'
import { joinAccount, readAccounts, readIdentities, setInviter, sumOpenings } from '../imports.queries.ts'
import type { Balances, TableReport } from '../report.ts'
import { isDeleted, textIn, wholeIn } from '../row.ts'
import { claimsOf } from './claims.ts'
import { planUser, type UserPlan } from './plan-user.ts'

/** A cancelled account of one-api. */
const oneApiDeleted = '3'

export async function importUsers(context: ImportContext): Promise<{ report: TableReport; balances: Balances }> {
  const { store, family, fingerprint } = context
  const prefix = `import ${fingerprint} user `
  const issuer = await oidcIssuer(context)
  const sums = { source: 0n, planned: 0n, cut: 0n, imported: 0n }
  const report = await importRows<UserPlan>(context, {
    table: 'users',
    kind: 'users',
    isDeleted: (row) => isDeleted(row) || (family.name === 'one-api' && row.status === oneApiDeleted),
    async plan(rows, notes) {
      const accounts = await readAccounts(store)
      const roots = accounts.filter((account) => account.role === role.root && account.deleted_at === null)
      const claims = claimsOf(accounts, await readIdentities(store))
      const plans: UserPlan[] = []
      for (const row of rows) {
        const root =
          Number(row.role) === role.root &&
          roots.find((one) => one.username_key === usernameKey(textIn(row, 'username')))
        plans.push(await planUser(context, row, { root: root || undefined, claims, issuer, notes }))
      }
      for (const row of rows) sums.source += wholeIn(row, 'quota')
      for (const { opening, row } of plans) {
        sums.planned += BigInt(opening.quota)
        sums.cut += wholeIn(row, 'quota') - BigInt(opening.quota)
      }
      return plans
    },
    async write(transaction, plans) {
      const before = await sumOpenings(transaction, prefix)
      const ids = await writeUsers(context, transaction, plans, { prefix, issuer })
      sums.imported = (await sumOpenings(transaction, prefix)) - before
      if (sums.imported !== sums.planned)
        throw new Error('the balances of the users do not add up; nothing was imported')
      return ids
    },
  })
  const imported = context.isDryRun ? sums.planned : sums.imported
  const balances = {
    source: String(sums.source),
    left_out: String(sums.cut),
    imported: String(imported),
    equal: sums.source - sums.cut === imported,
  }
  return { report, balances }
}

async function writeUsers(
  { now, ids: known }: ImportContext,
  transaction: Store,
  plans: readonly UserPlan[],
  { prefix, issuer }: { prefix: string; issuer: string },
): Promise<number[]> {
  const separate = plans.filter(({ joins }) => !joins)
  const assigned = await assignIds(transaction, 'users', separate)
  const idOf = new Map(separate.map((plan, index) => [plan.sourceId, assigned[index] ?? 0]))
  for (const { sourceId, joins, user, opening, oidcSubject } of plans) {
    const user_id = joins?.id ?? idOf.get(sourceId) ?? 0
    if (joins) {
      idOf.set(sourceId, joins.id)
      const { password_hash, ...change } = joins.change
      if (password_hash) await changeStanding(transaction, joins.id, { password_hash })
      if (Object.keys(change).length > 0) await joinAccount(transaction, joins.id, change)
    } else if (!(await insertUser(transaction, { ...user, id: user_id })))
      throw new Error(`the user name ${user.username} was taken meanwhile: run the import again`)
    if (oidcSubject)
      await insertIdentity(transaction, { issuer, subject: oidcSubject, user_id, login: '', created_at: now })
    await postOpening(transaction, { ...opening, user_id, reference: `${prefix}${sourceId}`, at: now })
  }
  for (const { sourceId, joins, inviter } of plans) {
    const inviterId = idOf.get(inviter) ?? known.users.get(inviter)
    if (inviterId && !joins) await setInviter(transaction, idOf.get(sourceId) ?? 0, inviterId)
  }
  return plans.map(({ sourceId }) => idOf.get(sourceId) ?? 0)
}

const wellKnown = '/.well-known/openid-configuration'

/** The issuer of the source's OpenID Connect sign-in: its discovery address without the fixed part; empty without one. */
async function oidcIssuer({ source }: Pick<ImportContext, 'source'>): Promise<string> {
  const rows = await source.rows('options')
  const address = rows.find((row) => ['oidc.well_known', 'OidcWellKnown'].includes(textIn(row, 'key')))
  const text = address ? textIn(address, 'value').trim() : ''
  return text.endsWith(wellKnown) ? text.slice(0, -wellKnown.length) : ''
}
