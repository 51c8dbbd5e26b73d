import { isSecretOption, type OptionKey, parseOption } from '@turnpike/contract/options'
import { AppError } from '../../../http/app-error.ts'
import type { Vault } from '../../../secrets/vault.ts'
import { bumpRevision } from '../../../store/revision.ts'
import type { Store } from '../../../store/store.ts'
import { writeOption } from './options.queries.ts'

/** Stores options, all or none, once every value is valid, and announces the change to all instances. */
export async function saveOptions(
  store: Store,
  vault: Vault,
  changes: Partial<Record<OptionKey, string>>,
): Promise<void> {
  const rows = Object.entries(changes).map(([key, text]) => {
    const parsed = parseOption(key as OptionKey, text)
    if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
    return { key: key as OptionKey, text: parsed.text }
  })
  await store.transaction().execute(async (transaction) => {
    for (const { key, text } of rows) await writeOption(transaction, key, sealed(vault, key, text))
    await bumpRevision(transaction)
  })
}

/** An option's text as stored: encrypted for a secret option that is not empty. */
export const sealed = (vault: Vault, key: OptionKey, text: string): string =>
  isSecretOption(key) && text !== '' ? vault.encrypt(text, 'option') : text
