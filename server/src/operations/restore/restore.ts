import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Verification } from '../../domain/money/wallet/verify/verify.ts'
import { readMigrations } from '../../store/migration-files.ts'
import { pendingAfter } from '../../store/migration-record.ts'
import { version } from '../../version.ts'
import { decompressFile, describeFile } from '../backup/compressed-file.ts'
import { examineFile, openCopy } from '../backup/examine-copy.ts'
import { databaseFile, keyFile, type Manifest, readManifest } from '../backup/manifest.ts'
import { unsealKey } from '../backup/sealed-key.ts'
import { scopesOf } from '../copy/copy-database.ts'
import { differingTables } from '../copy/table-digest.ts'
import { requireSpace } from '../disk.ts'
import { type DatabaseName, databasesOf, describeDatabase } from '../installation.ts'
import { type Progress, Refusal } from '../refusal.ts'
import { placeKey } from './place-key.ts'
import { openPlaces, type Place, refuseFull } from './places.ts'

export type RestoreResult = { manifest: Manifest; databases: string[]; keyPlace: string; ledger: Verification }

/** Fills the empty installation that the environment names, all or nothing. */
export async function restore(
  config: Config,
  given: { folder: string; passphrase: () => Promise<string> },
  progress: Progress,
): Promise<RestoreResult> {
  const folder = resolve(given.folder)
  const manifest = readManifest(folder)
  refuseNewer(manifest)
  const databases = databasesOf(config)
  if (manifest.databases.log && !databases.log)
    throw new Refusal('The backup has a log database of its own: set LOG_SQL_DSN to an empty one.')
  await refuseFull(databases)
  await checkFiles(folder, manifest, progress)

  const secretKey = await unsealKey(readFileSync(join(folder, keyFile), 'utf8'), await given.passphrase())
  const key = placeKey(config, secretKey)
  const names: DatabaseName[] = manifest.databases.log ? ['main', 'log'] : ['main']
  const places = openPlaces(databases, names, config.DATA_DIR)
  try {
    for (const place of places) {
      const record = manifest.databases[place.name]
      if (!record) continue
      await requireSpace(place.folder, record.bytes)
      progress(`decompressing ${place.name}`)
      await decompressFile(join(folder, databaseFile[place.name]), place.file)
      const found = await examineFile(place.file, place.name)
      const different = differingTables(found.tables, record.tables)
      if (different.length > 0) throw new Refusal(`The backup does not hold what it says in ${different.join(', ')}.`)
    }
    progress('verifying the ledger')
    const ledger = await openCopy(pathsOf(places), secretKey, manifest.made_at)
    // A newer version may check more than the one that made the backup.
    if (manifest.program === version && ledger.drifts.length !== manifest.ledger.drifts)
      throw new Refusal(
        `The ledger has ${ledger.drifts.length} differences; it had ${manifest.ledger.drifts} when it was backed up.`,
      )
    for (const place of places) await place.fill(progress)
    await finishAll(places, key)
    return {
      manifest,
      databases: places.map(({ address }) => describeDatabase(address)),
      keyPlace: key.place,
      ledger,
    }
  } finally {
    for (const place of places) await place.clean()
  }
}

function refuseNewer({ databases }: Manifest): void {
  for (const name of ['main', 'log'] as const)
    pendingAfter(
      databases[name]?.migrations ?? [],
      scopesOf[name].flatMap((scope) => readMigrations(scope)),
    )
}

async function checkFiles(folder: string, { files }: Manifest, progress: Progress): Promise<void> {
  for (const { name, size, sha256 } of files) {
    progress(`checking ${name}`)
    const path = join(folder, name)
    if (!existsSync(path)) throw new Refusal(`The backup is not complete: ${name} is missing.`)
    const found = await describeFile(path)
    if (found.size !== size || found.sha256 !== sha256) throw new Refusal(`The backup is damaged: ${name} has changed.`)
  }
}

const pathsOf = (places: Place[]) => {
  const log = places.find(({ name }) => name === 'log')
  return { main: places.find(({ name }) => name === 'main')?.file ?? '', ...(log && { log: log.file }) }
}

/** The key first: a database without its key would get another one at the next start. */
async function finishAll(places: Place[], key: { write(): void; undo(): void }): Promise<void> {
  const done: Place[] = []
  key.write()
  try {
    for (const place of places.toReversed()) {
      await place.finish()
      done.push(place)
    }
  } catch (error) {
    for (const place of done) await place.undo()
    key.undo()
    throw error
  }
}

export const restoreText = ({ manifest, databases, keyPlace, ledger }: RestoreResult): string =>
  [
    `Restored the backup of ${new Date(manifest.made_at * 1000).toISOString()} (${manifest.program}) into ${databases.join(' and ')}.`,
    `  ${manifest.balances.users} users with ${manifest.balances.quota} quota, ${manifest.balances.entries} ledger entries: as in the backup.`,
    `  ${ledger.clean ? 'The ledger is clean.' : `The ledger has ${ledger.drifts.length} differences, as it had when it was backed up.`}`,
    `  ${keyPlace}`,
    '  Calls and payments after that time are not in it.',
  ].join('\n')
