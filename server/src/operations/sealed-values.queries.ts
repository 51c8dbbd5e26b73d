import { isOptionKey, isSecretOption } from '@turnpike/contract/options'
import { readOptions } from '../domain/system/options/options.queries.ts'
import type { Purpose, Vault } from '../secrets/vault.ts'
import type { Store } from '../store/store.ts'

/** Whether a secret key is the one that stored values were sealed with; `unknown` where nothing is sealed yet. */
export async function judgeSecretKey(store: Store, vault: Vault): Promise<'opens' | 'wrong' | 'unknown'> {
  const sealed = await readSealed(store)
  if (sealed.length === 0) return 'unknown'
  return sealed.every(({ cipher, purpose }) => opens(vault, cipher, purpose)) ? 'opens' : 'wrong'
}

/** The newest and the oldest value of each kind that every installation has. */
async function readSealed(store: Store): Promise<{ cipher: string; purpose: Purpose }[]> {
  const sealed: { cipher: string; purpose: Purpose }[] = []
  for (const [table, purpose] of [
    ['tokens', 'token key'],
    ['channels', 'channel key'],
  ] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const row = await store
        .selectFrom(table)
        .select('key_cipher')
        .where('key_cipher', '<>', '')
        .orderBy('id', direction)
        .executeTakeFirst()
      if (row) sealed.push({ cipher: row.key_cipher, purpose })
    }
  for (const { key, value } of await readOptions(store))
    if (isOptionKey(key) && isSecretOption(key) && value !== '') sealed.push({ cipher: value, purpose: 'option' })
  return sealed
}

function opens(vault: Vault, cipher: string, purpose: Purpose): boolean {
  try {
    vault.decrypt(cipher, purpose)
    return true
  } catch {
    return false
  }
}
