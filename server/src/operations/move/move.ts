import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../../config.ts'
import { type Verification, verifyLedger } from '../../domain/money/wallet/verify/verify.ts'
import { openStore } from '../../store/store.ts'
import { copyDatabase, scopesOf } from '../copy/copy-database.ts'
import type { Draft } from '../copy/database-side.ts'
import { openDraft, openSnapshot } from '../copy/open-side.ts'
import { type DatabaseDigest, differingTables, digestDatabase } from '../copy/table-digest.ts'
import { requireSpace } from '../disk.ts'
import { type DatabaseName, type Databases, databasesOf, describeDatabase } from '../installation.ts'
import { type Progress, Refusal } from '../refusal.ts'

export type MoveResult = { to: Databases; tables: Record<string, DatabaseDigest>; ledger: Verification }

/** A database that is copied. */
type Copy = { name: DatabaseName; draft: Draft; digest: DatabaseDigest }

/**
 * Copies the databases of an installation into empty ones, of the same or of the other kind. The source must not change
 * meanwhile: it is read a second time to prove that it did not. The source stays unchanged.
 */
export async function move(config: Config, to: Databases, progress: Progress): Promise<MoveResult> {
  const from = databasesOf(config)
  refuseUnfit(from, to)
  const now = Math.floor(Date.now() / 1000)
  progress('verifying the ledger')
  const before = await ledgerOf(from, now)

  const copies: Copy[] = []
  let isFinished = false
  try {
    for (const name of namesOf(from)) copies.push(await openCopy(name, from, to))
    for (const copy of copies) copy.digest = await fill(copy, from, progress)
    progress('reading the source again')
    await refuseChanged(copies, from)
    await finishAll(copies)
    isFinished = true
  } finally {
    if (!isFinished) for (const { draft } of copies) await draft.abandon()
  }

  progress('verifying the ledger of the copy')
  const ledger = await ledgerOf(to, now)
  if (!isDeepStrictEqual(ledger.drifts, before.drifts)) {
    for (const { draft } of copies) await draft.undo()
    throw new Error('the ledger of the copy is not that of the source: the copy was removed again')
  }
  return { to, tables: Object.fromEntries(copies.map(({ name, digest }) => [name, digest])), ledger }
}

const namesOf = (databases: Databases): DatabaseName[] => (databases.log ? ['main', 'log'] : ['main'])

function refuseUnfit(from: Databases, to: Databases): void {
  if (from.log && !to.log) throw new Refusal('The log has a database of its own: say where it goes with --log-to.')
  if (!from.log && to.log) throw new Refusal('The log has no database of its own: leave --log-to out.')
  const places = [from.main, from.log, to.main, to.log].filter((address) => address !== undefined)
  for (const [index, address] of places.entries())
    if (places.slice(index + 1).some((other) => isDeepStrictEqual(address, other)))
      throw new Refusal(`${describeDatabase(address)} is named twice. Every database needs a place of its own.`)
}

async function openCopy(name: DatabaseName, from: Databases, to: Databases): Promise<Copy> {
  const [source, target] = [from[name], to[name]]
  if (!source || !target) throw new Error(`no address of the ${name} database`)
  if (target.kind === 'sqlite') {
    const snapshot = await openSnapshot(source)
    await requireSpace(dirname(target.path), await snapshot.bytes().finally(snapshot.close))
  }
  return { name, draft: await openDraft(target), digest: {} }
}

async function fill({ name, draft }: Copy, from: Databases, progress: Progress): Promise<DatabaseDigest> {
  const source = await openSnapshot(from[name] ?? from.main)
  return copyDatabase(source, draft, scopesOf[name], progress).finally(source.close)
}

async function refuseChanged(copies: Copy[], from: Databases): Promise<void> {
  for (const { name, digest } of copies) {
    const source = await openSnapshot(from[name] ?? from.main)
    const changed = differingTables(await digestDatabase(source).finally(source.close), digest)
    if (changed.length > 0)
      throw new Refusal(
        `The source has changed while it was copied (${changed.join(', ')}). Stop every server that uses it, then start again. Nothing was left in the target.`,
      )
  }
}

async function finishAll(copies: Copy[]): Promise<void> {
  const done: Draft[] = []
  try {
    for (const { draft } of copies.toReversed()) {
      await draft.finish()
      done.push(draft)
    }
  } catch (error) {
    for (const draft of done) await draft.undo()
    throw error
  }
}

async function ledgerOf({ main, log }: Databases, now: number): Promise<Verification> {
  if (main.kind === 'sqlite') await (await openSnapshot(main)).close() // opening a store would create a missing file
  const open = await openStore({ main, ...(log && { log }), synchronous: 'NORMAL', poolSize: 2 })
  return verifyLedger(open, now).finally(open.close)
}

export function moveText({ to, tables, ledger }: MoveResult): string {
  const digests = Object.values(tables).flatMap((digest) => Object.values(digest))
  const rows = digests.reduce((sum, digest) => sum + digest.rows, 0)
  const advice = (variable: string, address: Databases['log']) =>
    address?.kind === 'postgres'
      ? `set ${variable} to the address that you gave`
      : `remove ${variable === 'SQL_DSN' ? 'SQL_DSN' : 'the address from LOG_SQL_DSN and set it to local'}`
  return [
    `Copied ${rows} rows of ${digests.length} tables to ${describeDatabase(to.main)}${to.log ? ` and ${describeDatabase(to.log)}` : ''}; every row is the same.`,
    `  ${ledger.clean ? 'The ledger is clean.' : `The ledger has ${ledger.drifts.length} differences, as it had before: npm run ledger:verify`}`,
    `  Now ${advice('SQL_DSN', to.main)}${to.log ? `, ${advice('LOG_SQL_DSN', to.log)}` : ''}, and start the server with the same secret key as before.`,
    '  The source is unchanged: keep it until you are sure.',
  ].join('\n')
}
