import assert from 'node:assert/strict'
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../../../test/harness/at-end.ts'
import { databaseKinds, freshDatabase, givenStore } from '../../../test/harness/databases.ts'
import { databaseEnv, secretKey } from '../../../test/harness/harness.ts'
import { mountSmallDisk } from '../../../test/outside/small-disk.ts'
import { readConfig } from '../../config.ts'
import { openVault } from '../../secrets/vault.ts'
import { migrate } from '../../store/migrate.ts'
import { migrationsFolder, readMigrations } from '../../store/migration-files.ts'
import { type OpenStore, openStore } from '../../store/store.ts'
import { backUp } from '../backup/back-up.ts'
import { keyFile, type Manifest, readManifest, writeManifest } from '../backup/manifest.ts'
import { openSnapshot } from '../copy/open-side.ts'
import { differingTables, digestDatabase } from '../copy/table-digest.ts'
import { promptPassphrase } from '../passphrase.ts'
import { givenEmpty, givenFolder, installationEnv, passphrase, silent } from '../testing.ts'
import { restore } from './restore.ts'

/** An account with a sealed value, by which a secret key is recognised. */
async function fill({ store }: Pick<OpenStore, 'store'>, key = secretKey): Promise<void> {
  const vault = openVault(Buffer.from(key, 'hex'))
  await store
    .insertInto('options')
    .values({ key: 'SMTPToken', value: vault.encrypt('x', 'option') })
    .execute()
}

async function givenBackup(t: TestContext) {
  const open = await givenStore(t, 'sqlite')
  await fill(open)
  const folder = join(givenFolder(t), 'backup')
  await backUp(readConfig(installationEnv(open.main, givenFolder(t))), { folder, passphrase }, silent)
  return { folder, main: open.main }
}

/** An empty installation without a secret key. */
function givenPlace(t: TestContext) {
  const data = givenFolder(t)
  const config = readConfig({ DATA_DIR: data })
  const into = (folder: string, phrase = passphrase) =>
    restore(config, { folder, passphrase: async () => phrase }, silent)
  return { data, config, into }
}

test('a restored installation has the same rows, its key in a file of its own, and nothing else', async (t) => {
  const { folder, main } = await givenBackup(t)
  const { data, into } = givenPlace(t)
  const result = await into(folder)
  assert.equal(result.ledger.clean, true)
  assert.deepEqual(readdirSync(data).sort(), ['secret-key', 'turnpike.db'])
  assert.equal(readFileSync(join(data, 'secret-key'), 'utf8').trim(), secretKey)
  for (const name of readdirSync(data)) assert.equal(statSync(join(data, name)).mode & 0o777, 0o600, name)
  const [one, other] = [
    await openSnapshot(main),
    await openSnapshot({ kind: 'sqlite', path: join(data, 'turnpike.db') }),
  ]
  assert.deepEqual(differingTables(await digestDatabase(one), await digestDatabase(other)), [])
  await one.close()
  await other.close()
  await assert.rejects(into(folder), /never overwrites/)
})

test('a wrong passphrase is refused and changes nothing', async (t) => {
  const { folder } = await givenBackup(t)
  const { data, into } = givenPlace(t)
  await assert.rejects(into(folder, 'incorrect horse battery'), /passphrase does not open/)
  assert.deepEqual(readdirSync(data), [])
})

test('one changed byte in any file, or a missing file, is refused and changes nothing', async (t) => {
  const { folder } = await givenBackup(t)
  for (const name of readdirSync(folder)) {
    const copy = join(givenFolder(t), 'copy')
    cpSync(folder, copy, { recursive: true })
    const bytes = readFileSync(join(copy, name))
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(join(copy, name), bytes)
    const { data, into } = givenPlace(t)
    await assert.rejects(into(copy), /damaged/, name)
    assert.deepEqual(readdirSync(data), [])
  }
  const incomplete = join(givenFolder(t), 'copy')
  cpSync(folder, incomplete, { recursive: true, filter: (path) => !path.endsWith('main.db.zst') })
  await assert.rejects(givenPlace(t).into(incomplete), /main.db.zst is missing/)
  await assert.rejects(givenPlace(t).into(givenFolder(t)), /no backup/)
})

