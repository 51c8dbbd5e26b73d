import { z } from 'zod'
import { type BoundsByField, charactersIn, noControlCharacters } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, orNothing } from '../left-out.ts'
import { idParams } from '../page.ts'

/** The lists of the console that have saved views. */
export const viewLists = [
  'channels',
  'users',
  'tokens',
  'redemptions',
  'logs',
  'drawings',
  'tasks',
  'subscriptions',
] as const
export type ViewList = (typeof viewLists)[number]

/** The most views of one list that a user can save. */
export const viewsMax = 30

export const viewBounds = {
  name: { charactersMin: 1, charactersMax: 40, pattern: noControlCharacters },
  /** The part of an address after the question mark. */
  query: { lengthMax: 2000, pattern: noControlCharacters },
} satisfies BoundsByField

/** The filters, order and columns of a list under a name: nothing but a query of the list's address. */
const savedView = z.object({
  id: z.int(),
  list: z.enum(viewLists),
  name: z.string(),
  query: z.string(),
  /** Opened when the list is opened without a query. One view of a list at most. */
  is_default: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

const name = z
  .string('view_name_missing')
  .trim()
  .min(viewBounds.name.charactersMin, 'view_name_missing')
  .refine((text) => charactersIn(text) <= viewBounds.name.charactersMax, 'view_name_long')
  .regex(viewBounds.name.pattern, 'invalid_input')
const query = z.string().max(viewBounds.query.lengthMax).regex(viewBounds.query.pattern)

const newView = z.object({ list: z.enum(viewLists), name, query, is_default: orElse(z.boolean(), false) })
export type NewView = z.output<typeof newView>
const viewChange = z.object({
  id: z.int('id_missing').positive('invalid_id'),
  name: orNothing(name),
  query: orNothing(query),
  is_default: orNothing(z.boolean()),
})
export type ViewChange = z.output<typeof viewChange>

export const savedViewApi = {
  list: endpoint('user', 'GET /api/view/', {
    summary: "The caller's saved views of a list, by name",
    query: z.object({ list: z.enum(viewLists) }),
    data: z.array(savedView),
  }),
  create: endpoint('user', 'POST /api/view/', { summary: 'Save a view', body: newView, data: savedView }),
  update: endpoint('user', 'PUT /api/view/', {
    summary: 'Rename a view, replace its query, or make it the one the list opens with',
    body: viewChange,
    data: savedView,
  }),
  remove: endpoint('user', 'DELETE /api/view/{id}', { summary: 'Delete a view', params: idParams }),
}
