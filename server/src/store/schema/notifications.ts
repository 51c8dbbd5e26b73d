import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Keyed hashes of the addresses and identities that accounts have had. */
export interface SeenIdentitiesTable {
  kind: string
  hash: string
  seen_at: number
}

/** The last balance warning of each user. */
export interface QuotaWarningsTable {
  user_id: number
  /** 0 nothing, 1 low, 2 used up */
  level: number
  warned_at: number
  is_due: Generated<Flag>
}

/** The last ledger entry a job has read, and the last one of the run before. */
export interface LedgerMarksTable {
  name: string
  before_last: number
  last: number
}
