import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../config.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import type { DatabaseAddress } from '../store/dsn.ts'
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

/** An address without its password. */
export function describeDatabase(address: DatabaseAddress): string {
  if (address.kind === 'sqlite') return address.path
  const { host, pathname } = new URL(address.url)
  return `PostgreSQL ${host}${pathname}`
}
