import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../outside/postgres.ts'
import { makeTemplateDatabase, makeTemplateFile } from './migrations/templates.ts'

let postgres: Postgres | undefined
let folder: string | undefined

/** One PostgreSQL for the whole run, and a migrated database of either kind to copy; test processes inherit where they are. */
export async function globalSetup(): Promise<void> {
  const { env } = process
  if (!env.TURNPIKE_TEST_PG) {
    postgres = await startPostgres()
    env.TURNPIKE_TEST_PG = postgres.url
  }
  env.TURNPIKE_TEST_PG_TEMPLATE = await makeTemplateDatabase(env.TURNPIKE_TEST_PG)
  folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  env.TURNPIKE_TEST_SQLITE_TEMPLATE = await makeTemplateFile(folder)
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
}
