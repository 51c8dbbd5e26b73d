import { z } from 'zod'

/** How long an act can be undone, and how long the keys of deleted or changed channels are kept for it. */
export const undoDays = 30

/** Beside the data of a response to an audited change: the number that undoes it. */
export const undoable = z.object({ undo_id: z.int().optional() })
export type Undoable = z.infer<typeof undoable>

export const actToUndo = z.object({ id: z.int('id_missing').positive('invalid_id') })

/**
 * The `revision` of the row as the client read it, sent with a change: refused with `changed_meanwhile` when somebody
 * else has changed the row since. A client that sends none overwrites. The member is not called `revision`, because
 * clients of this family send whole rows back.
 */
export const seenRevision = z.string().max(64).optional()

const value = z.union([z.string(), z.number(), z.null()])
/** A member of a row, or of a map, before and after. An absent value means that the map had no such entry. */
export const fieldChange = z.object({
  field: z.string(),
  before: value.optional(),
  after: value.optional(),
  /** The values are not shown, because they may hold credentials. */
  is_hidden: z.boolean(),
})
export type FieldChange = z.infer<typeof fieldChange>

/**
 * Whether the values from before an act can be restored: `same` are in force already, `unrecorded` were not stored by
 * earlier versions or do not exist, `secret` are never stored, `expired` are older than `undoDays`.
 */
export const revertStates = ['possible', 'same', 'unrecorded', 'secret', 'expired'] as const
export type RevertState = (typeof revertStates)[number]
/** `none`: the act is of a kind that is never undone. */
export const undoStates = ['possible', 'done', 'expired', 'none'] as const
export type UndoState = (typeof undoStates)[number]

/** One audited act of an administrator. */
export const historyEntry = z.object({
  id: z.int(),
  at: z.int(),
  actor_name: z.string(),
  action: z.string(), // resource and verb, such as `channel.update`
  target: z.string(), // the changed rows, or the option
  count: z.int(), // how many rows it changed
  /** Empty for an act on several rows, unless the history is that of one row. */
  changes: z.array(fieldChange),
  /** The changes that restoring the previous values would make now. */
  revert: z.array(fieldChange),
  revert_state: z.enum(revertStates),
  undo_state: z.enum(undoStates),
})
export type HistoryEntry = z.infer<typeof historyEntry>
