import { targetOf } from '../../../system/audit/audit.queries.ts'
import type { ChannelRow, ChannelUpdate } from '../channels.queries.ts'

/** Columns that may hold credentials: the audit records that they changed, without values. */
const hiddenColumns = new Set([
  'key_cipher',
  'key_hash',
  'base_url',
  'setting',
  'proxy_cipher',
  'param_override',
  'header_override',
])
const names: Record<string, string> = { key_cipher: 'key', key_hash: 'key', proxy_cipher: 'setting' }
const textMax = 1000
const idsMax = 200

const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, textMax) : value)

/** The changed members with old and new values, for the audit. */
export function changeDetail(before: Partial<ChannelRow>, change: ChannelUpdate): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([column, to]) => [
      names[column] ?? column,
      hiddenColumns.has(column) ? 'changed' : { from: short(before[column as keyof ChannelRow]), to: short(to) },
    ]),
  )
}

export const targetsOf = (ids: readonly number[]) =>
  ids
    .slice(0, idsMax)
    .map((id) => `#${id}`)
    .join(' ') + (ids.length > idsMax ? ` … (${ids.length})` : '')

/** One channel is named; several are told by their ids. */
export const targetOfAll = (channels: readonly { id: number; name: string }[]) => {
  const [first, ...others] = channels
  return first && others.length === 0 ? targetOf(first) : targetsOf(channels.map(({ id }) => id))
}
