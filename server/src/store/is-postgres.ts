import { PostgresAdapter } from 'kysely'
import type { Store } from './store.ts'

/** Only PostgreSQL locks rows and notifies; a SQLite transaction that may write is alone from its start. */
export const isPostgres = (store: Store) => store.getExecutor().adapter instanceof PostgresAdapter
