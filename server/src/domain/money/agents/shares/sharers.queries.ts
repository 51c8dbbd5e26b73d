import type { Store } from '../../../../store/store.ts'

export type Sharer = { agent_id: number; level: 1 | 2 }

/** Who has invited an account, and who has invited that person. Not all of them are agents. */
export async function readSharers(store: Store, payer_id: number): Promise<Sharer[]> {
  const row = await store
    .selectFrom('users as payer')
    .innerJoin('users as inviter', 'inviter.id', 'payer.inviter_id')
    .select(['inviter.id as first', 'inviter.inviter_id as second'])
    .where('payer.id', '=', payer_id)
    .executeTakeFirst()
  if (!row) return []
  const first: Sharer = { agent_id: row.first, level: 1 }
  return row.second === 0 ? [first] : [first, { agent_id: row.second, level: 2 }]
}

/** The people behind an account: the user, or who has created the organisation. */
export async function readCreator(store: Store, payer_id: number): Promise<number> {
  const row = await store.selectFrom('organisations').select('created_by').where('id', '=', payer_id).executeTakeFirst()
  return row?.created_by ?? payer_id
}

/** Who has invited a user; 0 where nobody has. */
export async function readInviter(store: Store, id: number): Promise<number> {
  const row = await store.selectFrom('users').select('inviter_id').where('id', '=', id).executeTakeFirst()
  return row?.inviter_id ?? 0
}

/** An address from which a user was seen, and the browser, where a session names it. */
export type Trace = { user_id: number; address: string; user_agent: string }

export async function readTraces(store: Store, ids: readonly number[], since: number): Promise<Trace[]> {
  const sessions = await store
    .selectFrom('sessions')
    .select(['user_id', 'address', 'user_agent'])
    .distinct()
    .where('user_id', 'in', [...ids])
    .where('seen_at', '>=', since)
    .execute()
  const acts = await store
    .selectFrom('audit')
    .select(['actor_id as user_id', 'address'])
    .distinct()
    .where('actor_id', 'in', [...ids])
    .where('at', '>=', since)
    .execute()
  return [...sessions, ...acts.map((act) => ({ ...act, user_agent: '' }))]
}

/** What payment providers said about the payers of the orders of some accounts. */
export async function readPayerMarks(store: Store, ids: readonly number[]): Promise<string[]> {
  const rows = await store
    .selectFrom('top_ups')
    .select('payer_mark')
    .distinct()
    .where('user_id', 'in', [...ids])
    .where('payer_mark', '<>', '')
    .execute()
  return rows.map(({ payer_mark }) => payer_mark)
}
