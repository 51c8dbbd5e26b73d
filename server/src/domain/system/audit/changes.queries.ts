import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../store/like.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import type { RecordedChange, RecordedFields, SubjectKind } from './recorded-change.ts'

/** Rows per statement: a statement takes some ten thousand values. */
const rowsAtOnce = 1000

export async function insertChanges(
  transaction: Store,
  auditId: number,
  changes: readonly RecordedChange[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += rowsAtOnce)
    await transaction
      .insertInto('audit_changes')
      .values(
        changes.slice(from, from + rowsAtOnce).map(({ kind, subject, fields, sealed = '' }) => ({
          audit_id: auditId,
          kind,
          subject: String(subject),
          fields: JSON.stringify(fields),
          sealed,
        })),
      )
      .execute()
}

/** A stored change. `fields` is undefined for an act whose values were not stored. */
export type StoredChange = {
  kind: SubjectKind
  subject: string
  fields: RecordedFields | undefined
  sealed: string
}

type ChangeRow = { kind: string; subject: string; fields: string; sealed: string }
const storedChange = ({ kind, subject, fields, sealed }: ChangeRow): StoredChange => ({
  kind: kind as SubjectKind, // only `insertChanges` and the migration write rows
  subject,
  fields: fields === '' ? undefined : (JSON.parse(fields) as RecordedFields),
  sealed,
})

export const findAct = (store: Store, id: number) =>
  store.selectFrom('audit').select(['id', 'at', 'actor_id', 'action', 'target']).where('id', '=', id).executeTakeFirst()

export async function readChangesOf(store: Store, auditId: number): Promise<StoredChange[]> {
  const rows = await store
    .selectFrom('audit_changes')
    .select(['kind', 'subject', 'fields', 'sealed'])
    .where('audit_id', '=', auditId)
    .execute()
  return rows.map(storedChange)
}

/** Marks an act as undone. Of concurrent requests, only one gets true. */
export async function claimUndo(transaction: Store, auditId: number, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto('undone_acts')
    .values({ audit_id: auditId, undone_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** The name of the person who changed a row last, if it was recorded. */
export const findLastActor = (store: Store, kind: SubjectKind, subject: number | string) =>
  store
    .selectFrom('audit_changes')
    .innerJoin('audit', 'audit.id', 'audit_changes.audit_id')
    .select('audit.actor_name')
    .where('audit_changes.kind', '=', kind)
    .where('audit_changes.subject', '=', String(subject))
    .orderBy('audit_changes.audit_id', 'desc')
    .executeTakeFirst()

type Paging = { p: number; page_size: number }
/** Acts on one row, or on rows whose name contains a keyword, or on all rows of a kind. */
export type HistoryQuery = Paging & { kind: SubjectKind; subject?: string; keyword?: string | undefined }

const matching = (store: Store, { kind, subject, keyword }: HistoryQuery) =>
  store
    .selectFrom('audit_changes')
    .where('audit_changes.kind', '=', kind)
    .$if(subject !== undefined, (query) => query.where('audit_changes.subject', '=', subject ?? ''))
    .$if(keyword !== undefined, (query) =>
      query.where(
        sql<SqlBool>`lower(audit_changes.subject) like ${containing((keyword ?? '').toLowerCase())} escape '\\'`,
      ),
    )

type Matching = SelectQueryBuilder<Database, 'audit_changes', object>

/** A page of acts, newest first. */
export const readActs = (store: Store, query: HistoryQuery) =>
  store
    .selectFrom('audit')
    .leftJoin('undone_acts', 'undone_acts.audit_id', 'audit.id')
    .where('audit.id', 'in', (matching(store, query) as Matching).select('audit_changes.audit_id'))
    .select(['audit.id', 'audit.at', 'audit.actor_name', 'audit.action', 'audit.target', 'audit.detail'])
    .select('undone_acts.undone_at')
    .orderBy('audit.id', 'desc')
    .limit(query.page_size)
    .offset((query.p - 1) * query.page_size)
    .execute()
export type ActRow = Awaited<ReturnType<typeof readActs>>[number]

export async function countActs(store: Store, query: HistoryQuery): Promise<number> {
  const { total } = await (matching(store, query) as Matching)
    .select(({ fn }) => fn.count<number>('audit_changes.audit_id').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many rows each of these acts changed. */
export async function countSubjects(store: Store, kind: SubjectKind, acts: readonly number[]) {
  if (acts.length === 0) return new Map<number, number>()
  const rows = await store
    .selectFrom('audit_changes')
    .select(({ fn }) => ['audit_id', fn.countAll<number>().as('count')])
    .where('kind', '=', kind)
    .where('audit_id', 'in', acts)
    .groupBy('audit_id')
    .execute()
  return new Map(rows.map(({ audit_id, count }) => [audit_id, count]))
}

/** The changes of these acts in one row each: in the named one, or in the only one. */
export async function readChangesIn(store: Store, kind: SubjectKind, acts: readonly number[], subject?: string) {
  if (acts.length === 0) return new Map<number, StoredChange>()
  const rows = await store
    .selectFrom('audit_changes')
    .select(['audit_id', 'kind', 'subject', 'fields', 'sealed'])
    .where('kind', '=', kind)
    .where('audit_id', 'in', acts)
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .execute()
  return new Map(rows.map((row) => [row.audit_id, storedChange(row)]))
}

/** Deletes the encrypted values of acts from before a time. */
export const forgetSealed = (store: Store, before: number) =>
  store
    .updateTable('audit_changes')
    .set({ sealed: '' })
    .where('sealed', '<>', '')
    .where('audit_id', 'in', (eb) => eb.selectFrom('audit').select('audit.id').where('audit.at', '<', before))
    .execute()
