import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../../bounds.ts'
import { orElse } from '../../left-out.ts'
import { pageOf, pageQuery, queryOneOf, queryText } from '../../page.ts'
import { quotaBounds } from '../../quota.ts'

/** `asked` and `approved` reserve the amount; `paid` has left; `refused` and `cancelled` have returned it. */
export const withdrawalStatuses = ['asked', 'approved', 'paid', 'refused', 'cancelled'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

export const payoutBounds = {
  name: { charactersMin: 1, charactersMax: 40, pattern: printable },
  field: { charactersMin: 1, charactersMax: 40, pattern: printable },
  /** What an agent enters in a field, and the number of the payment at the bank. */
  value: { charactersMax: 200, pattern: printable },
  reference: { charactersMin: 1, charactersMax: 100, pattern: printable },
} satisfies BoundsByField
export const payoutMethodsMax = 20
export const payoutFieldsMax = 10

const textWithin = (field: keyof typeof payoutBounds) =>
  z
    .string('payout_text_invalid')
    .trim()
    .refine((text) => isTextWithin(payoutBounds[field], text), 'payout_text_invalid')

/** A way to pay agents, with the fields that they fill in. Names are those of the operator, in both languages. */
export const payoutMethod = z.object({
  id: z.int(),
  name: textWithin('name'),
  name_zh: textWithin('name'),
  enabled: z.boolean(),
  fields: z
    .array(z.object({ label: textWithin('field'), label_zh: textWithin('field'), required: z.boolean() }))
    .min(1, 'payout_fields_missing')
    .max(payoutFieldsMax),
})
export type PayoutMethod = z.infer<typeof payoutMethod>
/** The whole list as it is saved: a method without an id is new, and one that is left out is removed. */
export const payoutMethods = z.array(payoutMethod.extend({ id: orElse(z.int(), 0) })).max(payoutMethodsMax)

export const withdrawal = z.object({
  id: z.int(),
  created_at: z.int(),
  amount: z.int(),
  /** Kept from the amount. */
  fee: z.int(),
  /** The names of the method as they were. */
  method: z.string(),
  method_zh: z.string(),
  status: z.enum(withdrawalStatuses),
  /** Why it was refused. */
  reason: z.string(),
  /** The number of the payment at the bank. */
  reference: z.string(),
  decided_at: z.int(),
  paid_at: z.int(),
})
export type Withdrawal = z.infer<typeof withdrawal>
export const withdrawalPage = pageOf(withdrawal)

/** The same for administrators. `debt`: what the agent owes for shares that were taken back after they had left. */
export const watchedWithdrawal = withdrawal.extend({
  agent_id: z.int(),
  agent: z.string(),
  debt: z.int(),
  decided_by: z.string(),
  paid_by: z.string(),
})
export type WatchedWithdrawal = z.infer<typeof watchedWithdrawal>
export const watchedWithdrawalPage = pageOf(watchedWithdrawal)

export const withdrawalFilters = z.object({
  status: queryOneOf(withdrawalStatuses),
  /** The beginning of the name of an agent, or the number of the payment. */
  keyword: queryText,
})
export const withdrawalsQuery = pageQuery.extend(withdrawalFilters.shape)

export const newWithdrawal = z.object({
  amount: z.int().min(1).max(quotaBounds.max),
  method_id: z.int('payout_method_missing').positive('payout_method_missing'),
  /** In the order of the method's fields. */
  fields: z.array(textWithin('value')).max(payoutFieldsMax),
})
export const paymentReference = textWithin('reference')
