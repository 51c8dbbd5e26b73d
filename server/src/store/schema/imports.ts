/** Rows of other servers and what they became here. */
export interface ImportsTable {
  /** The server they come from, as the import recognises it again. */
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
