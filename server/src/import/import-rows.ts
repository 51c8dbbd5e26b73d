import { randomUUID } from 'node:crypto'
import { writeAudit } from '../domain/system/audit/audit.queries.ts'
import { bumpRevision } from '../store/revision.ts'
import type { Store } from '../store/store.ts'
import type { ImportContext, KnownIds } from './context.ts'
import { allowLongTransaction, insertImported, readImported } from './imports.queries.ts'
import { TableNotes, type TableReport } from './report.ts'
import { isDeleted, type Row, textIn } from './row.ts'

/** A row to import. */
export type Planned = { sourceId: string; row: Row }

type TableImport<Plan extends Planned> = {
  /** The table of the source. */
  table: string
  kind: string
  /** The column that names a row; `id` unless told otherwise. */
  idColumn?: string
  isDeleted?(row: Row): boolean
  /** Selects and converts the rows to import. Reads only, and notes the rows that are left out or changed. */
  plan(rows: readonly Row[], notes: TableNotes): Promise<Plan[]> | Plan[]
  /** Writes the rows, all in one transaction, which may be repeated. Returns their ids here, in the same order. */
  write(transaction: Store, plans: readonly Plan[]): Promise<number[]>
}

/** Imports the new rows of one table: all of them or none. */
export async function importRows<Plan extends Planned>(
  context: ImportContext,
  { table, kind, idColumn = 'id', isDeleted: isGone = isDeleted, plan, write }: TableImport<Plan>,
): Promise<TableReport> {
  const { source, store, fingerprint, isDryRun, say } = context
  const notes = new TableNotes(table)
  const known = await readImported(store, fingerprint, kind)
  const rows = await source.rows(table)
  const fresh = rows.filter((row) => {
    if (isGone(row)) return false
    const before = known.get(textIn(row, idColumn))
    if (!before) return true
    remember(context.ids, kind, before.source_id, before.our_id)
    notes.report.already++
    if (before.checksum !== checksum(context, row))
      notes.remark('changed at the source since they were imported; left as they are here', before.source_id)
    return false
  })
  notes.report.found = rows.length
  notes.report.deleted = rows.filter(isGone).length
  const plans = await plan(fresh, notes)
  notes.report.comes = plans.length
  const ids = isDryRun || plans.length === 0 ? [] : await writeAll(context, { kind, plans, write })
  plans.forEach(({ sourceId }, index) => {
    remember(context.ids, kind, sourceId, ids[index] ?? 0)
  })
  say(`${table}: ${plans.length} of ${rows.length} rows ${isDryRun ? 'would come' : 'imported'}`)
  return notes.report
}

function writeAll<Plan extends Planned>(
  context: ImportContext,
  { kind, plans, write }: Pick<TableImport<Plan>, 'kind' | 'write'> & { plans: readonly Plan[] },
): Promise<number[]> {
  const { store, fingerprint: source, now } = context
  return store.transaction().execute(async (transaction) => {
    await allowLongTransaction(transaction)
    const ids = await write(transaction, plans)
    const mapped = plans.map(({ sourceId, row }, index) => ({
      source,
      kind,
      source_id: sourceId,
      our_id: ids[index] ?? 0,
      checksum: checksum(context, row),
      imported_at: now,
    }))
    await insertImported(transaction, mapped)
    await auditImport(context, transaction, kind, plans.length)
    await bumpRevision(transaction)
    return ids
  })
}

/** The act of the operator of this machine, who has no account. */
export const auditImport = (
  { family, fingerprint, now }: ImportContext,
  transaction: Store,
  kind: string,
  rows: number,
) =>
  writeAudit(
    transaction,
    { id: 0, username: 'import', address: '', request_id: randomUUID(), at: now },
    {
      action: `import.${kind}`,
      target: `${family.name} ${family.version}`.trim(),
      detail: { source: fingerprint, rows },
    },
  )

const checksum = ({ vault }: ImportContext, row: Row) => vault.hash(JSON.stringify(row), 'imported row')

function remember(ids: KnownIds, kind: string, sourceId: string, ourId: number): void {
  if (kind === 'users' || kind === 'tokens' || kind === 'channels' || kind === 'plans') ids[kind].set(sourceId, ourId)
}
