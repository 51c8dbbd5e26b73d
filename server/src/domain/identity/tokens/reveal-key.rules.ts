import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { findToken } from './tokens.queries.ts'

/** The whole key, for its owner. */
export async function revealKey({ store, vault }: Pick<Deps, 'store' | 'vault'>, actor: Actor, id: number) {
  const token = await findToken(store, actor.id, id)
  if (!token) throw new AppError('not_found')
  await writeAudit(store, actor, { action: 'token.reveal', target: String(id) })
  return { key: vault.decrypt(token.key_cipher, 'token key') }
}
