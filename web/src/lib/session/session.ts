import type { SignedIn } from '@turnpike/contract/identity/user'
import { observable } from '../browser/observable.ts'
import { readJson, stored } from '../browser/stored.ts'

const isSignedIn = (value: unknown): value is SignedIn =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger((value as SignedIn).id) &&
  (value as SignedIn).id > 0

/** The account that the browser last signed in with. Only menus depend on it; the server checks every call. */
export const session = stored<SignedIn | undefined>(
  'user',
  (text) => readJson(text, isSignedIn),
  (user) => (user ? JSON.stringify(user) : null),
)

/** The server has refused a call until a second factor is set up; the page of the set-up opens. */
export const secondFactorMissing = observable(false)

type EndReason = 'signed-out' | 'expired'
let endReason: EndReason | undefined
session.watch((user) => {
  if (user) endReason = undefined
})

/** Ends the session in this browser: the user signed out, or the server refused the session. */
export function endSession(reason: EndReason) {
  endReason = reason
  session.set(undefined)
}

/** Why the session of this page ended, if it did. */
export const sessionEnd = () => endReason

/** The redirect to the sign-in page; its state names the page to return to. */
export const signInRedirect = (from: string) => ({
  to: endReason === 'expired' ? '/login?expired=true' : '/login',
  // After a sign-out there is no page to return to: the next user of this browser may not be allowed to open it.
  state: endReason === 'signed-out' ? undefined : { from },
})
