import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface SystemTables {
  options: {
    key: string
    value: string
  }

  /** One row: a number that grows with every change to rows that instances keep in memory. */
  revision: {
    id: number
    number: number
    /** Until when instances publish their running calls. */
    looked_until: Generated<number>
  }

  leases: {
    name: string
    holder: string
    expires_at: number
    /** Grows each time the lease is taken, so that writes of an earlier holder can be refused. */
    fencing_number: number
  }

  /** The latest run of each kind over many channels; its lease has the same name. */
  runs: {
    name: string
    fencing_number: number
    total: number
    done: Generated<number>
    failed: Generated<number>
    started_at: number
    finished_at: Generated<number>
  }

  audit: {
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
  audit_changes: {
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
  undone_acts: {
    audit_id: number
    undone_at: number
  }

  schema_migrations: {
    /** `main` or `log`: both sets may share a database. */
    scope: string
    version: number
    name: string
    checksum: string
    applied_at: number
  }

  /** The last balance warning of each user. */
  quota_warnings: {
    user_id: number
    /** 0 nothing, 1 low, 2 used up */
    level: number
    warned_at: number
    is_due: Generated<Flag>
  }

  /** The last ledger entry a job has read, and the last one of the run before. */
  ledger_marks: {
    name: string
    before_last: number
    last: number
  }

  /** Questions and answers that the operator writes, in both languages. */
  faq_entries: {
    id: Generated<number>
    question: string
    answer: string
    question_zh: string
    answer_zh: string
    sort_order: Generated<number>
  }

  /** Imported rows of other servers, and the rows made from them. */
  imports: {
    /** Identifies the source server in later imports. */
    source: string
    kind: string
    source_id: string
    our_id: number
    /** Keyed hash of the source's row as it was imported. */
    checksum: string
    imported_at: number
  }

  /** Figures from before an import that have no entry in the ledger. */
  opening_figures: {
    subject: 'user' | 'token' | 'channel' | 'redemption' | 'top_up'
    id: number
    amount: number
  }
}
