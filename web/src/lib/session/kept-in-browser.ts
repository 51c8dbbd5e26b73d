import { session, sessionEnd } from './session.ts'

/** The conversations of the playground stay in this browser, each user's in a database of their own. */
export const conversationsDatabase = (userId: number) => `playground-${userId}`
export const settingsKey = (userId: number) => `playground-settings-${userId}`
/** The draft and its conversation: stored synchronously at every keystroke, which IndexedDB cannot do. */
export const typedKey = (userId: number) => `playground-typed-${userId}`
/** Set when the user wants all of it deleted at sign-out. */
export const forgetKey = (userId: number) => `playground-forget-${userId}`

const isWanted = (userId: number) => {
  try {
    return localStorage.getItem(forgetKey(userId)) === 'true'
  } catch {
    return false // without storage nothing was kept
  }
}

/** Deletes the conversations of a user who wants that at sign-out; a session that merely expired keeps everything. */
export function forgetAtSignOut() {
  let userId = session.get()?.id
  session.watch((user) => {
    const left = userId
    userId = user?.id
    if (user || left === undefined || sessionEnd() !== 'signed-out' || !isWanted(left)) return
    indexedDB.deleteDatabase(conversationsDatabase(left))
    localStorage.removeItem(settingsKey(left))
    localStorage.removeItem(typedKey(left))
  })
}
