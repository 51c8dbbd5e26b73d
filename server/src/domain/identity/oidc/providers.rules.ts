import { type OidcProvider, oidcProvidersMax } from '@turnpike/contract/identity/oidc'
import { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { deleteProvider, findProvider, listProviders, putProvider } from './oidc.queries.ts'
import { issuerOf, type OidcClient, type OidcSettings } from './oidc-client.ts'

type ProvidersDeps = Pick<Deps, 'store' | 'vault'>
type Row = NonNullable<Awaited<ReturnType<typeof findProvider>>>
export type Provider = OidcProvider & OidcSettings

const groupMap = z.record(z.string(), z.string())

const read = ({ secret_cipher: _, group_map, allow_registration, ...row }: Row): OidcProvider => ({
  ...row,
  group_map: groupMap.parse(JSON.parse(group_map)),
  allow_registration: allow_registration === 1,
})
const secretOf = ({ vault }: ProvidersDeps, { secret_cipher }: Row) =>
  secret_cipher && vault.decrypt(secret_cipher, 'oidc client')

export async function readProvider(deps: ProvidersDeps, slug: string): Promise<Provider> {
  const row = await findProvider(deps.store, slug)
  if (!row) throw new AppError('oidc_disabled')
  return { ...read(row), client_secret: secretOf(deps, row) }
}

export const readProviders = async ({ store }: ProvidersDeps) =>
  (await listProviders(store)).map((row) => ({ ...read(row), has_secret: row.secret_cipher !== '' }))

/** Adds or changes a provider. A stored secret stays, but only for the issuer that it was saved for. */
export async function saveProvider(
  deps: ProvidersDeps & { client: OidcClient },
  { client_secret, ...given }: OidcProvider & { client_secret?: string | undefined },
  actor: Actor,
) {
  const { store, vault, client } = deps
  const provider = { ...given, issuer: issuerOf(given.issuer) }
  const before = await findProvider(store, provider.slug)
  if (!before && (await listProviders(store)).length >= oidcProvidersMax)
    throw new AppError('oidc_too_many', { params: { maximum: oidcProvidersMax } })
  const kept = before && before.issuer === provider.issuer ? secretOf(deps, before) : ''
  const secret = client_secret ?? kept
  await client.check({ ...provider, client_secret: secret })
  const row = {
    ...provider,
    secret_cipher: secret && vault.encrypt(secret, 'oidc client'),
    group_map: JSON.stringify(provider.group_map),
    allow_registration: provider.allow_registration ? (1 as const) : (0 as const),
    created_at: actor.at,
  }
  await store.transaction().execute(async (transaction) => {
    await putProvider(transaction, row)
    const action = before ? 'oidc.update' : 'oidc.create'
    const detail = { before: before && read(before), after: provider, secret_changed: secret !== kept }
    await note(transaction, actor, action, provider.slug, detail)
  })
  return { ...provider, has_secret: secret !== '' }
}

export async function removeProvider({ store }: ProvidersDeps, slug: string, actor: Actor): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const before = await findProvider(transaction, slug)
    if (!before || !(await deleteProvider(transaction, slug))) throw new AppError('not_found')
    await note(transaction, actor, 'oidc.delete', slug, { before: read(before) })
  })
}

async function note(transaction: Deps['store'], actor: Actor, action: string, target: string, detail: object) {
  await writeAudit(transaction, actor, { action, target, detail: { ...detail } })
  await logAdminAction(transaction, actor, { user: actor, event: 'oidc_changed', params: { action, target } })
}
