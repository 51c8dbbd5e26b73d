import { createHash } from 'node:crypto'

/** What tells one answer from another in an id, without the word for what kind of thing it names. */
export const bareId = (id: string): string => id.replace(/^(?:chatcmpl|cmpl|gen|msg|resp)[-_]/, '')

/** An id for a tool call that came without: the same answer gives the same ids, and no two answers share one. */
export const callId = (answerId: string, ordinal: number): string => `call_${bareId(answerId)}_${ordinal}`

/**
 * An id in the letters every upstream takes. The same id always becomes the same other one: a conversation repeats its
 * ids in every request, and caches compare them.
 */
export const plainId = (id: string): string =>
  /^[\w-]{1,64}$/.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
