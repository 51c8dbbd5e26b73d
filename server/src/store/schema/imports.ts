/** Imported rows of other servers, and the rows made from them. */
export interface ImportsTable {
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
export interface OpeningFiguresTable {
  subject: 'user' | 'token' | 'channel' | 'redemption' | 'top_up'
  id: number
  amount: number
}
