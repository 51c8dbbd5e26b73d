import { createHash } from 'node:crypto'
import type { Vault } from '../secrets/vault.ts'
import type { Store } from '../store/store.ts'
import { findSourceOfKeys } from './imports.queries.ts'
import { textIn } from './row.ts'
import type { Source } from './sources/source.ts'
import { tokenKeyOf } from './tables/tokens.ts'

/**
 * Names a source, so that a repeated import brings nothing twice, also when its file was moved. Keys of tokens are unique in
 * the world: a source with a key that was imported before is the same source. A new one is named by its first user, whose
 * password hash no other server has.
 */
export async function fingerprintOf(source: Source, store: Store, vault: Vault, named: string): Promise<string> {
  const tokens = await source.rows('tokens')
  const hashes = tokens.map((row) => vault.hash(tokenKeyOf(row), 'token key'))
  const before = await findSourceOfKeys(store, hashes)
  if (before) return before
  const [first] = await source.rows('users')
  const text = first ? ['id', 'username', 'password'].map((column) => textIn(first, column)).join('\n') : named
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
