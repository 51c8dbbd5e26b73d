import type { Channel } from '@turnpike/contract/routing/channel'

export type TagRow = { kind: 'tag'; tag: string; channels: Channel[]; isOpen: boolean }
export type ChannelRow = {
  kind: 'channel'
  channel: Channel
  /** Whether it is listed under a tag, and whether as the last one. */
  position: 'alone' | 'child' | 'last child'
}
export type Row = TagRow | ChannelRow

const tagKey = 'tag:'

/** Keys of channels are numbers and keys of tags are texts, so they cannot be equal. */
export const keyOf = (row: Row) => (row.kind === 'tag' ? tagKey + row.tag : row.channel.id)

/** The rows of the table: every channel, or in tag mode each tag, followed by its channels while it is open. */
export function rowsOf(channels: readonly Channel[], tagMode: boolean, open: ReadonlySet<string>): Row[] {
  if (!tagMode) return channels.map((channel) => ({ kind: 'channel', channel, position: 'alone' }))
  const byTag = Map.groupBy(channels, (channel) => channel.tag || undefined)
  // A tag's row has the position of its first channel.
  return [...byTag].flatMap(([tag, members]): Row[] =>
    tag === undefined ? rowsOf(members, false, open) : tagRows(tag, members, open.has(tag)),
  )
}

function tagRows(tag: string, channels: Channel[], isOpen: boolean): Row[] {
  const children = channels.map((channel, at): Row => {
    return { kind: 'channel', channel, position: at === channels.length - 1 ? 'last child' : 'child' }
  })
  return [{ kind: 'tag', tag, channels, isOpen }, ...(isOpen ? children : [])]
}

/** The parts of a comma separated list. */
export const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
