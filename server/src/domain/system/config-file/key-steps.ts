import type { KeyMode } from '@turnpike/contract/routing/channel-keys'
import type { FieldChange } from '@turnpike/contract/system/history'
import type { WantedChannel } from './channel-wanted.ts'
import type { StoredChannel } from './installation-state.ts'
import { fieldOf, hiddenField } from './plan.ts'

/** The steps on a channel's keys after its other members were changed. */
export type KeySteps = {
  add?: { key: string; multi_key_mode: KeyMode | undefined }
  remove?: number[]
  mode?: KeyMode
}
type Result = {
  /** For the change of the channel itself, which replaces its key or all its keys. */
  key?: string
  steps: KeySteps
  fields: FieldChange[]
}
type Means = { hashOf(key: string): string; isMoved: boolean }

/** How a channel gets the keys that the file names. Without keys in the file the stored ones stay. */
export function keySteps(
  stored: StoredChannel,
  wanted: Pick<WantedChannel, 'keys' | 'keyMode'>,
  { hashOf, isMoved }: Means,
): Result {
  const { keys, keyMode } = wanted
  const hasSeveral = stored.multi_key_mode !== ''
  const mode = hasSeveral && keyMode && keyMode !== stored.multi_key_mode ? keyMode : undefined
  const fields = mode ? [fieldOf('multi_key_mode', stored.multi_key_mode, mode)] : []
  const modeStep = mode ? { mode } : {}
  if (keys.length === 0) return { steps: modeStep, fields }
  const storedHashes = new Set(hasSeveral ? stored.keys.map(({ key_hash }) => key_hash) : [stored.key_hash])
  const fresh = keys.filter((key) => !storedHashes.has(hashOf(key)))
  const kept = new Set(keys.map(hashOf))
  const gone = stored.keys.filter(({ key_hash }) => !kept.has(key_hash)).map(({ id }) => id)
  // A stored key stays with its host, so a channel that moves needs all its keys in the file.
  if (!hasSeveral) return ofOneKey(keys, keyMode, { isKept: kept.has(stored.key_hash), isMoved })
  if (fresh.length === 0 && gone.length === 0)
    return { ...(isMoved && { key: JSON.stringify(keys) }), steps: modeStep, fields }
  const changed = [...fields, hiddenField('keys')]
  if (isMoved) return { key: JSON.stringify(keys), steps: modeStep, fields: changed }
  const add = fresh.length > 0 ? { add: { key: JSON.stringify(fresh), multi_key_mode: undefined } } : {}
  return { steps: { ...add, ...(gone.length > 0 && { remove: gone }), ...modeStep }, fields: changed }
}

/** A channel with one key, which may become one with several. */
function ofOneKey(
  keys: readonly string[],
  keyMode: KeyMode | undefined,
  { isKept, isMoved }: { isKept: boolean; isMoved: boolean },
): Result {
  const [first = ''] = keys
  const several = keys.length > 1
  const steps = several ? { add: { key: JSON.stringify(keys), multi_key_mode: keyMode } } : {}
  if (isKept && !isMoved) return { steps, fields: several ? [hiddenField('keys')] : [] }
  const fields = [...(isKept ? [] : [hiddenField('key')]), ...(several ? [hiddenField('keys')] : [])]
  return { key: first, steps, fields }
}
