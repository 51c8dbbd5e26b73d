import { channelTypeOrder, channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import { modelVariable } from '@turnpike/contract/routing/channel'

type Row = (typeof channelTypes)[keyof typeof channelTypes]

/** What a channel type requires of its channels. An unknown number requires nothing. */
export const traitsOf = (type: number): Row =>
  isChannelType(type)
    ? channelTypes[type]
    : { type, label: '', monogram: '', defaultBaseUrl: '', baseUrl: 'optional', testable: false }

/** The types to choose from: a retired type is offered only to a channel that has it. */
export function offeredTypes(current: number): number[] {
  const living = channelTypeOrder.filter((type) => !channelTypes[type].retired)
  return living.some((type) => type === current) ? living : [current, ...living]
}

/** Whether a channel can get this type: the server calls its upstreams, or the channel has the type already. */
export const mayChoose = (type: number, stored: number | undefined, callable: readonly number[] | undefined) =>
  type === stored || callable === undefined || callable.includes(type)

/** Whether an address must hold the variable, so that a call can name its model. */
export const needsModelVariable = ({ baseUrlExample }: Row) => baseUrlExample?.includes(modelVariable) ?? false
