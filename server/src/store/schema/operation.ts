import type { Generated } from 'kysely'

export interface OptionsTable {
  key: string
  value: string
}

/** One row: a number that grows with every change to rows that instances keep in memory. */
export interface RevisionTable {
  id: number
  number: number
  /** Until when instances publish their running calls. */
  looked_until: Generated<number>
}

export interface LeasesTable {
  name: string
  holder: string
  expires_at: number
  /** Grows each time the lease is taken, so that writes of an earlier holder can be refused. */
  fencing_number: number
}

/** The latest run of each kind over many channels; its lease has the same name. */
export interface RunsTable {
  name: string
  fencing_number: number
  total: number
  done: Generated<number>
  failed: Generated<number>
  started_at: number
  finished_at: Generated<number>
}

export interface AuditTable {
  id: Generated<number>
  at: number
  actor_id: number
  actor_name: string
  action: string
  target: Generated<string>
  detail: Generated<string>
  address: Generated<string>
  request_id: Generated<string>
}

/** One row per channel, option, token, code or user that an audited act changed. */
export interface AuditChangesTable {
  audit_id: number
  kind: string
  /** The id of the row, or the name of the option. */
  subject: string
  /** JSON of old and new values by field; '' for acts whose values were not kept. */
  fields: Generated<string>
  /** Encrypted values that may hold credentials, or ''. */
  sealed: Generated<string>
}

/** Acts that were undone. */
export interface UndoneActsTable {
  audit_id: number
  undone_at: number
}

export interface SchemaMigrationsTable {
  /** `main` or `log`: both sets may share a database. */
  scope: string
  version: number
  name: string
  checksum: string
  applied_at: number
}
