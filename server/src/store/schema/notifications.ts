import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Addresses and identities that an account has had, hashed. */
export interface SeenIdentitiesTable {
  kind: string
  hash: string
  seen_at: number
}

/** What each person was last told about their balance. */
export interface QuotaWarningsTable {
  user_id: number
  /** 0 nothing, 1 low, 2 used up */
  level: number
  warned_at: number
  is_due: Generated<Flag>
}

/** How far a job has read the ledger, this time and the time before. */
export interface LedgerMarksTable {
  name: string
  before_last: number
  last: number
}
