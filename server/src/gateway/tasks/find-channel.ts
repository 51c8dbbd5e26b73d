import { isChannelType } from '@turnpike/contract/channel-types'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { findChannelForRouting } from '../../domain/routing/channels/channels.queries.ts'
import { findKey } from '../../domain/routing/channels/keys/channel-keys.queries.ts'
import type { TaskDeps } from '../entry/relay-deps.ts'
import { loadProviders } from '../providers/registry.ts'
import { type Channel, readChannel, withKey } from '../routing/channel.ts'

/**
 * The channel of a task with the key it was submitted with, even if switched off since; undefined if it was deleted.
 */
export async function findChannelOfTask(
  { snapshot, store, vault }: TaskDeps,
  { channel_id: id, key_id }: { channel_id: number; key_id: number },
): Promise<{ channel: Channel; isEnabled: boolean } | undefined> {
  const routed = snapshot.current().channels.get(id)
  if (routed && key_id === 0) return { channel: routed, isEnabled: true }
  const keyed = routed?.keys?.find(({ keyId }) => keyId === key_id)
  if (keyed) return { channel: keyed, isEnabled: true }
  const row = await findChannelForRouting(store, id)
  if (!row || !isChannelType(row.type)) return undefined
  await loadProviders([row.type])
  const channel = readChannel(row, row.type, vault, snapshot.current().proxies)
  const key = key_id > 0 ? await findKey(store, id, key_id) : undefined
  return { channel: key ? withKey(channel, key, vault) : channel, isEnabled: row.status === channelStatus.enabled }
}
