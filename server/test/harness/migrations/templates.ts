import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import type { DatabaseAddress } from '../../../src/store/dsn.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { readMigrations } from '../../../src/store/migration-files.ts'
import { openStore } from '../../../src/store/store.ts'

/** A migrated file in this folder; a copy of it is a fresh database. */
export async function makeTemplateFile(folder: string): Promise<string> {
  const path = join(folder, 'template.db')
  await migrateOnce({ kind: 'sqlite', path })
  return path
}

/** The name of a migrated database, which the first process that needs it makes, once per server and set of migrations. */
export async function makeTemplateDatabase(server: string): Promise<string> {
  const migrations = [...readMigrations('main'), ...readMigrations('log')].map(({ checksum }) => checksum)
  const name = `template_${createHash('sha256').update(migrations.join()).digest('hex').slice(0, 16)}`
  await asAdmin(server, async (admin) => {
    await admin.query(`SELECT pg_advisory_lock(hashtext('turnpike test template'))`)
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    // It gets its name when it is whole: a database of this name is never a half one.
    await admin.query(`DROP DATABASE IF EXISTS ${name}_unfinished WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${name}_unfinished`)
    await migrateOnce({ kind: 'postgres', url: databaseUrl(server, `${name}_unfinished`) })
    await admin.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`)
  })
  return name
}

async function migrateOnce(main: DatabaseAddress): Promise<void> {
  const open = await openStore({ main, synchronous: 'NORMAL', poolSize: 5 })
  await migrate(open)
  await open.close()
}

export async function asAdmin<Result>(server: string, work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
