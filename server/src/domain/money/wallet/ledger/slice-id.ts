import { randomUUID } from 'node:crypto'

/** The prefix of the ids of all slices. The ids of calls have no slash. */
export const slicePrefix = 'slice/'
/** The prefix of the ids of a user's slices. */
export const slicesOf = (user_id: number) => `${slicePrefix}${user_id}/`
export const newSliceId = (user_id: number, token_id: number) => `${slicesOf(user_id)}${token_id}/${randomUUID()}`
