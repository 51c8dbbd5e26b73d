import { z } from 'zod'

/** `message` is `success`, or `error` with the reason in `data`: the shape that clients of this family read. */
export const familyResponse = <Data extends z.ZodType>(data: Data) =>
  z.union([
    z.object({ message: z.literal('success'), data, url: z.string().optional(), trade_no: z.string().optional() }),
    z.object({ message: z.literal('error'), data: z.string() }),
  ])
