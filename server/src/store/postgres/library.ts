import { createRequire } from 'node:module'
import type * as pg from 'pg'

const load = createRequire(import.meta.url)

/** The client of PostgreSQL. It is loaded when it is first asked for: a server on SQLite never needs it. */
export const postgresLibrary = (): typeof pg => load('pg') as typeof pg
