import { isSecretOption, type OptionKey, parseOption } from '@turnpike/contract/options'
import { AppError } from '../../http/app-error.ts'
import type { Vault } from '../../secrets/vault.ts'
import { bumpRevision } from '../../store/revision.ts'
import type { Store } from '../../store/store.ts'
import { writeOption } from './options.queries.ts'

/** Stores values after all of them proved valid, and tells every instance. All or nothing. */
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

/** An option as its row holds it: secrets encrypted, and nothing where there is none. */
export const sealed = (vault: Vault, key: OptionKey, text: string): string =>
  isSecretOption(key) && text !== '' ? vault.encrypt(text, 'option') : text
