import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { type OpenStore, openStore } from '../../src/store/store.ts'
import { startPostgres } from '../outside/postgres.ts'
import { atEnd } from './at-end.ts'
import { isLongRun } from './long-run.ts'
import { asAdmin, databaseUrl, makeTemplateDatabase, makeTemplateFile } from './migrations/templates.ts'

export type DatabaseKind = DatabaseAddress['kind']
export const databaseKinds: DatabaseKind[] = ['sqlite', 'postgres']

/**
 * The databases of this run: both in a long run, SQLite in a quick one. For tests of what does not differ between the databases.
 * Money, the store, the usage log and limits are tested on both in every run, and so is one path of every other domain.
 */
export const databaseKindsOfRun: DatabaseKind[] = isLongRun ? databaseKinds : ['sqlite']

/** Whether this run has every test of a file on this database. In a quick run PostgreSQL has the first tests of some files alone. */
export const hasEveryTest = (kind: DatabaseKind): boolean => databaseKindsOfRun.includes(kind)

export type FreshDatabase = { address: DatabaseAddress; drop(): Promise<void> }

/** Registers a test once per database; each run gets an open store, freshly migrated and empty. */
export function onBothDatabases(name: string, body: (open: OpenStore, t: TestContext) => Promise<void> | void): void {
  for (const kind of databaseKinds) test(`${name} [${kind}]`, async (t) => body(await givenStore(t, kind), t))
}

/** The same, once per database of this run. */
export function onDatabasesOfRun(name: string, body: (open: OpenStore, t: TestContext) => Promise<void> | void): void {
  for (const kind of databaseKindsOfRun) test(`${name} [${kind}]`, async (t) => body(await givenStore(t, kind), t))
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
    templateFile ??= findTemplateFile()
    copyFileSync(await templateFile, path)
  }
  return { address: { kind: 'sqlite', path }, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}

/** The run's template, or one for a test file that runs alone. */
async function findTemplateFile(): Promise<string> {
  if (process.env.TURNPIKE_TEST_SQLITE_TEMPLATE) return process.env.TURNPIKE_TEST_SQLITE_TEMPLATE
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return makeTemplateFile(folder)
}

async function freshPostgres(migrated: boolean): Promise<FreshDatabase> {
  const server = await serverUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  if (migrated) templateName ??= findTemplateDatabase(server)
  const template = migrated ? await templateName : 'template1'
  // Copied file by file: to write every page to the log first takes longer, and nothing here has to survive a crash.
  await asAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`))
  return {
    address: { kind: 'postgres', url: databaseUrl(server, name) },
    drop: () => asAdmin(server, async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

/** The run's template, or one that is made for a test file that runs alone. */
const findTemplateDatabase = async (server: string) =>
  process.env.TURNPIKE_TEST_PG_TEMPLATE ?? (await makeTemplateDatabase(server))

let own: ReturnType<typeof startPostgres> | undefined

/**
 * The run's server, or one for a test file that runs alone. That one stops with the process: a hook of this module would come
 * before the hooks of the file, which still drop their databases.
 */
async function serverUrl(): Promise<string> {
  if (process.env.TURNPIKE_TEST_PG) return process.env.TURNPIKE_TEST_PG
  own ??= startPostgres()
  const { url, unref } = await own
  unref()
  return url
}
