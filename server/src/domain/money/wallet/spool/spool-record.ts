import { z } from 'zod'
import type { Settlement } from '../ledger/operations.ts'

const call = {
  request_id: z.string().min(1),
  user_id: z.int(),
  caller_id: z.int().optional(),
  token_id: z.int(),
  sources: z.array(z.int().min(0)).max(3).optional(),
  at: z.int(),
}
const log = z.object({
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  use_time: z.int(),
  is_stream: z.literal([0, 1]),
  group: z.string(),
  first_ms: z.int().optional(),
  cost: z.int().optional(),
  facts: z.string().optional(),
  content: z.string().optional(),
  other: z.string().optional(),
})
const settlement = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('capture'),
    ...call,
    channel_id: z.int(),
    charge: z.int().min(0),
    log: log.optional(),
    limits: z.string().optional(),
    cost: z.int().min(0).optional(),
    prompt_tokens: z.int().min(0).optional(),
    completion_tokens: z.int().min(0).optional(),
    slice: z.object({ id: z.string().min(1), amount: z.int().min(0), expires_at: z.int() }).optional(),
  }),
  z.object({ kind: z.literal('release'), ...call }),
])

export const lineOf = (record: Settlement) => `${JSON.stringify(record)}\n`

/** Gives undefined for an incomplete line, and for a line that is no settlement. */
export function readLine(line: string): Settlement | undefined {
  try {
    return settlement.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
