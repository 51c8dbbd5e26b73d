import { role } from '@turnpike/contract/user'
import type { Caller } from '../../http/caller.ts'
import type { Actor } from '../audit/audit.queries.ts'

/** An administrator at work: whose word it is, and what is written down about it. */
export type Administrator = { caller: Caller; actor: Actor }

type Ranked = { role: number }

export const isRoot = (person: Ranked) => person.role >= role.root

/** Nobody reads or changes a peer or a superior, except the super administrator, who may read and change everyone. */
export const isAbove = (caller: Ranked, person: Ranked) => isRoot(caller) || person.role < caller.role
