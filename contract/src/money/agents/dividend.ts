import { z } from 'zod'
import { pageOf, pageQuery, queryOneOf, queryText, queryWhole } from '../../page.ts'
import { agentTerms } from './terms.ts'

/** What a share comes from: an order, a credit without a payment, or a day of spend. */
export const dividendCauses = ['payment', 'credit', 'spend'] as const
/** Signs that an invited account is the agent's own. A share with a sign is held until an administrator decides. */
export const abuseSigns = ['address', 'device', 'payer', 'circle'] as const
export type AbuseSign = (typeof abuseSigns)[number]
/** `waiting` becomes `final` with time; `held` is released or refused by an administrator. */
export const dividendStates = ['waiting', 'final', 'held', 'refused'] as const
export type DividendState = (typeof dividendStates)[number]

export const dividend = z.object({
  id: z.int(),
  created_at: z.int(),
  /** The invited account, masked for the agent. */
  payer: z.string(),
  level: z.int(),
  cause: z.enum(dividendCauses),
  /** The order, the credit, or the day of spend; empty for the agent where it is a number of another user. */
  reference: z.string(),
  /** The amount that the share is a part of, and percent. */
  base: z.int(),
  share: z.number(),
  amount: z.int(),
  /** What refunds and disputes have taken back of the amount. */
  reversed: z.int(),
  state: z.enum(dividendStates),
  final_at: z.int(),
})
export type Dividend = z.infer<typeof dividend>

/** The same for administrators. */
export const watchedDividend = dividend.extend({
  agent_id: z.int(),
  agent: z.string(),
  payer_id: z.int(),
  terms: agentTerms,
  signs: z.array(z.enum(abuseSigns)),
  decided_by: z.string(),
  reason: z.string(),
})
export type WatchedDividend = z.infer<typeof watchedDividend>

export const dividendsQuery = pageQuery.extend({
  state: queryOneOf(dividendStates),
  cause: queryOneOf(dividendCauses),
  start_timestamp: queryWhole,
  end_timestamp: queryWhole,
})
export const watchedDividendsQuery = dividendsQuery.extend({
  agent_id: queryWhole,
  /** An order number, or the beginning of the name of an agent or of an invited account. */
  keyword: queryText,
})
export type DividendFilters = Omit<z.output<typeof watchedDividendsQuery>, 'p' | 'page_size'>
export const dividendPage = pageOf(dividend)
export const watchedDividendPage = pageOf(watchedDividend)
