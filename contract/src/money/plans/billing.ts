import { z } from 'zod'

/*
 * What accounts and tokens say of plans. They are on every page of the console, which needs nothing else of plans.
 */

/** What pays for the requests of an account: its plans or its balance, alone or before the other. */
export const billingPreferences = ['subscription_first', 'wallet_first', 'subscription_only', 'wallet_only'] as const
export type BillingPreference = (typeof billingPreferences)[number]

/** The total of a plan, or one of its windows, and its use. */
export const windowState = z.object({
  every: z.enum(['total', 'hours', 'day', 'week', 'month', 'custom']),
  hours: z.int().optional(),
  /** 0: without a limit. */
  amount: z.int(),
  used: z.int(),
  /** When it begins again, or ends; 0 for a window that has not begun. */
  resets_at: z.int(),
})
export type WindowState = z.infer<typeof windowState>
