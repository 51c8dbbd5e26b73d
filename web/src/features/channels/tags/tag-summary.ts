import { type Channel, channelStatus } from '@turnpike/contract/channel'
import { listOf } from '../list/channel-rows.ts'

/** What the upstream has left; undefined until it was asked. */
export const leftOf = ({ balance, balance_updated_time }: Channel) => (balance_updated_time > 0 ? balance : undefined)

export const isOn = ({ status }: Channel) => status === channelStatus.enabled

/** The value all have in common, if they do. */
export function commonOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

/** "5–20", where the numbers differ. */
export const rangeOf = (numbers: readonly number[]) => `${Math.min(...numbers)}–${Math.max(...numbers)}`

/** The types of the channels, the commonest first. */
function typesOf(channels: readonly Channel[]): number[] {
  const counts = Map.groupBy(channels, ({ type }) => type)
  return [...counts].sort(([, one], [, other]) => other.length - one.length).map(([type]) => type)
}

/** How fast those that serve calls are; when all are off, how fast they were. Those never tested say nothing. */
function responseOf(channels: readonly Channel[]): number {
  const serving = channels.some(isOn) ? channels.filter(isOn) : channels
  const tested = serving.filter(({ response_time }) => response_time > 0)
  if (tested.length === 0) return 0
  return tested.reduce((sum, { response_time }) => sum + response_time, 0) / tested.length
}

/** A tag in one row: what its channels come to together. Balances nobody knows are left out of the sum. */
export function summaryOf(channels: readonly Channel[]) {
  const known = channels.map(leftOf).filter((left) => left !== undefined)
  return {
    on: channels.filter(isOn).length,
    types: typesOf(channels),
    groups: [...new Set(channels.flatMap(({ group }) => listOf(group)))],
    responseTime: responseOf(channels),
    usedQuota: channels.reduce((sum, { used_quota }) => sum + used_quota, 0),
    left: known.length > 0 ? known.reduce((sum, left) => sum + left, 0) : undefined,
  }
}
