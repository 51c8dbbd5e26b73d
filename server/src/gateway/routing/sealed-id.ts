import { sameSecret } from '../../secrets/vault.ts'
import type { Channel } from './channel.ts'

const proofLength = 16
const sealed = /^(.+)_tp([0-9a-z]{1,11})_([\w-]{16})$/

const proofOf = (channel: Channel, userId: number, id: string): string =>
  channel.sign(`${userId} ${id}`).slice(0, proofLength)

/**
 * The id of a response that an upstream stores, with the channel that can continue it and a proof. The proof depends on
 * the channel's key and on the user: the response is lost when the channel gets another key, and is of no use to other
 * users.
 */
export const sealId = (id: string, channel: Channel, userId: number): string =>
  `${id}_tp${channel.id.toString(36)}_${proofOf(channel, userId, id)}`

/** The upstream's own id in a sealed one, and whether a channel stores the response. */
export type OpenedId = { id: string; isKeptBy(channel: Channel): boolean }

/** Undefined for an id that this gateway did not give. */
export function openId(text: string, userId: number): OpenedId | undefined {
  const [, id, channelId, proof] = sealed.exec(text) ?? []
  if (id === undefined || channelId === undefined || proof === undefined) return undefined
  return {
    id,
    isKeptBy: (channel) =>
      channel.id === Number.parseInt(channelId, 36) && sameSecret(proofOf(channel, userId, id), proof),
  }
}
