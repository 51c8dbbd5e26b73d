import { channelStatus } from '@turnpike/contract/routing/channel'
import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import { commaList } from '../comma-list.ts'

export type Ability = Selectable<Database['abilities']>

/** The columns of a channel that its routing index is built from. */
export type IndexedChannel = Pick<
  Selectable<Database['channels']>,
  'id' | 'status' | 'group' | 'models' | 'priority' | 'weight' | 'tag'
>

/** The columns that are the same in every row of a channel. */
export const traitsOf = ({ status, priority, weight, tag }: IndexedChannel) => ({
  enabled: status === channelStatus.enabled ? (1 as const) : (0 as const),
  priority,
  weight,
  tag,
})

/** One row per group and model. */
export function abilitiesOf(channel: IndexedChannel): Ability[] {
  const traits = traitsOf(channel)
  const models = commaList(channel.models)
  return commaList(channel.group).flatMap((group) =>
    models.map((model) => ({ group, model, channel_id: channel.id, ...traits })),
  )
}

/** How the stored rows of a channel differ from the wanted ones: rows missing or surplus, and rows with other traits. */
export function driftOf(wanted: readonly Ability[], found: readonly Ability[]): { rows: number; traits: number } {
  const known = new Map(found.map((ability) => [keyOf(ability), ability]))
  let missing = 0
  let traits = 0
  for (const ability of wanted) {
    const row = known.get(keyOf(ability))
    if (!row) missing++
    else if (!sameTraits(row, ability)) traits++
  }
  const surplus = found.length - (wanted.length - missing)
  return { rows: missing + surplus, traits }
}

const keyOf = ({ group, model }: Ability) => `${group}\n${model}`

const sameTraits = (one: Ability, other: Ability) =>
  one.enabled === other.enabled &&
  one.priority === other.priority &&
  one.weight === other.weight &&
  one.tag === other.tag
