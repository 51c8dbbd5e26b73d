import { createRequire } from 'node:module'
import type * as pg from 'pg'

const load = createRequire(import.meta.url)

/** The client of PostgreSQL, loaded at its first use: a server on SQLite never needs it. */
export const postgresLibrary = (): typeof pg => load('pg') as typeof pg
