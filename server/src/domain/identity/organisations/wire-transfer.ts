import type { Organisation } from '@turnpike/contract/identity/organisation-api'
import type { findTransfer } from './transfers.queries.ts'

type TransferRow = NonNullable<Awaited<ReturnType<typeof findTransfer>>>

/** An offer as members see it. */
export const wireTransfer = (row: TransferRow): NonNullable<Organisation['transfer']> => ({
  from: row.from_display_name || row.from_name,
  to: row.to_display_name || row.to_name,
  to_id: row.to_user,
  expires_at: row.expires_at,
})
