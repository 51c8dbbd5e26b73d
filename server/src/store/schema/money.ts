import type { AgentStatus } from '@turnpike/contract/money/agents/agent-api'
import type { TermScope } from '@turnpike/contract/money/agents/terms'
import type { WithdrawalStatus } from '@turnpike/contract/money/agents/withdrawal'
import type { SubscriptionSource } from '@turnpike/contract/money/plans/subscription'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Flag } from './flag.ts'

export type LedgerKind =
  | 'top_up'
  | 'redemption'
  | 'grant'
  | 'invite_reward'
  | 'transfer'
  /** The correction of a charge: of an expired hold, or of a failed task. */
  | 'refund'
  | 'manual_refund'
  | 'rule_refund'
  | 'service_credit'
  | 'adjustment_credit'
  | 'charge'
  | 'adjustment_debit'
  | 'order_refund'
  | 'plan_purchase'
  | 'plan_grant'
  | 'plan_expiry'
  | 'org_transfer_in'
  | 'org_transfer_out'
  | 'dividend'
  | 'dividend_reversal'
  | 'withdrawal'

export interface MoneyTables {
  /** Append-only. Amounts are positive; the kind alone decides which balance moves and in which direction. */
  ledger: {
    id: GeneratedAlways<number>
    /** The user or organisation whose balance moves. */
    user_id: number
    /** Who moved the balance of an organisation; 0 in the entries of users. */
    caller_id: Generated<number>
    kind: LedgerKind
    /** Order number, redemption id, request id, task id, invitee id, adjustment id or refund id: once per kind. */
    reference: string
    amount: number
    /** The part of a charge that took the posted balance below zero. */
    overdraft: Generated<number>
    /** The part of a charge or refund that pots paid or got. */
    from_pots: Generated<number>
    token_id: Generated<number>
    channel_id: Generated<number>
    /** Of an administrator's act: the name of the administrator, and the reason in the next line. */
    detail: Generated<string>
    /** Whether a row of the consumption log was written with the charge. */
    is_logged: Generated<Flag>
    /** The keys of the budgets that a charge counts towards, one per line. */
    limits: Generated<string>
    created_at: number
    /** The amount the entry adds to `users.quota`, which is the sum of this column. */
    posted: GeneratedAlways<number>
    /** The amount the entry adds to `users.aff_quota`, which is the sum of this column. */
    affiliate: GeneratedAlways<number>
  }

  /** Open holds only: a hold that ends is deleted. */
  holds: {
    request_id: string
    /** The user or organisation that pays. */
    user_id: number
    /** The member who calls at an organisation's expense; 0 where the user pays. */
    caller_id: Generated<number>
    /** 0 in the playground, which uses no token. */
    token_id: number
    /** The channel the call was routed to, as of its last checkpoint. */
    channel_id: Generated<number>
    amount: number
    /** The charge of a running call as of its last checkpoint; a hold that expires is charged this much. */
    accrued: Generated<number>
    model_name: Generated<string>
    group: Generated<string>
    price_snapshot: string
    created_at: number
    expires_at: number
    /** 1: the hold expired and was taken again; the charge of its expiry counts towards the call's own. */
    is_reopened: Generated<Flag>
    /** What may pay in order, one per line, with the amount held of it; 0 is the balance. Empty: the balance alone. */
    parts: Generated<string>
    /** The part of the amount that is held of pots. */
    from_pots: Generated<number>
    /**
     * The keys of the counters of its limits, one per line, with the tokens that it has reserved of a limit per minute.
     */
    limits: Generated<string>
  }

  /**
   * The usage of limits: the amount that running calls reserve (`since` is 0), or the amount used in the step that begins
   * at `since`.
   */
  limit_counters: {
    key: string
    since: number
    amount: number
  }

  /** JSON of the limits of each user of a group, and of all of them together. */
  group_limits: {
    group: string
    member: string
    together: string
  }

  redemptions: {
    id: Generated<number>
    /** The administrator who made the code. */
    user_id: number
    key_cipher: string
    key_hash: string
    status: Generated<number>
    name: string
    quota: number
    created_time: number
    redeemed_time: Generated<number>
    /** The user or organisation that was credited. */
    used_user_id: Generated<number>
    /** The member who redeemed it for an organisation; otherwise 0. */
    used_caller_id: Generated<number>
    deleted_at: number | null
  }

  top_ups: {
    id: Generated<number>
    /** The user or organisation that is credited. */
    user_id: number
    /** The member who ordered it for an organisation; otherwise 0. */
    caller_id: Generated<number>
    trade_no: string
    provider: string
    payment_method: string
    /** Units as the buyer chose them; `quota` is credited. */
    amount: number
    /** The price to pay: a decimal text with two digits after the point. */
    money: string
    quota: number
    price_snapshot: string
    status: Generated<string>
    create_time: number
    complete_time: Generated<number>
    currency: Generated<string>
    /** The merchant id that the order was made with. */
    merchant: Generated<string>
    /** The provider's own number of the payment. */
    provider_ref: Generated<string>
    /** The super administrator who completed the order by hand. */
    completed_by: Generated<string>
    /** The time of the last query to the provider about the order. */
    asked_at: Generated<number>
    /** The plan that was ordered, or 0: then `quota` is credited. */
    plan_id: Generated<number>
    /** JSON of the plan as it was ordered (`OrderedPlan`); empty where the balance is credited. */
    terms: Generated<string>
    /** The subscription that the plan replaces, or that the order renews; otherwise 0. */
    subscription_id: Generated<number>
    /** A job must look at what the order brings agents: 1 when it is paid, 2 because it was refunded or disputed later. */
    shares_due: Generated<0 | 1 | 2>
    /** A keyed hash of what the payment provider says about the payer; empty where it says nothing. */
    payer_mark: Generated<string>
  }

