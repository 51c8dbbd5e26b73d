import { z } from 'zod'
import { pageSizes } from './page-sizes.ts'

const pageSizeMax = Math.max(...pageSizes)

/** Clients of this family send texts such as `undefined`, `null` and `NaN` for "nothing". */
const absent = new Set(['', 'undefined', 'null', 'NaN'])
/** A query value that may be absent in any of those spellings. */
export const queryText = z.preprocess(
  (value) => (absent.has(String(value ?? '')) ? undefined : value),
  z.string().optional(),
)
const queryInt = z.preprocess(
  (value) => (/^-?\d{1,9}$/.test(String(value)) ? Number(value) : undefined),
  z.int().optional(),
)

/** 1-based page and size; nonsense means the first page of ten, and no size exceeds a hundred. */
export const pageQuery = z.object({
  p: queryInt.transform((p) => Math.max(1, p ?? 1)),
  page_size: queryInt.transform((size) => (!size || size < 1 ? 10 : Math.min(size, pageSizeMax))),
})

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() })

/** A row id in a path: a positive integer and nothing that merely looks like one. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'invalid_id')
    .transform(Number)
    .refine(Number.isSafeInteger, 'invalid_id'),
})