/** The backup with another, self-consistent manifest. */
function changed(t: TestContext, folder: string, change: (manifest: Manifest) => Manifest): string {
  const copy = givenFolder(t)
  for (const { name } of readManifest(folder).files) copyFileSync(join(folder, name), join(copy, name))
  writeManifest(copy, change(readManifest(folder)))
  return copy
}

test('a backup of a newer version is refused', async (t) => {
  const { folder } = await givenBackup(t)
  const { data, into } = givenPlace(t)
  const newer = changed(t, folder, (manifest) => {
    const { main } = manifest.databases
    const migrations = [...main.migrations, { scope: 'main', version: 9000, name: 'later', checksum: '' }]
    return { ...manifest, databases: { main: { ...main, migrations } } }
  })
  await assert.rejects(into(newer), /main\/9000_later, which this version of Turnpike does not know/)
  const other = changed(t, folder, (manifest) => ({ ...manifest, format: 2 as 1 }))
  await assert.rejects(into(other), /newer version of Turnpike/)
  assert.deepEqual(readdirSync(data), [])
})

test('a database whose content is not what the manifest says is refused', async (t) => {
  const { folder } = await givenBackup(t)
  const { data, into } = givenPlace(t)
  const other = changed(t, folder, (manifest) => {
    const { main } = manifest.databases
    const tables = { ...main.tables, users: { rows: 3, digest: '0', sums: { quota: '7' } } }
    return { ...manifest, databases: { main: { ...main, tables } } }
  })
  await assert.rejects(into(other), /does not hold what it says in users/)
  assert.deepEqual(readdirSync(data), [])
})

test('another secret key that is there already is neither used nor replaced', async (t) => {
  const { folder } = await givenBackup(t)
  const { data, into } = givenPlace(t)
  const other = '1'.repeat(8) + secretKey.slice(8)
  writeFileSync(join(data, 'secret-key'), other)
  await assert.rejects(into(folder), /another secret key/)
  assert.deepEqual(readdirSync(data), ['secret-key'])
  const config = readConfig({ DATA_DIR: givenFolder(t), SECRET_KEY: other })
  await assert.rejects(restore(config, { folder, passphrase: async () => passphrase }, silent), /SECRET_KEY is another/)
})

for (const kind of databaseKinds) {
  test(`a database that is not empty is refused [${kind}]`, async (t) => {
    const { folder } = await givenBackup(t)
    const { address, drop } = await freshDatabase(kind)
    atEnd(t, drop)
    const config = readConfig(installationEnv(address, givenFolder(t)))
    const given = { folder, passphrase: async () => passphrase }
    await assert.rejects(restore(config, given, silent), /never overwrites|not empty/)
  })

  test(`a log database of its own is part of the backup [${kind}]`, async (t) => {
    const open = await givenStore(t, kind)
    await fill(open)
    const log = { user_id: 1, created_at: 7, type: 4, content: 'kept' } as const
    await open.store.insertInto('logs').values(log).execute()
    const data = givenFolder(t)
    const env = { ...installationEnv(open.main, data), LOG_SQL_DSN: 'local' }
    copyFileSync((await freshFile(t)).path, join(data, 'logs.db'))
    const folder = join(givenFolder(t), 'backup')
    const { manifest } = await backUp(readConfig(env), { folder, passphrase }, silent)
    assert.deepEqual(Object.keys(manifest.databases), ['main', 'log'])
    const place = await givenEmpty(t, kind)
    const given = { folder, passphrase: async () => passphrase }
    await assert.rejects(restore(readConfig(installationEnv(place, data)), given, silent), /LOG_SQL_DSN/)
    const next = { DATA_DIR: givenFolder(t), ...databaseEnv(place), LOG_SQL_DSN: 'local' }
    await restore(readConfig(next), given, silent)
    assert.deepEqual(readdirSync(next.DATA_DIR).sort(), ['logs.db', 'secret-key'])
  })
}

