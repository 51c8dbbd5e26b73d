import { type Channel, channelStatus } from '@turnpike/contract/routing/channel'
import { listOf } from '../list/channel-rows.ts'

/** The balance at the upstream; undefined before it was first requested. */
export const leftOf = ({ balance, balance_updated_time }: Channel) => (balance_updated_time > 0 ? balance : undefined)

export const isOn = ({ status }: Channel) => status === channelStatus.enabled

/** The value that all have in common, or undefined. */
export function commonOf<Value>(values: readonly Value[]): Value | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

/** "5–20", where the numbers differ. */
export const rangeOf = (numbers: readonly number[]) => `${Math.min(...numbers)}–${Math.max(...numbers)}`

/** The types of the channels, the most frequent first. */
function typesOf(channels: readonly Channel[]): number[] {
  const counts = Map.groupBy(channels, ({ type }) => type)
  return [...counts].sort(([, one], [, other]) => other.length - one.length).map(([type]) => type)
}

/** The mean response time of the enabled channels, or of all when none is enabled. Untested and failed channels do not count. */
function responseOf(channels: readonly Channel[]): number {
  const serving = channels.some(isOn) ? channels.filter(isOn) : channels
  const tested = serving.filter(({ response_time }) => response_time > 0)
  if (tested.length === 0) return 0
  return tested.reduce((sum, { response_time }) => sum + response_time, 0) / tested.length
}

/** The sums of a tag's channels for its row. Unknown balances do not count. */
export function summaryOf(channels: readonly Channel[]) {
  const known = channels.map(leftOf).filter((left) => left !== undefined)
  return {
    on: channels.filter(isOn).length,
    types: typesOf(channels),
    groups: [...new Set(channels.flatMap(({ group }) => listOf(group)))],
    failed: channels.filter(({ health }) => health === 'failed').length,
    responseTime: responseOf(channels),
    usedQuota: channels.reduce((sum, { used_quota }) => sum + used_quota, 0),
    left: known.length > 0 ? known.reduce((sum, left) => sum + left, 0) : undefined,
  }
}
