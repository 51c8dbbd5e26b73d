import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'

/**
 * The users who are people. An organisation is a row of `users` too: it has a balance and cannot sign in. Sign-in, the
 * administration of users and notifications read people.
 */
export const people = (store: Store) => store.selectFrom('users').where('users.kind', '=', 'person')

/** The person of a row of money: the member who acts for an organisation, or who pays. */
export const personOf = (payer: string, caller: string) =>
  sql<number>`CASE WHEN ${sql.ref(caller)} = 0 THEN ${sql.ref(payer)} ELSE ${sql.ref(caller)} END`

/** The name that lists of accounts show. The user name of an organisation is made up. */
export const shownName = sql<string>`CASE users.kind WHEN 'org' THEN users.display_name ELSE users.username END`
