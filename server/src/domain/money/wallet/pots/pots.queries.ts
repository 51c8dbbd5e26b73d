import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { post } from '../ledger/ledger-post.ts'
import { type PotWindow, readWindows, writeWindows } from './pot.ts'

export type Pot = Selectable<Database['pots']>
type NewPot = Pick<Pot, 'user_id' | 'subscription_id' | 'amount' | 'starts_at' | 'ends_at'> & {
  windows: readonly PotWindow[]
  /** The part of the amount that was used on another server before an import; it is not granted. */
  used?: number
}

/*
 * Pots change only under the lock of their user, which the callers of these functions hold (`lockAccount`). A pot opens
 * with a grant and closes with an expiry. Both are entries of the ledger that move no balance.
 */

export async function openPot(transaction: Store, { windows, used = 0, ...pot }: NewPot, at: number): Promise<Pot> {
  const opened = await transaction
    .insertInto('pots')
    .values({ ...pot, windows: writeWindows(windows), quota: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
  await transaction.updateTable('users').set({ has_pots: 1 }).where('id', '=', pot.user_id).execute()
  return pot.amount > used ? grant(transaction, opened, pot.amount - used, at) : opened
}

export const findPot = (store: Store, id: number): Promise<Pot | undefined> =>
  store.selectFrom('pots').selectAll().where('id', '=', id).executeTakeFirst()

/** The pots of subscriptions that have not ended at a time, oldest first. */
export const readOpenPots = (store: Store, subscriptions: readonly number[], at: number): Promise<Pot[]> =>
  subscriptions.length === 0
    ? Promise.resolve([])
    : store
        .selectFrom('pots')
        .selectAll()
        .where('subscription_id', 'in', [...subscriptions])
        .where('ends_at', '>', at)
        .orderBy('starts_at')
        .orderBy('id')
        .execute()

/** The last pot of a subscription. */
export const findLastPot = (store: Store, subscription_id: number): Promise<Pot | undefined> =>
  store
    .selectFrom('pots')
    .selectAll()
    .where('subscription_id', '=', subscription_id)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Ends a pot now or later. What running calls hold of it may still be charged to it. */
export async function endPot(transaction: Store, pot: Pot, ends_at: number, at: number): Promise<void> {
  await transaction.updateTable('pots').set({ ends_at }).where('id', '=', pot.id).execute()
  if (ends_at <= at) await closePot(transaction, { ...pot, ends_at }, at)
}

/** Takes back what nothing holds of a pot that has ended. What is returned to it later is taken back in the same way. */
export async function closePot(transaction: Store, pot: Pot, at: number): Promise<void> {
  const left = pot.amount === 0 ? pot.quota : pot.quota - pot.held
  if (left > 0) await expire(transaction, pot, left, at)
  if (left < 0) await grant(transaction, pot, -left, at)
}

/**
 * Makes the pot (0) or one of its windows (from 1 on) unused again. Days, weeks, months and other periods keep their times.
 * A window of hours begins again with the next use, or else keeps its times as well.
 */
export async function resetWindow(
  transaction: Store,
  pot: Pot,
  index: number,
  at: number,
  { keepsTimes = false } = {},
): Promise<void> {
  if (index === 0 && pot.amount > pot.quota) await grant(transaction, pot, pot.amount - pot.quota, at)
  if (index === 0) return
  const windows = readWindows(pot.windows).map((window, place) =>
    place === index - 1 ? { ...window, used: 0, ...(!keepsTimes && { from: 0, to: 0 }) } : window,
  )
  await transaction
    .updateTable('pots')
    .set({ windows: writeWindows(windows) })
    .where('id', '=', pot.id)
    .execute()
}

const grant = (transaction: Store, pot: Pot, amount: number, at: number) =>
  change(transaction, pot, { kind: 'plan_grant', amount, at })
const expire = (transaction: Store, pot: Pot, amount: number, at: number) =>
  change(transaction, pot, { kind: 'plan_expiry', amount, at })

async function change(
  transaction: Store,
  { id, user_id }: Pot,
  { kind, amount, at }: { kind: 'plan_grant' | 'plan_expiry'; amount: number; at: number },
): Promise<Pot> {
  const pot = await transaction
    .updateTable('pots')
    .set(({ eb }) => ({
      quota: eb('quota', '+', kind === 'plan_grant' ? amount : -amount),
      entries: eb('entries', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // The verification finds the entries of a pot by their detail.
  const entry = { user_id, kind, reference: `${id}/${pot.entries}`, amount, at, detail: String(id) }
  if (!(await post(transaction, entry))) throw new Error(`the entry ${entry.reference} of a pot exists already`)
  return pot
}

/** Pots that have ended with more than what running calls hold of them, in the order of their ids. */
export const readPotsToClose = (store: Store, at: number, { after, limit }: { after: number; limit: number }) =>
  store
    .selectFrom('pots')
    .select(['id', 'user_id'])
    .where('ends_at', '<=', at)
    .where('quota', '<>', 0)
    .where(({ or, eb }) => or([eb('amount', '=', 0), eb('quota', '>', eb.ref('held'))]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Whether any pot of the account runs or is to begin; otherwise its calls need not look for one. */
export async function noteWhetherPots(transaction: Store, user_id: number, at: number): Promise<void> {
  const open = await transaction
    .selectFrom('pots')
    .select('id')
    .where('user_id', '=', user_id)
    .where('ends_at', '>', at)
    .limit(1)
    .executeTakeFirst()
  await transaction
    .updateTable('users')
    .set({ has_pots: open ? 1 : 0 })
    .where('id', '=', user_id)
    .execute()
}
