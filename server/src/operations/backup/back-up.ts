import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { databaseClock } from '../../store/database-clock.ts'
import { openStore } from '../../store/store.ts'
import { version } from '../../version.ts'
import { openSnapshot } from '../copy/open-side.ts'
import { requireSpace, sizeText } from '../disk.ts'
import { type DatabaseName, type Databases, databasesOf, describeDatabase, requireSecretKey } from '../installation.ts'
import { type Progress, Refusal } from '../refusal.ts'
import { whileLogsRest } from '../while-logs-rest.ts'
import { compressFile, decompressFile, describeFile } from './compressed-file.ts'
import { examineFile, openCopy } from './examine-copy.ts'
import { type DatabaseRecord, databaseFile, keyFile, type Manifest, manifestFile, writeManifest } from './manifest.ts'
import { sealKey, unsealKey } from './sealed-key.ts'
import { writeSnapshotFile } from './snapshot-file.queries.ts'

export type BackupResult = {
  folder: string
  bytes: number
  manifest: Manifest
  warnings: string[]
}

/**
 * Writes the databases and the sealed secret key into a new folder while the server may be running, then decompresses
 * and opens them as a restore would. The folder gets its name only when all of that has succeeded.
 */
export async function backUp(
  config: Config,
  given: { folder: string; passphrase: string },
  progress: Progress,
): Promise<BackupResult> {
  const folder = resolve(given.folder)
  if (existsSync(folder)) throw new Refusal(`${folder} exists already. A backup never overwrites: name a new folder.`)
  const databases = databasesOf(config)
  const secretKey = requireSecretKey(config)
  await requireSpaceFor(databases, folder)

  const partial = `${folder}.partial-${randomUUID()}`
  mkdirSync(partial, { recursive: true, mode: 0o700 })
  try {
    const madeAt = await writeAtOneTime(config, databases, partial, progress)
    writeFileSync(join(partial, keyFile), await sealKey(secretKey, given.passphrase), { mode: 0o600, flush: true })
    const manifest = await verifiedManifest(databases, partial, given.passphrase, madeAt, progress)
    writeManifest(partial, manifest)
    if (existsSync(folder)) throw new Refusal(`${folder} was made by somebody else meanwhile.`)
    renameSync(partial, folder)
    const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
    return { folder, bytes, manifest, warnings: warningsAbout(config, manifest) }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

const namesOf = (databases: Databases): DatabaseName[] => (databases.log ? ['main', 'log'] : ['main'])

/** A copy and its compressed form exist at the same time. */
async function requireSpaceFor(databases: Databases, folder: string): Promise<void> {
  let bytes = 0
  for (const address of [databases.main, databases.log]) {
    if (!address) continue
    const snapshot = await openSnapshot(address)
    bytes += await snapshot.bytes().finally(snapshot.close)
  }
  await requireSpace(dirname(folder), bytes * 1.6)
}

/** Writes all databases as of one time, and returns that time. */
async function writeAtOneTime(
  { SQLITE_SYNCHRONOUS: synchronous }: Pick<Config, 'SQLITE_SYNCHRONOUS'>,
  databases: Databases,
  folder: string,
  progress: Progress,
): Promise<number> {
  const open = await openStore({ main: databases.main, synchronous, poolSize: 2 })
  const clock = databaseClock(open)
  const write = async () => {
    const madeAt = clock.now()
    await writeDatabases(databases, folder, progress)
    return madeAt
  }
  try {
    await clock.sync()
    return await (databases.log ? whileLogsRest(open.store, clock.now, write) : write())
  } finally {
    await open.close()
  }
}

async function writeDatabases(databases: Databases, folder: string, progress: Progress): Promise<void> {
  for (const name of namesOf(databases)) {
    const address = databases[name]
    if (!address) continue
    progress(`reading ${describeDatabase(address)}`)
    const copy = join(folder, `${name}.db`)
    await writeSnapshotFile(address, copy, name, progress)
    progress(`compressing ${name}`)
    await compressFile(copy, join(folder, databaseFile[name]))
    rmSync(copy)
  }
}

/** Reads the written files again; the manifest describes their actual content. */
async function verifiedManifest(
  databases: Databases,
  folder: string,
  passphrase: string,
  madeAt: number,
  progress: Progress,
): Promise<Manifest> {
  progress('opening the backup')
  const names = namesOf(databases)
  const secretKey = await unsealKey(readFileSync(join(folder, keyFile), 'utf8'), passphrase)
  const work = join(folder, 'opened')
  mkdirSync(work, { mode: 0o700 })
  const records: Partial<Record<DatabaseName, DatabaseRecord>> = {}
  for (const name of names) {
    const path = join(work, `${name}.db`)
    await decompressFile(join(folder, databaseFile[name]), path)
    records[name] = { kind: databases[name]?.kind ?? 'sqlite', ...(await examineFile(path, name)) }
  }
  progress('verifying the ledger of the backup')
  const paths = { main: join(work, 'main.db'), ...(databases.log && { log: join(work, 'log.db') }) }
  const { clean, drifts } = await openCopy(paths, secretKey, madeAt)
  rmSync(work, { recursive: true })

  const { main, log } = records
  if (!main) throw new Error('the main database was not written')
  const files = await Promise.all(
    [...names.map((name) => databaseFile[name]), keyFile].map(async (name) => ({
      name,
      ...(await describeFile(join(folder, name))),
    })),
  )
  return {
    format: 1,
    program: version,
    made_at: madeAt,
    balances: balancesOf(main),
    ledger: { clean, drifts: drifts.length },
    databases: { main, ...(log && { log }) },
    files,
  }
}

function balancesOf({ tables }: DatabaseRecord): Manifest['balances'] {
  const sum = (column: string) => tables.users?.sums[column] ?? '0'
  return {
    users: tables.users?.rows ?? 0,
    quota: sum('quota'),
    held: sum('held'),
    used_quota: sum('used_quota'),
    entries: tables.ledger?.rows ?? 0,
  }
}

function warningsAbout({ LEDGER_SPOOL_DIR }: Config, { ledger }: Manifest): string[] {
  const spooled = existsSync(LEDGER_SPOOL_DIR) ? readdirSync(LEDGER_SPOOL_DIR).length : 0
  return [
    ...(ledger.clean
      ? []
      : [`The ledger had ${ledger.drifts} differences when it was backed up: npm run ledger:verify`]),
    ...(spooled > 0
      ? [`${spooled} files with charges wait in ${LEDGER_SPOOL_DIR} and are not part of the backup.`]
      : []),
  ]
}

export const backupText = ({ folder, bytes, manifest, warnings }: BackupResult): string => {
  const { balances, ledger, databases } = manifest
  return [
    `Backup in ${folder}: ${sizeText(bytes)}, ${manifest.files.length} files and ${manifestFile}.`,
    `  ${balances.users} users with ${balances.quota} quota, ${balances.entries} ledger entries${databases.log ? ', log database included' : ''}.`,
    `  Opened and verified: ${ledger.clean ? 'the ledger is clean' : `the ledger has ${ledger.drifts} differences`}.`,
    ...warnings.map((warning) => `  Warning: ${warning}`),
    '  Without its passphrase the stored keys in it cannot be read: keep the passphrase apart from the backup.',
  ].join('\n')
}
