import { sql } from 'kysely'
import type { Store } from '../../../store/store.ts'

/**
 * The users who are people. An organisation is a row of `users` too: it has a balance and cannot sign in. Whatever is about
 * signing in, about administering users or about telling them something reads people.
 */
export const people = (store: Store) => store.selectFrom('users').where('users.kind', '=', 'person')

/** The name that lists of accounts show. Nobody has chosen the user name of an organisation. */
export const shownName = sql<string>`CASE users.kind WHEN 'org' THEN users.display_name ELSE users.username END`
