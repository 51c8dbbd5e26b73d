import { createHash, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { Client } from 'pg'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { migrate } from '../../src/store/migrate.ts'
import { readMigrations } from '../../src/store/migration-files.ts'
import { type OpenStore, openStore } from '../../src/store/store.ts'
import { startPostgres } from '../outside/postgres.ts'
import { atEnd } from './at-end.ts'

export type DatabaseKind = DatabaseAddress['kind']
export const databaseKinds: DatabaseKind[] = ['sqlite', 'postgres']

export type FreshDatabase = { address: DatabaseAddress; drop(): Promise<void> }

/** Registers a test once per database; each run gets an open store, freshly migrated and empty. */
export function onBothDatabases(name: string, body: (open: OpenStore, t: TestContext) => Promise<void> | void): void {
  for (const kind of databaseKinds) test(`${name} [${kind}]`, async (t) => body(await givenStore(t, kind), t))
}

/** A freshly migrated, empty store that is gone when the test is over. */
export async function givenStore(t: TestContext, kind: DatabaseKind): Promise<OpenStore> {
  const { address, drop } = await freshDatabase(kind)
  const open = await openTest(address)
  atEnd(t, drop)
  atEnd(t, open.close)
  return open
}

/** Another handle on the same database, as a second process would have. */
export const openTest = (main: DatabaseAddress) => openStore({ main, synchronous: 'NORMAL', poolSize: 5 })

let templateFile: Promise<string> | undefined
let templateName: Promise<string> | undefined

/** A database of its own, migrated unless told otherwise, and a way to be rid of it. */
export function freshDatabase(kind: DatabaseKind, { migrated = true } = {}): Promise<FreshDatabase> {
  return kind === 'sqlite' ? freshFile(migrated) : freshPostgres(migrated)
}

async function freshFile(migrated: boolean): Promise<FreshDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  const path = join(folder, 'test.db')
  if (migrated) {
    templateFile ??= makeTemplateFile()
    copyFileSync(await templateFile, path)
  }
  return { address: { kind: 'sqlite', path }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

async function makeTemplateFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'template.db')
  await migrateOnce({ kind: 'sqlite', path })
  return path
}

async function freshPostgres(migrated: boolean): Promise<FreshDatabase> {
  const server = await serverUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (migrated) templateName ??= makeTemplateDatabase(server)
  const template = migrated ? await templateName : undefined
  await asAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`))
  return {
    address: { kind: 'postgres', url: databaseUrl(server, name) },
    drop: () => asAdmin(server, async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

/** Once per server and set of migrations, whichever process comes first. */
async function makeTemplateDatabase(server: string): Promise<string> {
  const migrations = [...readMigrations('main'), ...readMigrations('log')].map(({ checksum }) => checksum)
  const name = `template_${createHash('sha256').update(migrations.join()).digest('hex').slice(0, 16)}`
  await asAdmin(server, async (admin) => {
    await admin.query(`SELECT pg_advisory_lock(hashtext('turnpike test template'))`)
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return
    // It gets its name when it is whole, so that nobody ever copies half of it.
    await admin.query(`DROP DATABASE IF EXISTS ${name}_unfinished WITH (FORCE)`)
    await admin.query(`CREATE DATABASE ${name}_unfinished`)
    await migrateOnce({ kind: 'postgres', url: databaseUrl(server, `${name}_unfinished`) })
    await admin.query(`ALTER DATABASE ${name}_unfinished RENAME TO ${name}`)
  })
  return name
}

async function migrateOnce(address: DatabaseAddress): Promise<void> {
  const open = await openTest(address)
  await migrate(open)
  await open.close()
}

let own: ReturnType<typeof startPostgres> | undefined
after(async () => (await own)?.stop())

/** The run's server, or one for a test file that runs alone. */
async function serverUrl(): Promise<string> {
  if (process.env.TURNPIKE_TEST_PG) return process.env.TURNPIKE_TEST_PG
  own ??= startPostgres()
  return (await own).url
}

async function asAdmin<Result>(server: string, work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