  /** Refunds of orders. A pending one was taken from the balance, and the provider has not confirmed it. */
  order_refunds: {
    id: Generated<number>
    trade_no: string
    user_id: number
    status: 'pending' | 'done' | 'failed'
    /** Hundredths of the order's currency. */
    cents: number
    /** The amount that was taken from the balance. */
    quota: number
    /** The part of the refund's worth that the balance did not cover. */
    missing: Generated<number>
    reason: string
    /** The administrator; empty for a refund that was made at the provider. */
    created_by: string
    created_at: number
    provider_ref: Generated<string>
  }

  payment_notices: {
    id: Generated<number>
    received_at: number
    provider: string
    address: string
    trade_no: string
    is_signed: Flag
    /** As it came, so that its signature can be checked again. */
    payload: string
    /** JSON, for people to read. */
    parameters: string
    /** JSON of every check. */
    checks: string
    effect: string
    reason: string
  }

  /** Disputes of payments, which take shares back while they are open or lost. */
  order_disputes: {
    id: Generated<number>
    trade_no: string
    provider_ref: string
    /** Hundredths of the order's currency. */
    cents: number
    status: 'open' | 'won' | 'lost'
    created_at: number
  }

  /** Users who bring customers, and share in what these pay. */
  agents: {
    user_id: number
    status: AgentStatus
    /** What the user wrote in the application, and why it was refused or the agent ended. */
    note: Generated<string>
    reason: Generated<string>
    applied_at: Generated<number>
    /** Payments from `active_from` on bring shares, until `ended_at` if it is not 0. */
    active_from: Generated<number>
    ended_at: Generated<number>
    /** What was taken back of shares that had left; later shares pay it first. */
    debt: Generated<number>
    decided_by: Generated<string>
    updated_at: number
  }

  /** Every change of terms. Those of a time are the last ones before it. */
  agent_terms: {
    id: Generated<number>
    scope: TermScope
    /** The name of the group, or the id of the agent; empty for the installation. */
    subject: Generated<string>
    /** JSON of the members that are not inherited (`OwnTerms`). */
    terms: string
    applies_from: number
    actor: string
  }

  /** A share of what an invited account paid or spent: once per cause, reference and level. */
  dividends: {
    id: Generated<number>
    agent_id: number
    payer_id: number
    level: 1 | 2
    cause: 'payment' | 'credit' | 'spend'
    /** The number of the order, the kind and reference of the credit, or the day and payer of the spend. */
    reference: string
    base: number
    /** Decimal text: percent. */
    share: string
    /** JSON of the terms that applied. */
    terms: string
    amount: number
    /** The part that refunds, disputes and refusals have taken back, and how often that changed. */
    reversed: Generated<number>
    changes: Generated<number>
    final_at: number
    /** Signs of abuse, separated by commas, and what an administrator decided about them. */
    signs: Generated<string>
    decision: Generated<'' | 'held' | 'released' | 'refused'>
    decided_by: Generated<string>
    reason: Generated<string>
    created_at: number
  }

  /** What was counted of an invited account's spend, for the agent of each level. */
  counted_spend: {
    payer_id: number
    level: 1 | 2
    /** The account's `used_quota` at the last count, what it had paid until then, and the sum that was counted. */
    used_quota: number
    paid: Generated<number>
    shared: Generated<number>
    /** The day of the last count: `2026-11-19`. */
    day: string
  }

  /** The ways in which agents are paid. */
  payout_methods: {
    id: Generated<number>
    name: string
    name_zh: string
    /** JSON. */
    fields: string
    enabled: Generated<Flag>
    sort_order: Generated<number>
  }

  /** Payouts that agents ask for. Until it is paid, the amount is only reserved. */
  withdrawals: {
    id: Generated<number>
    agent_id: number
    amount: number
    fee: Generated<number>
    /** The names of the method as they were, a line each, and the sealed account, which is empty once it is erased. */
    method: string
    account_cipher: string
    status: WithdrawalStatus
    reason: Generated<string>
    reference: Generated<string>
    created_at: number
    decided_at: Generated<number>
    decided_by: Generated<string>
    paid_at: Generated<number>
    paid_by: Generated<string>
  }

