import type { Store } from '../../../store/store.ts'
import { people } from '../users/people.queries.ts'

/** The user with this invitation code; undefined when they are banned or cancelled. */
export const findInviter = (store: Store, affCode: string) =>
  people(store)
    .select(['id', 'username'])
    .where('aff_code', '=', affCode)
    .where('aff_code', '!=', '')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

type SeenIdentityRow = { kind: string; hash: string; seen_at: number }

/** True when no account has had this address or identity before. */
export async function rememberIdentity(store: Store, identity: SeenIdentityRow): Promise<boolean> {
  const remembered = await store
    .insertInto('seen_identities')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['kind', 'hash']).doNothing())
    .returning('hash')
    .executeTakeFirst()
  return remembered !== undefined
}

export const readHighestUserId = async (store: Store): Promise<number> => {
  const row = await store
    .selectFrom('users')
    .select(({ fn }) => fn.max('id').as('highest'))
    .executeTakeFirst()
  return Number(row?.highest ?? 0)
}

/** Sets the code of an account that has none. */
export const writeAffCode = (store: Store, id: number, code: string) =>
  store.updateTable('users').set({ aff_code: code }).where('id', '=', id).where('aff_code', '=', '').execute()

export const readAffCode = async (store: Store, id: number): Promise<string> =>
  (await store.selectFrom('users').select('aff_code').where('id', '=', id).executeTakeFirst())?.aff_code ?? ''
