import { z } from 'zod'
import { isTimeZone, timeZoneLengthMax } from '../time-zone.ts'

/** A calendar month, in the time zone of the reader. */
export const statementQuery = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid_parameter'),
  time_zone: z.string().max(timeZoneLengthMax).refine(isTimeZone, 'time_zone_unknown'),
})

const spent = z.object({ quota: z.int(), calls: z.int(), prompt_tokens: z.int(), completion_tokens: z.int() })

/** The entries of a kind, summed; negative where they lowered the balance. */
const movement = z.object({ kind: z.string(), quota: z.int(), entries: z.int() })

/** `opening` and the movements make `closing`. Sums of calls are those of whole hours of the month. */
export const statement = z.object({
  name: z.string(),
  month: z.string(),
  time_zone: z.string(),
  opening: z.int(),
  closing: z.int(),
  /** Charges of calls are one movement, `charge`; what was given back of them are others. */
  movements: z.array(movement),
  members: z.array(spent.extend({ user_id: z.int(), name: z.string() })),
  models: z.array(spent.extend({ model: z.string() })),
  /** Each member's calls by model, in the order of the members. */
  rows: z.array(spent.extend({ user_id: z.int(), name: z.string(), model: z.string() })),
})
export type Statement = z.infer<typeof statement>