  /** What an administrator sells: an amount that one may spend within a time. */
  plans: {
    id: Generated<number>
    title: string
    subtitle: Generated<string>
    /** Decimal text. */
    price_amount: string
    currency: string
    /** JSON of the terms (`PlanTerms`), which a subscription keeps. */
    terms: string
    enabled: Generated<Flag>
    sort_order: Generated<number>
    max_purchase_per_user: Generated<number>
    allow_balance_pay: Generated<Flag>
    stripe_price_id: Generated<string>
    created_at: number
    updated_at: number
    deleted_at: number | null
  }

  /** A plan that a user or an organisation has. */
  subscriptions: {
    id: Generated<number>
    user_id: number
    /** The member who bought it for an organisation; otherwise 0. */
    caller_id: Generated<number>
    plan_id: number
    title: string
    /** JSON of the terms of the day of the purchase. */
    terms: string
    status: 'active' | 'expired' | 'cancelled'
    source: SubscriptionSource
    /** What was paid for the current period: decimal text, and its worth in quota. */
    paid: Generated<string>
    currency: Generated<string>
    worth: Generated<number>
    /** The subscription whose unused part is in `paid`, as this one has replaced it; 0: none. */
    credit_of: Generated<number>
    /** The order that paid for it first; empty where none did. */
    trade_no: Generated<string>
    start_time: number
    /** The period that was paid last: renewals begin a new one. */
    period_start: number
    end_time: number
    /** A renewal that failed may still succeed until then; otherwise 0. */
    grace_until: Generated<number>
    /** The group that the buyer had before; empty where the plan changed none. */
    prev_group: Generated<string>
    /** The payment provider's own number of what renews it, and whether it will be renewed. */
    provider_ref: Generated<string>
    renews: Generated<Flag>
    created_at: number
    updated_at: number
  }

  /** An amount of a subscription for one span of time. It changes only under the lock of its user. */
  pots: {
    id: Generated<number>
    user_id: number
    subscription_id: number
    /** What it opened with; 0 for a pot without a limit of its own, whose quota counts down from 0. */
    amount: number
    quota: number
    held: Generated<number>
    /** JSON of the shorter windows and their use. */
    windows: Generated<string>
    /** The number of its grants and expiries, which names the next one. */
    entries: Generated<number>
    starts_at: number
    ends_at: number
  }

  /** What each charge took from a pot, and what came back. */
  pot_moves: {
    id: GeneratedAlways<number>
    pot_id: number
    kind: 'charge' | 'refund' | 'manual_refund' | 'rule_refund'
    /** Of the entry of the ledger. */
    reference: string
    /** The reference of the charge, which is that of its log row. */
    request_id: string
    /** Positive where the pot paid. */
    amount: number
    created_at: number
  }

  /** Calls of one hour whose cost is known. */
  cost_hours: {
    hour: number
    user_id: number
    channel_id: number
    model_name: string
    group: string
    calls: number
    quota: number
    cost: number
    /** The number of calls that cost more than their charge, and the sum of the differences. */
    losses: number
    lost: number
    /** The refunded charges of any calls. */
    refunded: number
  }

  /** A change of prices, and the time from which it applies. */
  price_changes: {
    id: Generated<number>
    effective_at: number
    /** JSON: the new prices by model. */
    changes: string
    actor_id: number
    actor_name: string
    created_at: number
    /** When it got its present prices and time. */
    changed_at: Generated<number>
  }

  /** Which users were told about which version of a scheduled price change. */
  price_notices: {
    user_id: number
    change_id: number
    changed_at: number
    told_at: number
    /** Not delivered; tried again a day later. */
    is_due: Generated<Flag>
  }

  /** Public price lists that are read on a schedule. */
  price_sources: {
    id: Generated<number>
    name: string
    kind: string
    address: string
    is_enabled: Flag
    interval_hours: number
    /** JSON: which models, by which factors, and the range of changes without a decision. */
    rules: string
    created_at: number
    next_run_at: number
    /** JSON of the last reading; empty before the first one. */
    last_run: string
    /** Rows with a price in the last good reading; 0 after the source was changed. */
    good_models: number
  }

  /** The newest price of each model and source that is different from the price in force, or was decided about. */
  price_proposals: {
    id: Generated<number>
    source_id: number
    model: string
    listed: string
    state: string
    reason: string
    amounts: string
    change_hundredths: number | null
    is_served: Flag
    /** Calls of seven days, their charges, and the charges at the new price. */
    calls: number
    quota: number
    would: number
    effect_at: number
    effect: number
    /** JSON: the channel with the lowest margin; empty where no cost is known. */
    margin: string
    created_at: number
    decided_at: number
    decided_by: string
  }

  /** Prices that sources, decisions about proposals, and new versions of the shipped table put in force. */
  applied_prices: {
    id: Generated<number>
    origin: string
    source_name: string
    edition: string
    at: number
    effective_at: number
    actor_name: string
    /** The row of `price_changes` of a change with a later start; 0 for the others. */
    change_id: number
    /** JSON: the prices of each model before and after, and whether they were restored. */
    changes: string
    models: number
    undone_at: number
    undone_by: string
  }

  /** Versions of the shipped price table that this installation has had; the one without a day is older than the table. */
  shipped_editions: {
    day: string
    recorded_at: number
  }
}
