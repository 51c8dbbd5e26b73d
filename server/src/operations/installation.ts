import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import type { DatabaseAddress } from '../store/dsn.ts'
import { readMigrations } from '../store/migration-files.ts'
import { pendingAfter, readRecord } from '../store/migration-record.ts'
import { type OpenStore, openStore } from '../store/store.ts'
import { Refusal } from './refusal.ts'

export type DatabaseName = 'main' | 'log'
export type Databases = { main: DatabaseAddress; log?: DatabaseAddress }

/** The databases that the environment names; `log` only where it is another one than the main database. */
export function databasesOf({ database, logDatabase }: Pick<Config, 'database' | 'logDatabase'>): Databases {
  const isApart = logDatabase && !isDeepStrictEqual(database, logDatabase)
  return { main: database, ...(isApart && { log: logDatabase }) }
}

export const secretKeyFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => join(DATA_DIR, 'secret-key')

/** The key of this installation; unlike a start of the server, this makes none. */
export function findSecretKey(config: Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>): Buffer | undefined {
  const file = secretKeyFile(config)
  return config.SECRET_KEY !== undefined || existsSync(file) ? loadSecretKey(config.SECRET_KEY, file).key : undefined
}

export function requireSecretKey(config: Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>): Buffer {
  const key = findSecretKey(config)
  if (!key) throw new Refusal(`There is no secret key: SECRET_KEY is not set, and ${secretKeyFile(config)} is missing.`)
  return key
}

/** Opens the databases of an installation; a missing one is not created. */
export async function openInstallation({
  database,
  logDatabase,
  SQLITE_SYNCHRONOUS: synchronous,
}: Pick<Config, 'database' | 'logDatabase' | 'SQLITE_SYNCHRONOUS'>): Promise<OpenStore> {
  if (database.kind === 'sqlite' && !existsSync(database.path))
    throw new Refusal(`There is no database of Turnpike at ${database.path}: start the server once, it makes one.`)
  return openStore({ main: database, ...(logDatabase && { log: logDatabase }), synchronous, poolSize: 2 })
}

/** Refuses a database of an older version; the server updates it at its next start. */
export async function requireMigrated({ store, dialect }: OpenStore): Promise<void> {
  if (pendingAfter(await readRecord(store, dialect), readMigrations('main')).length > 0)
    throw new Refusal('The database is of an older version or empty: start the server once, it updates the database.')
}

/** An address without its password. */
export function describeDatabase(address: DatabaseAddress): string {
  if (address.kind === 'sqlite') return address.path
  const { host, pathname } = new URL(address.url)
  return `PostgreSQL ${host}${pathname}`
}
