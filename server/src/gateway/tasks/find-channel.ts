import { channelStatus } from '@turnpike/contract/channels/channel'
import { isChannelType } from '@turnpike/contract/channels/channel-types'
import { findChannelForRouting } from '../../domain/channels/channels.queries.ts'
import { loadProviders } from '../providers/registry.ts'
import { type Channel, readChannel } from '../routing/channel.ts'
import type { TaskDeps } from './task-deps.ts'

/** A task's own channel, which may have been switched off since; undefined when it was deleted. */
export async function findChannelOfTask(
  { snapshot, store, vault }: TaskDeps,
  id: number,
): Promise<{ channel: Channel; isEnabled: boolean } | undefined> {
  const routed = snapshot.current().channels.get(id)
  if (routed) return { channel: routed, isEnabled: true }
  const row = await findChannelForRouting(store, id)
  if (!row || !isChannelType(row.type)) return undefined
  await loadProviders([row.type])
  return { channel: readChannel(row, row.type, vault), isEnabled: row.status === channelStatus.enabled }
}