async function freshFile(t: TestContext): Promise<{ path: string }> {
  const { address, drop } = await freshDatabase('sqlite')
  atEnd(t, drop)
  assert.ok(address.kind === 'sqlite')
  return address
}

test('a backup never overwrites, and leaves nothing when it is refused', async (t) => {
  const open = await givenStore(t, 'sqlite')
  await fill(open, `${secretKey.slice(0, 62)}00`)
  const folder = givenFolder(t)
  const config = readConfig(installationEnv(open.main, givenFolder(t)))
  await assert.rejects(backUp(config, { folder, passphrase }, silent), /never overwrites/)
  const target = join(folder, 'backup')
  await assert.rejects(backUp(config, { folder: target, passphrase }, silent), /does not open the stored keys/)
  const without = readConfig({ DATA_DIR: givenFolder(t), ...databaseEnv(open.main) })
  await assert.rejects(backUp(without, { folder: target, passphrase }, silent), /no secret key/)
  assert.equal(existsSync(join(without.DATA_DIR, 'secret-key')), false, 'none is made')
  const nowhere = readConfig({ DATA_DIR: folder, SECRET_KEY: secretKey })
  await assert.rejects(backUp(nowhere, { folder: target, passphrase }, silent), /no database/)
  assert.deepEqual(readdirSync(folder), [])
})

test('a passphrase that is too short is refused, and the sealed key does not hold the key', async (t) => {
  await assert.rejects(promptPassphrase('eleven char', { isNew: true }), /at least 12/)
  const { folder } = await givenBackup(t)
  const sealed = readFileSync(join(folder, keyFile), 'utf8')
  assert.doesNotMatch(sealed, new RegExp(secretKey.slice(0, 16)))
})

for (const kind of databaseKinds)
  test(`a backup of an older version gets the schema of this one [${kind}]`, async (t) => {
    const older = givenFolder(t)
    const last = readMigrations('main').at(-1)
    const isLast = (path: string) => basename(dirname(path)) === 'main' && path.endsWith(`_${last?.name}.sql`)
    cpSync(migrationsFolder, older, { recursive: true, filter: (path) => !isLast(path) })
    const main = await givenEmpty(t, 'sqlite')
    const open = await openStore({ main, synchronous: 'NORMAL', poolSize: 2 })
    await migrate(open, { folder: older })
    await fill(open)
    await open.close()
    const folder = join(givenFolder(t), 'backup')
    const { manifest } = await backUp(readConfig(installationEnv(main, givenFolder(t))), { folder, passphrase }, silent)
    assert.equal(
      manifest.databases.main.migrations.length + 1,
      [...readMigrations('main'), ...readMigrations('log')].length,
    )
    const place = await givenEmpty(t, kind)
    await restore(
      readConfig(installationEnv(place, givenFolder(t))),
      { folder, passphrase: async () => passphrase },
      silent,
    )
    const restored = await openSnapshot(place)
    assert.ok((await restored.recorded()).some(({ name }) => name === last?.name))
    await restored.close()
  })

test('a backup and a restore that do not fit on the disk are refused before they begin', async (t) => {
  const disk = mountSmallDisk(t, 1)
  if (!disk) return // the tests may not mount
  const { folder, main } = await givenBackup(t)
  const target = join(disk.folder, 'backup')
  const config = readConfig(installationEnv(main, givenFolder(t)))
  await assert.rejects(backUp(config, { folder: target, passphrase }, silent), /are needed/)
  const place = readConfig({ DATA_DIR: disk.folder })
  await assert.rejects(restore(place, { folder, passphrase: async () => passphrase }, silent), /are needed/)
  assert.deepEqual(readdirSync(disk.folder), [])
})
