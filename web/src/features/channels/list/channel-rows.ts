import type { Channel } from '@turnpike/contract/channel'

export type TagRow = { kind: 'tag'; tag: string; channels: Channel[]; isOpen: boolean }
export type ChannelRow = {
  kind: 'channel'
  channel: Channel
  /** Where it hangs under its tag. */
  position: 'alone' | 'child' | 'last child'
}
export type Row = TagRow | ChannelRow

const tagKey = 'tag:'

/** Channels have numbers, tags have texts, so the two never meet. */
export const keyOf = (row: Row) => (row.kind === 'tag' ? tagKey + row.tag : row.channel.id)

/** What the table shows: every channel on its own, or each tag with its channels under it while it is open. */
export function rowsOf(channels: readonly Channel[], tagMode: boolean, open: ReadonlySet<string>): Row[] {
  if (!tagMode) return channels.map((channel) => ({ kind: 'channel', channel, position: 'alone' }))
  const byTag = Map.groupBy(channels, (channel) => channel.tag || undefined)
  // A tag stands where its first channel would.
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
