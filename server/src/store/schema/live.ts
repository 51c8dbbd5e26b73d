/** The running calls of one process, while an administrator watches them. */
export interface LiveCallsTable {
  process: string
  at: number
  /** JSON. */
  calls: string
}

/** A running call that an administrator wants to end. */
export interface LiveCancelsTable {
  request_id: string
  at: number
}
