import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'

const customType = 8

/** Chat first, then drawing and music, which no chat call can test, and the visitor's own endpoint last. */
const rank = (type: ChannelType) => (type === customType ? 2 : channelTypes[type].testable ? 0 : 1)

/** The channel types that this server can call; only the visitor's own endpoint has no name. */
export const offeredTypes = (callable: readonly number[]) =>
  channelTypeOrder
    .filter((type) => callable.includes(type) && !channelTypes[type].retired)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((type) => ({ type, label: type === customType ? undefined : channelTypes[type].label }))
