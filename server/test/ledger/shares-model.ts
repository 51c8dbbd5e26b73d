import { type AgentTerms, type OwnTerms, usualTerms } from '@turnpike/contract/money/agents/terms'

type Order = {
  payer: number
  quota: number
  cents: number
  at: number
  refunds: { cents: number; failed: boolean; ref?: string }[]
  disputes: Map<string, { cents: number; status: 'open' | 'won' | 'lost' }>
  isSeen: boolean
}
export type ModelShare = {
  agent: number
  order: string
  level: number
  amount: number
  final_at: number
  decision: string
}
type Agent = { from: number; until: number; terms: { at: number; terms: AgentTerms }[]; moved: number; paid: number }
type Request = { agent: number; amount: number; status: 'asked' | 'paid' | 'refused' | 'cancelled' }

const inHundredths = (percent: number) => Math.round(percent * 100)

/** What agents ought to have, written a second time and as plainly as can be: no entries, no transactions, no jobs. */
export class SharesModel {
  readonly inviters = new Map<number, number>()
  readonly agents = new Map<number, Agent>()
  readonly orders = new Map<string, Order>()
  readonly requests = new Map<number, Request>()
  readonly shares: ModelShare[] = []
  /** Who pays with the payment account of an inviter. */
  readonly suspects = new Set<number>()

  addAgent(id: number, inviter: number, from: number, terms: OwnTerms) {
    this.inviters.set(id, inviter)
    this.agents.set(id, { from, until: Number.POSITIVE_INFINITY, terms: [], moved: 0, paid: 0 })
    this.setTerms(id, terms, from)
  }

  setTerms(id: number, terms: OwnTerms, at: number) {
    this.agents.get(id)?.terms.push({ at, terms: { ...usualTerms, ...terms } })
  }

  pay(trade_no: string, order: Pick<Order, 'payer' | 'quota' | 'cents' | 'at'>) {
    this.orders.set(trade_no, { ...order, refunds: [], disputes: new Map(), isSeen: false })
  }

  /** The job has seen every order. */
  run() {
    for (const [trade_no, order] of this.orders) {
      if (order.isSeen) continue
      order.isSeen = true
      const first = this.inviters.get(order.payer) ?? 0
      const second = this.inviters.get(first) ?? 0
      const ofFirst = this.#termsAt(first, order.at)
      const ofSecond = this.#termsAt(second, order.at)
      const left = 10_000 - inHundredths(ofFirst?.share ?? 0)
      const wanted = inHundredths(ofSecond?.second_share ?? 0)
      if (ofFirst) this.#share(trade_no, order, { agent: first, level: 1, terms: ofFirst }, inHundredths(ofFirst.share))
      if (ofSecond) this.#share(trade_no, order, { agent: second, level: 2, terms: ofSecond }, Math.min(wanted, left))
    }
  }

  #termsAt(id: number, at: number): AgentTerms | undefined {
    const agent = this.agents.get(id)
    if (!agent || at < agent.from || at >= agent.until) return undefined
    const terms = agent.terms.findLast((each) => each.at <= at)?.terms
    return terms && (terms.ends_at === 0 || at < terms.ends_at) ? terms : undefined
  }

  #share(
    order: string,
    { payer, quota, at }: Order,
    { agent, level, terms }: { agent: number; level: number; terms: AgentTerms },
    percent: number,
  ) {
    const amount = Number((BigInt(quota) * BigInt(percent)) / 10_000n)
    if (amount === 0 || terms.basis !== 'payments') return
    const decision = this.suspects.has(payer) && level === 1 ? 'held' : ''
    this.shares.push({ agent, order, level, amount, final_at: at + terms.waiting_days * 86_400, decision })
  }

  refunded(trade_no: string): number {
    const { refunds } = this.#order(trade_no)
    return refunds.reduce((sum, { cents, failed }) => sum + (failed ? 0 : cents), 0)
  }

  refund(trade_no: string, total: number) {
    const cents = total - this.refunded(trade_no)
    if (cents > 0) this.#order(trade_no).refunds.push({ cents, failed: false })
  }

  failRefund(trade_no: string) {
    const last = this.#order(trade_no).refunds.findLast(({ failed }) => !failed)
    if (last) last.failed = true
  }

  dispute(trade_no: string, ref: string, status: 'open' | 'appealed' | 'won' | 'lost', cents: number) {
    const { disputes } = this.#order(trade_no)
    const known = disputes.get(ref)
    if (known && known.status !== 'open' && status === 'open') return
    const next = status === 'appealed' ? 'open' : status
    if (known?.status === next && known.cents === cents) return
    disputes.set(ref, { cents, status: next })
    const refund = this.#refundOf(trade_no, ref)
    if (next === 'won' && refund) refund.failed = true
    if (next === 'lost' && !refund) {
      const left = this.#order(trade_no).cents - this.refunded(trade_no)
      if (left > 0) this.#order(trade_no).refunds.push({ cents: Math.min(cents, left), failed: false, ref })
    }
  }

  /** A dispute that is lost counts as a refund. */
  #refundOf = (trade_no: string, ref: string) =>
    this.#order(trade_no).refunds.find((refund) => refund.ref === ref && !refund.failed)

  worth({ order, amount, decision }: ModelShare): number {
    if (decision === 'refused') return 0
    const { cents, disputes } = this.#order(order)
    const disputed = [...disputes].filter(([ref, { status }]) => status === 'open' && !this.#refundOf(order, ref))
    const back = this.refunded(order) + disputed.reduce((sum, [, each]) => sum + each.cents, 0)
    return Number((BigInt(amount) * BigInt(Math.max(0, cents - back))) / BigInt(cents))
  }

  /** Earnings and debt: what is missing of what has left or is reserved is owed. */
  standing(id: number): { earnings: number; debt: number } {
    const { moved, paid } = this.agents.get(id) ?? { moved: 0, paid: 0 }
    const worth = this.shares.reduce((sum, share) => sum + (share.agent === id ? this.worth(share) : 0), 0)
    const open = [...this.requests.values()].filter(({ agent, status }) => agent === id && status === 'asked')
    const reserved = open.reduce((sum, { amount }) => sum + amount, 0)
    const free = worth - moved - paid - reserved
    return { earnings: Math.max(0, free) + reserved, debt: Math.max(0, -free) }
  }

  #order(trade_no: string): Order {
    const order = this.orders.get(trade_no)
    if (!order) throw new Error(`no order ${trade_no}`)
    return order
  }
}
