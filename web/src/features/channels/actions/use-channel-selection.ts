import type { ChannelBatch } from '@turnpike/contract/routing/channel'
import { type Key, useState } from 'react'
import { stored } from '../../../lib/browser/stored.ts'
import type { Row } from '../list/channel-rows.ts'
import type { ChannelView } from '../list/use-channel-view.ts'

/** The channels that an action is for, and how many they are. */
export type Chosen = { batch: ChannelBatch; count: number }

/** Rows of tables have their checkboxes, as in every other list, unless the switch hides them. Cards have none at first. */
const checkboxes = stored<boolean>('channel-checkboxes', (text) => text !== 'false')

/**
 * The selected channels: ticked rows of the open page, or all channels that match the filters. Rows of another page or of
 * a closed tag are never selected without being seen.
 */
export function useChannelSelection(
  rows: readonly Row[],
  total: number,
  { query, isTagMode }: ChannelView,
  showsCards: boolean,
) {
  const hasCheckboxes = checkboxes.use()
  const [isSelecting, setIsSelecting] = useState(false)
  const isBatch = showsCards ? isSelecting : hasCheckboxes
  const [ticked, setTicked] = useState<readonly Key[]>([])
  const [allOf, setAllOf] = useState<string>()
  const filters = JSON.stringify(query)
  const shown = rows.flatMap((row) => (row.kind === 'channel' ? [row.channel.id] : []))
  // Other filters match other channels, which were not chosen.
  const isAll = isBatch && !isTagMode && allOf === filters && shown.length > 0
  const keys = isAll ? shown : shown.filter((id) => isBatch && ticked.includes(id))
  const choose = (next: readonly Key[]) => {
    setAllOf(undefined)
    setTicked(next)
  }
  const chosen: Chosen = isAll
    ? { batch: { matching: query }, count: total }
    : { batch: { ids: keys }, count: keys.length }
  return {
    isBatch,
    setIsBatch: showsCards ? setIsSelecting : checkboxes.set,
    isAll,
    /** There are more channels than the selected ones. In tag mode the total counts tags. */
    mayChooseAll: !isTagMode && !isAll && total > keys.length,
    chooseAll: () => setAllOf(filters),
    keys,
    chosen,
    choose,
    clear: () => choose([]),
    toggle: (id: number) => choose(keys.includes(id) ? keys.filter((one) => one !== id) : [...keys, id]),
  }
}
