import type { Insertable } from 'kysely'
import { changesRow } from '../../../store/row-counts.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

type Table = Database['oidc_providers']

const columns = [
  'slug',
  'name',
  'issuer',
  'client_id',
  'secret_cipher',
  'scopes',
  'username_claim',
  'group_claim',
  'group_map',
  'allow_registration',
] as const

export const listProviderNames = (store: Store) =>
  store.selectFrom('oidc_providers').select(['slug', 'name']).orderBy('created_at').orderBy('slug').execute()

export const listProviders = (store: Store) =>
  store.selectFrom('oidc_providers').select(columns).orderBy('created_at').orderBy('slug').execute()

export const findProvider = (store: Store, slug: string) =>
  store.selectFrom('oidc_providers').select(columns).where('slug', '=', slug).executeTakeFirst()

export const putProvider = (store: Store, { created_at, ...provider }: Insertable<Table>) =>
  store
    .insertInto('oidc_providers')
    .values({ ...provider, created_at })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(provider))
    .execute()

export const deleteProvider = (store: Store, slug: string) =>
  store.deleteFrom('oidc_providers').where('slug', '=', slug).returning('name').executeTakeFirst()

export const insertIdentity = (store: Store, identity: Insertable<Database['user_identities']>) =>
  store.insertInto('user_identities').values(identity).execute()

export const writeLogin = (store: Store, { issuer, subject }: { issuer: string; subject: string }, login: string) =>
  store
    .updateTable('user_identities')
    .set({ login })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('login', '!=', login)
    .execute()

export const listIdentities = (store: Store, userId: number) =>
  store.selectFrom('user_identities').select(['issuer', 'login']).where('user_id', '=', userId).execute()

/** False for the last sign-in method. Identities at other providers do not count: those may be switched off at any time. */
export const deleteIdentity = (store: Store, userId: number, issuer: string): Promise<boolean> =>
  changesRow(
    store
      .deleteFrom('user_identities')
      .where('user_id', '=', userId)
      .where('issuer', '=', issuer)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('users')
            .select('users.id')
            .where('users.id', '=', userId)
            .where((is) =>
              is.or(
                (['password_hash', 'email', 'github_id', 'linux_do_id', 'wechat_id', 'telegram_id'] as const).map(
                  (column) => is(column, '!=', ''),
                ),
              ),
            ),
        ),
      ),
  )
