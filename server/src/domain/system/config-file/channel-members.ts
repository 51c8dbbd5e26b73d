import { isDeepStrictEqual } from 'node:util'
import { isChannelType } from '@turnpike/contract/channel-types'
import { channelTypeName } from '@turnpike/contract/system/config-file/file-channel'
import { type ChannelRow, type WrittenColumns, writtenColumns } from '../../routing/channels/channels.queries.ts'
import { checkedColumns } from '../../routing/channels/edit/check-channel.ts'
import { isObject, parsedJson } from '../../routing/channels/edit/json-text.ts'

/** The columns of a stored channel in normalised form; as stored where they cannot be normalised. */
export function plainColumns(channel: ChannelRow): WrittenColumns {
  const stored = Object.fromEntries(writtenColumns.map((column) => [column, channel[column]])) as WrittenColumns // these columns
  const { type, ...others } = stored
  try {
    return {
      ...stored,
      ...checkedColumns({ ...others, ...(isChannelType(type) && { type }), tag: stored.tag ?? '' }, channel),
    }
  } catch {
    return stored // from another server, or from before a rule
  }
}

/** The text of a JSON column. The stored text stays where its value is the same. */
export function jsonColumn(value: Readonly<Record<string, unknown>>, stored: string | undefined): string {
  if (Object.keys(value).length === 0) return ''
  return stored !== undefined && isDeepStrictEqual(parsedJson(stored), value) ? stored : JSON.stringify(value)
}

export function jsonMembers(text: string): Record<string, unknown> {
  const members = parsedJson(text)
  return isObject(members) ? members : {}
}

/** Members of a channel's settings that hold no credentials, although their names sound like it. */
const harmlessMembers = new Set(['first_token_seconds', 'first_token_seconds_by_model', 'key_limits', 'limits', 'cost'])
/** Names of body members and operations that may come with a credential; `max_tokens` does not. */
const sensitiveText = /api_?key|secret|passw|authori[sz]ation|credential|cookie|header|(?:access|auth|bearer)_?token/i
const sensitiveName = /key|secret|token|password|auth|header|cookie|proxy/i

/** Whether a value may hold credentials: then it is neither shown in a plan nor exported in plain text. */
export function mayHoldSecret(column: string, text: string): boolean {
  if (column === 'base_url') return text.includes('?')
  if (column === 'header_override') return text !== ''
  if (column === 'param_override') return sensitiveText.test(text)
  if (column !== 'setting') return false
  return Object.entries(jsonMembers(text)).some(
    ([name, value]) =>
      !harmlessMembers.has(name) &&
      (sensitiveName.test(name) ? typeof value === 'string' || isObject(value) : JSON.stringify(value).includes('@')),
  )
}

/** The name of a column in a file. */
export const memberOf = (column: string) => (column === 'group' ? 'groups' : column)

/** The value of a column as the file writes it. */
export function shownColumn(column: string, value: string | number | null | undefined): string | number | null {
  if (column === 'type') return channelTypeName(Number(value)) ?? Number(value)
  if (column === 'auto_ban') return value === 1 ? 'true' : 'false'
  return value ?? null
}
