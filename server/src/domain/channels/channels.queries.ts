import { channelStatus } from '@turnpike/contract/channel'
import type { Store } from '../../store/store.ts'

const routingColumns = [
  'id',
  'name',
  'type',
  'status',
  'key_cipher',
  'priority',
  'weight',
  'models',
  'group',
  'auto_ban',
  'max_input_tokens',
  'model_mapping',
  'status_code_mapping',
  'setting',
  'base_url',
  'other',
  'openai_organization',
] as const

/** Every channel, as routing needs it; those that are off are there for pinned calls to be refused by name. */
export const readChannelsForRouting = (store: Store) =>
  store.selectFrom('channels').select(routingColumns).orderBy('id').execute()

/** Switches a channel off by itself, once; whoever comes second changes nothing. Gives whether it was us. */
export async function autoDisableChannel(store: Store, id: number, otherInfo: string): Promise<boolean> {
  const changed = await store
    .updateTable('channels')
    .set({ status: channelStatus.autoDisabled, other_info: otherInfo })
    .where('id', '=', id)
    .where('status', '=', channelStatus.enabled)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await store.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', id).execute()
  return true
}
