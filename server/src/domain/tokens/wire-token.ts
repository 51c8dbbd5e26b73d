import { type Token, tokenStatus } from '@turnpike/contract/token'
import type { Vault } from '../../secrets/vault.ts'
import { standingOf } from './token-standing.ts'
import type { TokenRow } from './tokens.queries.ts'

/** A row as its owner knows it. The relay notes an expiry only when somebody calls, so the status is looked at anew. */
export function wireToken({ key_cipher, ...row }: TokenRow, vault: Vault, now: number): Token {
  return {
    ...row,
    key: vault.decrypt(key_cipher, 'token key'),
    status: row.status === tokenStatus.enabled ? standingOf(row, now) : row.status,
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
    DeletedAt: null,
  }
}
