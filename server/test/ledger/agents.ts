import { randomUUID } from 'node:crypto'
import { type AgentTerms, type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import { defaultOptions, type OptionValues } from '@turnpike/contract/options'
import { transferEarnings } from '../../src/domain/identity/self/self.rules.ts'
import { lockAccount } from '../../src/domain/identity/user-admin/user-admin.queries.ts'
import { insertTerms, saveAgent } from '../../src/domain/money/agents/agents.queries.ts'
import { availableOf } from '../../src/domain/money/agents/earnings.rules.ts'
import { payDebt } from '../../src/domain/money/agents/shares/debt.ts'
import { decideShare } from '../../src/domain/money/agents/shares/decide-share.rules.ts'
import { shareCredits, shareOrders, shareSpends } from '../../src/domain/money/agents/shares/run-shares.rules.ts'
import { creditOrder } from '../../src/domain/money/payments/credit-order.ts'
import { noteDispute } from '../../src/domain/money/payments/disputes/note-dispute.rules.ts'
import { readRefundsOf } from '../../src/domain/money/payments/order-refunds.queries.ts'
import { findOrder, insertOrder, type OrderRow } from '../../src/domain/money/payments/orders.queries.ts'
import type { DisputeStatus } from '../../src/domain/money/payments/payment-provider.ts'
import { noteRefunded, noteRefundFailed } from '../../src/domain/money/payments/refund-order.rules.ts'
import { moneyOf } from '../../src/domain/money/payments/refund-worth.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import type { Caller } from '../../src/http/caller.ts'
import type { Store } from '../../src/store/store.ts'
import { givenUser, now, silent } from '../harness/ledger.ts'

export const day = 86_400
const options: OptionValues = { ...defaultOptions(), AgentsEnabled: true, QuotaPerUnit: 1 }

type Person = { invitedBy?: number; created_at?: number; quota?: number }
type Paid = { quota?: number; cents?: number; at?: number; caller_id?: number; payer_mark?: string }

/** Agents and those who pay, in the database, by the rules of the server. Its clock is set by the test. */
export function marketOf(store: Store, settings: Partial<OptionValues> = {}) {
  const current: OptionValues = { ...options, ...settings }
  const market = {
    at: now,
    store,
    options: { current: () => current },
    clock: () => market.at,
    log: silent,
  }
  const inTransaction = <Result>(work: (transaction: Store) => Promise<Result>) => store.transaction().execute(work)

  async function person({ invitedBy = 0, created_at = now - 2 * day, quota = 0 }: Person = {}): Promise<number> {
    const id = await givenUser(store, { quota })
    await store.updateTable('users').set({ inviter_id: invitedBy, created_at }).where('id', '=', id).execute()
    return id
  }

  /** A user who has shared in payments for a long time. */
  async function agent({
    terms = {},
    active_from = now - 5 * day,
    ...user
  }: Person & { terms?: OwnTerms; active_from?: number } = {}) {
    const id = await person({ created_at: now - 20 * day, ...user })
    await saveAgent(store, id, { status: 'active', active_from, updated_at: active_from })
    await setTerms(id, terms, active_from)
    return id
  }
  const setTerms = (agent_id: number, terms: Partial<AgentTerms>, at = market.at) =>
    insertTerms(store, {
      scope: 'agent',
      subject: String(agent_id),
      terms: { ...usualTerms, ...terms },
      at,
      actor: 'chief',
    })
  const end = (agent_id: number, at = market.at) =>
    saveAgent(store, agent_id, { status: 'ended', ended_at: at, updated_at: at })

  let orders = 0
  const newOrder = ({ quota = 1000, cents = 1000, caller_id = 0, at = market.at }: Paid, user_id: number) => ({
    ...{ user_id, caller_id, trade_no: `T${++orders}of${randomUUID()}`, provider: 'stripe', payment_method: 'stripe' },
    ...{
      amount: 1,
      money: moneyOf(cents),
      currency: 'EUR',
      merchant: 'test',
      quota,
      price_snapshot: '{}',
      create_time: at,
    },
  })
  /** An order that is paid. Returns its number. */
  async function pay(user_id: number, paid: Paid = {}): Promise<string> {
    const { at = market.at, payer_mark = '' } = paid
    const order = newOrder(paid, user_id)
    await inTransaction(async (transaction) => {
      await insertOrder(transaction, order)
      await creditOrder(transaction, order.trade_no, { at, payer_mark }, current)
    })
    return order.trade_no
  }
  const orderOf = async (transaction: Store, trade_no: string): Promise<OrderRow> => {
    const order = await findOrder(transaction, trade_no)
    if (!order) throw new Error(`no order ${trade_no}`)
    return order
  }
  /** So much was paid back until now, says the provider. */
  const refund = (trade_no: string, total: number) =>
    inTransaction(async (transaction) =>
      noteRefunded(transaction, await orderOf(transaction, trade_no), { total }, market.at, current),
    )
  /** The last refund that was made did not reach the buyer. */
  const failRefund = (trade_no: string) =>
    inTransaction(async (transaction) => {
      const last = (await readRefundsOf(transaction, [trade_no])).findLast(({ status }) => status === 'done')
      if (last) await noteRefundFailed(transaction, await orderOf(transaction, trade_no), last, market.at, current)
      return last?.cents ?? 0
    })
  const dispute = (trade_no: string, status: DisputeStatus, { cents = 1000, ref = `du_${trade_no}` } = {}) =>
    inTransaction(async (transaction) => {
      const told = { ref, status, money: moneyOf(cents), currency: 'EUR', at: market.at }
      return noteDispute(transaction, await orderOf(transaction, trade_no), told, current)
    })

  /** What an account has called for, or was refunded of it, where it is negative. */
  async function spend(user_id: number, amount: number): Promise<void> {
    const entry = { user_id, reference: randomUUID(), amount: Math.abs(amount), at: market.at }
    await inTransaction(async (transaction) => {
      if (amount < 0) return void (await post(transaction, { ...entry, kind: 'refund' }))
      const { at, ...charge } = entry
      await transaction
        .insertInto('ledger')
        .values({ ...charge, kind: 'charge', overdraft: amount, created_at: at })
        .execute()
      await transaction
        .updateTable('users')
        .set(({ eb }) => ({ quota: eb('quota', '-', amount), used_quota: eb('used_quota', '+', amount) }))
        .where('id', '=', user_id)
        .execute()
    })
  }

  const always = async () => true
  const shareAll = async (): Promise<number> => {
    const made = await shareOrders(market, always)
    const credited = await shareCredits(market, always)
    return made + credited + (await shareSpends(market, always))
  }

  const actor = (id: number) => ({ id, username: 'chief', address: '', request_id: randomUUID(), at: market.at })
  const decide = (id: number, decision: 'released' | 'refused', by = 0) =>
    decideShare(market, actor(by), { id, decision, reason: 'looked at it' })

  /** Asks for a payout; undefined if not so much is available. */
  const ask = (agent_id: number, amount: number): Promise<number | undefined> =>
    inTransaction(async (transaction) => {
      const account = await lockAccount(transaction, agent_id)
      if (!account || (await availableOf(transaction, account, market.at)).available < amount) return undefined
      const asked = {
        agent_id,
        amount,
        method: 'bank',
        account_cipher: 'c',
        status: 'asked',
        created_at: market.at,
      } as const
      return (await transaction.insertInto('withdrawals').values(asked).returning('id').executeTakeFirstOrThrow()).id
    })
  /** Pays a request, or returns its amount. */
  const endRequest = (id: number, status: 'paid' | 'refused' | 'cancelled'): Promise<void> =>
    inTransaction(async (transaction) => {
      const { agent_id, amount } = await transaction
        .selectFrom('withdrawals')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await lockAccount(transaction, agent_id)
      await transaction.updateTable('withdrawals').set({ status }).where('id', '=', id).execute()
      if (status !== 'paid') return payDebt(transaction, agent_id, market.at)
      const entry = { user_id: agent_id, kind: 'withdrawal', reference: String(id), amount, at: market.at } as const
      await post(transaction, entry)
    })
  /** Moves earnings to the balance; the code of a refusal, or nothing. */
  const move = (agent_id: number, amount: number): Promise<string | undefined> =>
    transferEarnings(market, { id: agent_id, username: 'agent' } as Caller, amount).then(
      () => undefined,
      (error: { code: string }) => error.code,
    )

  const sharesOf = (agent_id: number) =>
    store.selectFrom('dividends').selectAll().where('agent_id', '=', agent_id).orderBy('id').execute()
  const debtOf = async (agent_id: number) =>
    (await store.selectFrom('agents').select('debt').where('user_id', '=', agent_id).executeTakeFirstOrThrow()).debt
  const earningsOf = async (agent_id: number) => {
    const { aff_quota } = await store
      .selectFrom('users')
      .select('aff_quota')
      .where('id', '=', agent_id)
      .executeTakeFirstOrThrow()
    return aff_quota
  }
  const entriesOf = (agent_id: number) =>
    store
      .selectFrom('ledger')
      .select(['kind', 'reference', 'amount', 'detail'])
      .where('user_id', '=', agent_id)
      .where('kind', 'in', ['dividend', 'dividend_reversal'])
      .orderBy('id')
      .execute()

  return Object.assign(market, {
    ...{ inTransaction, person, agent, setTerms, end, pay, refund, failRefund, dispute, spend, shareAll, decide },
    ...{ ask, endRequest, move, sharesOf, debtOf, earningsOf, entriesOf, settings: current, actor },
  })
}
export type Market = ReturnType<typeof marketOf>
