import {
  defaultOptions,
  isHarmlessOption,
  isOptionKey,
  isSecretOption,
  type OptionKey,
  type OptionValues,
  parseOption,
} from '@turnpike/contract/options'
import type { Log } from '../../../log.ts'
import type { Vault } from '../../../secrets/vault.ts'
import { StartError } from '../../../start-error.ts'
import type { Store } from '../../../store/store.ts'
import { readOptions } from './options.queries.ts'

/** The administrator's options in force: the defaults overlaid by the stored values, parsed once per change. */
export type LiveOptions = { current(): OptionValues; reload(): Promise<void> }

/** Throws when an unreadable option decides about money or access: its default must not be used instead. */
export async function loadOptions(store: Store, vault: Vault, log: Log): Promise<LiveOptions> {
  let values = defaultOptions()
  const reload = async (): Promise<ReadonlySet<OptionKey>> => {
    const { values: next, unreadable } = await storedOptions(store, vault, values)
    for (const option of unreadable) log.error('stored option unreadable', { option })
    values = Object.freeze(next)
    return unreadable
  }
  refuseDefaults([...(await reload())].filter((key) => !isHarmlessOption(key)))
  return {
    current: () => values,
    async reload() {
      await reload()
    },
  }
}

function refuseDefaults(damaged: OptionKey[]): void {
  if (damaged.length > 0)
    throw new StartError(
      `These options cannot be read from the database, and they decide about money or access: ${damaged.join(', ')}.\n` +
        '  Correct their rows in the table options, or delete the rows to use the defaults.',
    )
}

/** The stored options. For an unreadable value the one in force stays: a damaged row must not remove prices. */
export async function storedOptions(store: Store, vault: Vault, inForce: OptionValues) {
  const values = defaultOptions()
  const unreadable = new Set<OptionKey>()
  for (const { key, value } of await readOptions(store)) {
    if (!isOptionKey(key)) continue // written by a newer version
    const parsed = readStored(key, value, vault)
    if (!parsed.ok) unreadable.add(key)
    Object.assign(values, { [key]: parsed.ok ? parsed.value : inForce[key] })
  }
  return { values, unreadable }
}

function readStored(key: OptionKey, stored: string, vault: Vault) {
  if (!isSecretOption(key) || stored === '') return parseOption(key, stored)
  try {
    return parseOption(key, vault.decrypt(stored, 'option'))
  } catch {
    return { ok: false } as const
  }
}
