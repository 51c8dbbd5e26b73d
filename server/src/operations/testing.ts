import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd } from '../../test/harness/at-end.ts'
import { freshDatabase } from '../../test/harness/databases.ts'
import { databaseEnv, secretKey } from '../../test/harness/harness.ts'
import type { DatabaseAddress } from '../store/dsn.ts'

export const passphrase = 'correct horse battery'
export const silent = () => {}

export function givenFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  atEnd(t, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The address of a database that does not exist yet. */
export async function givenEmpty(t: TestContext, kind: DatabaseAddress['kind']): Promise<DatabaseAddress> {
  const { address, drop } = await freshDatabase(kind, { migrated: false })
  atEnd(t, drop)
  return address
}

/** The environment of an installation on this database, whose secret key is that of the servers of the tests. */
export const installationEnv = (main: DatabaseAddress, dataFolder: string): Record<string, string> => ({
  DATA_DIR: dataFolder,
  SECRET_KEY: secretKey,
  ...databaseEnv(main),
})
