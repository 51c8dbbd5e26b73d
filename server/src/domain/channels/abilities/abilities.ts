import { channelStatus } from '@turnpike/contract/channel'
import type { Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import { commaList } from '../comma-list.ts'

export type Ability = Selectable<Database['abilities']>

/** What the routing index knows about a channel. */
export type IndexedChannel = Pick<
  Selectable<Database['channels']>,
  'id' | 'status' | 'group' | 'models' | 'priority' | 'weight' | 'tag'
>

/** The same for every row of a channel. */
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

/** How far the rows of a channel are from what they should be: how many rows are missing or too many, how many differ. */
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
