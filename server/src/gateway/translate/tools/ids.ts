import { createHash } from 'node:crypto'

/** An id without the prefix that names its kind. */
export const bareId = (id: string): string => id.replace(/^(?:chatcmpl|cmpl|gen|msg|resp)[-_]/, '')

/** An id for a tool call without one: the same response gives the same ids, and no two responses share one. */
export const callId = (responseId: string, ordinal: number): string => `call_${bareId(responseId)}_${ordinal}`

/**
 * An id in the characters every upstream accepts. The same id always becomes the same replacement: a conversation
 * repeats its ids in every request, and prompt caches compare them.
 */
export const plainId = (id: string): string =>
  /^[\w-]{1,64}$/.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
