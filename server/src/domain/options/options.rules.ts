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
    const isSealed = isSecretOption(key as OptionKey) && parsed.text !== ''
    return { key, value: isSealed ? vault.encrypt(parsed.text, 'option') : parsed.text }
  })
  await store.transaction().execute(async (transaction) => {
    for (const { key, value } of rows) await writeOption(transaction, key, value)
    await bumpRevision(transaction)
  })
}
