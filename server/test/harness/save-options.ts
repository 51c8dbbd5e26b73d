import { type OptionKey, parseOption } from '@turnpike/contract/options'
import { writeOption } from '../../src/domain/system/options/options.queries.ts'
import { sealed } from '../../src/domain/system/options/options.rules.ts'
import { AppError } from '../../src/http/app-error.ts'
import type { Vault } from '../../src/secrets/vault.ts'
import { bumpRevision } from '../../src/store/revision.ts'
import type { Store } from '../../src/store/store.ts'

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
