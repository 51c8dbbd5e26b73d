import { z } from 'zod'
import { pageSizeMax } from './page-sizes.ts'

const pageMax = 1_000_000_000 // page × size stays a safe integer

/** Clients of this family send texts such as `undefined`, `null` and `NaN` for an absent value. */
const absent = new Set(['', 'undefined', 'null', 'NaN'])
/** A query value that may be absent in any of those spellings. */
export const queryText = z.preprocess(
  (value) => (absent.has(String(value ?? '')) ? undefined : value),
  z.string().optional(),
)
/** A whole number in a query; anything else counts as absent. */
export const queryWhole = z.preprocess(
  (value) => (/^-?\d{1,16}$/.test(String(value)) ? Number(value) : undefined),
  z.int().optional(),
)

/** One of some words in a query; anything else counts as absent. */
export const queryOneOf = <const Words extends readonly string[]>(words: Words) =>
  z.preprocess((value) => (words.includes(String(value)) ? value : undefined), z.enum(words).optional())

/** A switch in a query: the text `true` is on. */
export const queryFlag = z.preprocess((value) => value === 'true' || value === true, z.boolean())

/** How many rows a page has: the usual number unless the query names a valid one, and a hundred at most. */
export const pageSizeOf = (usual: number) =>
  queryWhole.transform((size) => (!size || size < 1 ? usual : Math.min(size, pageSizeMax)))
/** The same for lists whose response has another shape when the query names no size. */
export const optionalPageSize = queryWhole.transform((size) =>
  size === undefined ? undefined : Math.min(Math.max(1, size), pageSizeMax),
)
/** A search that names no size returns every match up to this many. */
export const searchMax = 1000

/** 1-based page and size; an invalid query is the first page of ten. */
export const pageQuery = z.object({
  p: queryWhole.transform((p) => Math.min(Math.max(1, p ?? 1), pageMax)),
  page_size: pageSizeOf(10),
})

/** 0-based page, for lists whose response has neither page nor size. */
export const queryPageFrom0 = queryWhole.transform((p) => Math.min(Math.max(0, p ?? 0), pageMax))

/** The size of a list. `page_size` is the size in force, which may be smaller than the requested one. */
export const listed = z.object({ total: z.int(), page_size: z.int() })

export const pageOf = <Item extends z.ZodType>(item: Item) => listed.extend({ items: z.array(item), page: z.int() })

/** A row id in a path: a positive integer and nothing that merely looks like one. */
const idPattern = /^[1-9]\d{0,15}$/
export const isId = (text: string) => idPattern.test(text) && Number.isSafeInteger(Number(text))
export const idParams = z.object({
  id: z.string().regex(idPattern, 'invalid_id').refine(isId, 'invalid_id').transform(Number),
})
