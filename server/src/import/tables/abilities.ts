import { channelStatus } from '@turnpike/contract/routing/channel-status'
import { commaList } from '../../domain/routing/channels/comma-list.ts'
import type { ImportContext } from '../context.ts'
import type { TableNotes } from '../report.ts'
import { flagIn, textIn } from '../row.ts'

type PlannedChannel = { sourceId: string; channel: { row: { status?: number; group?: string; models?: string } } }

/**
 * The routing index is built from the channels. The source has its own: where that differs, calls will be routed
 * differently than they were there.
 */
export async function noteAbilities(
  { source }: ImportContext,
  plans: readonly PlannedChannel[],
  notes: TableNotes,
): Promise<void> {
  const stored = Map.groupBy(await source.rows('abilities'), (row) => textIn(row, 'channel_id'))
  if (stored.size === 0) return
  for (const { sourceId, channel } of plans) {
    const { status, group = '', models = '' } = channel.row
    const made = new Set(commaList(group).flatMap((one) => commaList(models).map((model) => `${one}\n${model}`)))
    const isEnabled = status === channelStatus.enabled
    const found = stored.get(sourceId) ?? []
    const isSame =
      found.length === made.size &&
      found.every(
        (row) => made.has(`${textIn(row, 'group')}\n${textIn(row, 'model')}`) && flagIn(row, 'enabled') === isEnabled,
      )
    if (!isSame)
      notes.remark('the routing index of the source differs from its channel; here the channel counts', sourceId)
  }
}
