import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { hasOpenKey } from '../routing/choose-key.ts'
import { type Choice, isCallable } from '../routing/routing.ts'
import type { Call } from './call.ts'

type Kept = { channel: Channel; withKey: Channel; isKept: true }

/** The channel and key of the conversation's last call, if they can be called now. */
export function keptChannel(conversation: string, choice: Choice, { sticky, clock }: RelayDeps): Kept | undefined {
  const kept = sticky.find(conversation, clock())
  if (!kept) return undefined
  for (const { channels } of choice.tiers) {
    const channel = channels.find(({ id }) => id === kept.channelId)
    if (!channel || !isCallable(channel, choice)) continue
    const withKey = channel.keys ? channel.keys.find(({ keyId }) => keyId === kept.keyId) : channel
    if (withKey && (!channel.keys || hasOpenKey([withKey], choice))) return { channel, withKey, isKept: true }
  }
  return undefined
}

export function keepConversation(
  { conversation, snapshot }: Call,
  channel: Channel,
  isKept: boolean,
  { sticky, stickyFigures, clock }: RelayDeps,
): void {
  if (conversation === undefined) return
  sticky.keep(conversation, channel, clock() + snapshot.options.StickyMinutes * 60)
  stickyFigures.add(channel.id, { calls: 1, hits: isKept ? 1 : 0, saved: 0 })
}
