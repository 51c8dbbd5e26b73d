import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../page.ts'

/** What is left of a key, in quota, in the shape that tools of this family read. */
const keyUsage = z.object({
  object: z.literal('token_usage'),
  name: z.string(),
  /** Used and available together. */
  total_granted: z.int(),
  total_used: z.int(),
  /** Meaningless for an unlimited key. */
  total_available: z.int(),
  unlimited_quota: z.boolean(),
  /** The models it may call, each with `true`. */
  model_limits: z.record(z.string(), z.literal(true)),
  model_limits_enabled: z.boolean(),
  /** Unix seconds; 0 where it never expires. */
  expires_at: z.int(),
})
export type KeyUsage = z.infer<typeof keyUsage>

export const tokenKeyApi = {
  reveal: endpoint('user', 'POST /api/token/{id}/key', {
    summary: "The whole key of one of the caller's tokens, without `sk-`; the audit log records it",
    org: 'call',
    params: idParams,
    data: z.object({ key: z.string() }),
  }),
  usage: endpoint('public', 'GET /api/usage/token', {
    summary: 'Usage of one API key, which is the credential: `Authorization: Bearer sk-…`',
    anyOrigin: true,
    bare: true, // these tools look at `code`, which is `true` here
    data: z.object({ success: z.literal(true), code: z.literal(true), message: z.literal('ok'), data: keyUsage }),
  }),
}
