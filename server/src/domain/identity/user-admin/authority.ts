import { role } from '@turnpike/contract/identity/user'
import type { Caller } from '../../../http/caller.ts'
import { type Actor, actorOf } from '../../system/audit/audit.queries.ts'

/** The administrator of a request: as the caller whose role is checked, and as the actor of the audit. */
export type Administrator = { caller: Caller; actor: Actor }

export const administratorOf =
  (clock: () => number) =>
  (incoming: Parameters<typeof actorOf>[0]): Administrator => ({
    caller: incoming.caller,
    actor: actorOf(incoming, clock()),
  })

type Ranked = { role: number }

export const isRoot = (person: Ranked) => person.role >= role.root

/** Administrators read and change users of a lower role only; the super administrator reads and changes every user. */
export const isAbove = (caller: Ranked, person: Ranked) => isRoot(caller) || person.role < caller.role
