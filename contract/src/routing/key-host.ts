import { channelTypes, isChannelType } from '../channel-types.ts'

type Addressed = { type: number; base_url: string; other: string }

/**
 * Where the key of a channel is sent: scheme, host and port. A stored key stays with them: a channel that moves to
 * another host needs its key again. Otherwise an administrator could have any key sent to a server of their own.
 */
export function keyHostOf({ type, base_url, other }: Addressed): string {
  const address = base_url.trim() || (isChannelType(type) ? channelTypes[type].defaultBaseUrl : '')
  // Without an address the provider derives the host from the type and from `other`, which may be a region.
  if (address === '') return `${type} ${other.trim()}`
  return URL.canParse(address) ? new URL(address).origin : address
}
