import { PostgresAdapter } from 'kysely'
import type { Store } from './store.ts'

/** Only PostgreSQL has row locks and NOTIFY; a SQLite transaction holds the write lock from its start. */
export const isPostgres = (store: Store) => store.getExecutor().adapter instanceof PostgresAdapter
