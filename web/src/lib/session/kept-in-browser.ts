import { session, sessionEnd } from './session.ts'

/** The conversations of the playground stay in this browser, each user's in a database of their own. */
export const conversationsDatabase = (userId: number) => `playground-${userId}`
export const settingsKey = (userId: number) => `playground-settings-${userId}`
/** What was typed last, and where: written at every key, at once, which a database cannot promise. */
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

/** Deletes what a user wants deleted when they sign out; a session that merely expired keeps everything. */
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
