import { randomUUID } from 'node:crypto'

/** Begins the ids of all slices. Those of calls have no slash. */
export const slicePrefix = 'slice/'
/** Begins the ids of all slices of a user. */
export const slicesOf = (user_id: number) => `${slicePrefix}${user_id}/`
export const newSliceId = (user_id: number, token_id: number) => `${slicesOf(user_id)}${token_id}/${randomUUID()}`
