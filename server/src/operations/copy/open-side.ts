import { existsSync } from 'node:fs'
import type { DatabaseAddress } from '../../store/dsn.ts'
import { Refusal } from '../refusal.ts'
import type { Draft, Snapshot } from './database-side.ts'
import { openPostgresDraft, openPostgresSnapshot } from './postgres.queries.ts'
import { openSqliteDraft, openSqliteSnapshot } from './sqlite.queries.ts'

export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  if (address.kind === 'postgres') return openPostgresSnapshot(address.url)
  if (!existsSync(address.path)) throw new Refusal(`There is no database at ${address.path}.`)
  return openSqliteSnapshot(address.path)
}

/** An empty database at this address; a SQLite file must not exist, a PostgreSQL database must be empty. */
export const openDraft = async (address: DatabaseAddress): Promise<Draft> =>
  address.kind === 'postgres' ? openPostgresDraft(address.url) : openSqliteDraft(address.path)
