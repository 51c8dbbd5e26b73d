import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orNothing } from '../left-out.ts'
import { quotaBounds } from '../quota.ts'

/** The reason says why a balance was changed or money returned. Users see it. */
export const refundBounds = {
  reason: { charactersMin: 1, charactersMax: 200, pattern: printable },
} satisfies BoundsByField
export const isReason = (text: string) => text === text.trim() && isTextWithin(refundBounds.reason, text)
export const reasonField = z
  .string('reason_missing')
  .trim()
  .min(1, 'reason_missing')
  .refine(isReason, { error: 'reason_invalid', abort: true })

/** A charge is refunded in at most so many parts. */
export const refundPartsMax = 20

const requestId = z.string('not_found').min(1, 'not_found').max(128, 'not_found')

/** What was charged for a request, and what of it was given back. */
export const callRefunds = z.object({
  charged: z.int(),
  /** Includes what was given back for a failed task, or after a correction. */
  refunded: z.int(),
  refunds: z.array(
    z.object({
      id: z.int(),
      created_at: z.int(),
      amount: z.int(),
      reason: z.string(),
      /** For administrators; else empty. */
      operator: z.string(),
    }),
  ),
})
export type CallRefunds = z.infer<typeof callRefunds>

export const refundApi = {
  ofCall: endpoint('user', 'GET /api/refund/call', {
    summary: "What was charged and refunded for a request: one of the caller's own, or any for administrators",
    org: 'any',
    query: z.object({ request_id: requestId }),
    data: callRefunds,
  }),
  refundCall: endpoint('admin', 'POST /api/refund/call', {
    summary: 'Give back the charge of a request, or a part of it',
    body: z.object({
      request_id: requestId,
      /** Absent: everything that is left. */
      quota: orNothing(z.int().min(1).max(quotaBounds.max)),
      /** The refunded amount that the administrator has seen; another one is refused. */
      refunded: z.int().min(0).max(quotaBounds.max),
      reason: reasonField,
    }),
    data: callRefunds,
  }),
}
