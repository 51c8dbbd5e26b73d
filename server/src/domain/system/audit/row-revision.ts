import { createHash } from 'node:crypto'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { findLastActor } from './changes.queries.ts'
import type { SubjectKind } from './recorded-change.ts'

/** A short text that differs whenever one of the values differs. */
export const rowRevision = (...values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

type Seen = {
  kind: SubjectKind
  subject: number | string
  seen: string | undefined
  stored: string
  /** The only person who can have changed the row; otherwise the audit log is read. */
  by?: string
}

/** Refuses a change of a row that somebody else has changed since the client read it. */
export async function checkSeen(transaction: Store, { kind, subject, seen, stored, by }: Seen): Promise<void> {
  if (seen === undefined || seen === stored) return
  const name = by ?? (await findLastActor(transaction, kind, subject))?.actor_name ?? '?'
  throw new AppError('changed_meanwhile', { params: { name } })
}
