import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'

/** The types for endpoints of one's own, which have no upstream with a name. */
const customTypes: ReadonlySet<ChannelType> = new Set([8, 58])

const rank = (type: ChannelType) => (channelTypes[type].testable ? 0 : 1)

/** The names of the upstreams that this server can call: chat first, then drawing and music. */
export const offeredUpstreams = (callable: readonly number[]): string[] =>
  channelTypeOrder
    .filter((type) => !customTypes.has(type) && callable.includes(type) && !channelTypes[type].retired)
    .toSorted((one, other) => rank(one) - rank(other))
    .map((type) => channelTypes[type].label)
