import { channelTypeOrder, channelTypes, isChannelType, isRetired } from '@turnpike/contract/channel-types'
import { modelVariable } from '@turnpike/contract/routing/channel'

type Row = (typeof channelTypes)[keyof typeof channelTypes]

/** What a channel type requires of its channels. An unknown number requires nothing. */
export const traitsOf = (type: number): Row =>
  isChannelType(type)
    ? channelTypes[type]
    : { type, label: '', monogram: '', defaultBaseUrl: '', baseUrl: 'optional', testable: false }

/** The types to choose from; the number of an unknown type stays visible in a channel that has it. */
export const offeredTypes = (current: number): number[] =>
  isChannelType(current) ? [...channelTypeOrder] : [current, ...channelTypeOrder]

/** Whether a channel leads to an upstream that has shut down. */
export const hasShutDown = ({ type, base_url }: { type: number; base_url: string }): boolean =>
  isChannelType(type) && isRetired(type, base_url.trim())

/** Whether a channel can get this type: the server calls its upstreams, or the channel has the type already. */
export const mayChoose = (type: number, stored: number | undefined, callable: readonly number[] | undefined) =>
  type === stored || callable === undefined || callable.includes(type)

/** Whether an address must hold the variable, so that a call can name its model. */
export const needsModelVariable = ({ baseUrlExample }: Row) => baseUrlExample?.includes(modelVariable) ?? false
