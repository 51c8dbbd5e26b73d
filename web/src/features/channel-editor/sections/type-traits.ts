import { modelVariable } from '@turnpike/contract/channel'
import { channelTypeOrder, channelTypes, isChannelType } from '@turnpike/contract/channel-types'

type Row = (typeof channelTypes)[keyof typeof channelTypes]

/** What a type asks of its channels. A number that we do not know asks for nothing. */
export const traitsOf = (type: number): Row =>
  isChannelType(type)
    ? channelTypes[type]
    : { type, label: '', monogram: '', defaultBaseUrl: '', baseUrl: 'optional', testable: false }

/** The types to choose from: what is shut down is not offered, but a channel that has such a type keeps it in view. */
export function offeredTypes(current: number): number[] {
  const living = channelTypeOrder.filter((type) => !channelTypes[type].retired)
  return living.some((type) => type === current) ? living : [current, ...living]
}

/** Whether an address must hold the variable, so that a call can name its model. */
export const needsModelVariable = ({ baseUrlExample }: Row) => baseUrlExample?.includes(modelVariable) ?? false
