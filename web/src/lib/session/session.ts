import type { SignedIn } from '@turnpike/contract/user'
import { readJson, stored } from '../browser/stored.ts'

const isSignedIn = (value: unknown): value is SignedIn =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger((value as SignedIn).id) &&
  (value as SignedIn).id > 0

/** The account this browser believes it is signed in as. It only draws menus; the server decides everything anew. */
export const session = stored<SignedIn | undefined>(
  'user',
  (text) => readJson(text, isSignedIn),
  (user) => (user ? JSON.stringify(user) : null),
)

type End = 'signed-out' | 'expired'
let ended: End | undefined
session.watch((user) => {
  if (user) ended = undefined
})

/** Forgets who we were: they signed out, or the server no longer knew us. */
export function endSession(reason: End) {
  ended = reason
  session.set(undefined)
}

/** Why the session of this page ended, if it did. */
export const sessionEnd = () => ended

/** Where a person without a session goes, and what the sign-in page must know to bring them back. */
export const wayToSignIn = (from: string) => ({
  to: ended === 'expired' ? '/login?expired=true' : '/login',
  // Whoever signed out on purpose starts anew; the next person here may not be allowed where the last one was.
  state: ended === 'signed-out' ? undefined : { from },
})
