import type { FieldChange, HistoryEntry, RevertState, UndoState } from '@turnpike/contract/system/history'
import type { Deps } from '../../../../deps.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import {
  type ActRow,
  countActs,
  countSubjects,
  readActs,
  readChangesIn,
  type StoredChange,
} from '../../../system/audit/changes.queries.ts'
import type { RecordedFields } from '../../../system/audit/recorded-change.ts'
import { undoSeconds } from '../../../system/audit/undo.rules.ts'
import { type ChannelWithKey, findChannelWithKey } from '../channels.queries.ts'
import { isObject, parsedJson } from '../edit/json-text.ts'
import { channelRevision } from './channel-changes.ts'
import { earlierValues } from './earlier-values.ts'

type Query = { channel?: number | undefined; p: number; page_size: number }

/** Acts on one channel or on all, newest first. */
export async function channelHistory(
  { store, vault, clock }: Pick<Deps, 'store' | 'vault' | 'clock'>,
  { channel, p, page_size }: Query,
) {
  const subject = channel === undefined ? undefined : String(channel)
  const query = { kind: 'channel' as const, p, page_size, ...(subject !== undefined && { subject }) }
  const [acts, total] = await Promise.all([readActs(store, query), countActs(store, query)])
  const ids = acts.map(({ id }) => id)
  const counts = await countSubjects(store, 'channel', ids)
  const isOne = (id: number) => subject !== undefined || counts.get(id) === 1
  const changes = await readChangesIn(store, 'channel', ids.filter(isOne), subject)
  const current = channel === undefined ? undefined : await findChannelWithKey(store, channel)
  const now = clock()
  const items = acts.map((act): HistoryEntry => {
    const change = changes.get(act.id)
    const count = counts.get(act.id) ?? 0
    return {
      id: act.id,
      at: act.at,
      actor_name: act.actor_name,
      action: act.action,
      target: act.target,
      count,
      changes: change?.fields ? shownChanges(change.fields) : changesInDetail(act.detail),
      ...revertOf(vault, current, change),
      undo_state: undoState(act, change?.fields !== undefined || count > 1, now),
    }
  })
  return {
    data: { items, total, page: p, page_size },
    revision: current ? channelRevision(current) : '',
  }
}

/** The reason why a channel was disabled is shown with its status. */
const unshown = new Set(['other_info'])

const shownChanges = (fields: RecordedFields): FieldChange[] =>
  Object.entries(fields)
    .filter(([field]) => !unshown.has(field))
    .map(([field, { before, after, hidden = false }]) => ({ field, before, after, is_hidden: hidden }))

/** The changes of an act from a version that did not record them: its audit row has them, cut short. */
function changesInDetail(detail: string): FieldChange[] {
  const members = parsedJson(detail || '{}')
  if (!isObject(members)) return []
  return Object.entries(members).flatMap(([field, value]): FieldChange[] => {
    if (value === 'changed') return [{ field, is_hidden: true }]
    return isObject(value) && 'to' in value
      ? [{ field, before: plain(value.from), after: plain(value.to), is_hidden: false }]
      : []
  })
}

const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : undefined

type Revert = { revert: FieldChange[]; revert_state: RevertState }

function revertOf(vault: Vault, current: ChannelWithKey | undefined, change: StoredChange | undefined): Revert {
  const earlier = current && change ? earlierValues(vault, change) : 'unrecorded'
  if (typeof earlier === 'string' || !current) return { revert: [], revert_state: earlier as RevertState }
  const row: Record<string, unknown> = current
  const isHidden = (field: string) => change?.fields?.[field]?.hidden === true
  const revert = Object.entries(earlier.update)
    .filter(([column, value]) => column !== 'key_cipher' && !unshown.has(column) && row[column] !== value)
    .map(([column, value]): FieldChange => {
      const field = column === 'key_hash' ? 'key' : column
      return isHidden(field)
        ? { field, is_hidden: true }
        : { field, before: plain(row[column]), after: plain(value), is_hidden: false }
    })
  return { revert, revert_state: revert.length > 0 ? 'possible' : 'same' }
}

const undoableActs = new Set(
  [
    ...['delete', 'update', 'change_many', 'tag', 'edit_tag', 'enable_tag', 'disable_tag', 'revert'],
    ...['add_keys', 'change_key', 'remove_keys', 'key_mode', 'change_models', 'follow_models'],
  ].map((verb) => `channel.${verb}`),
)

function undoState({ action, at, undone_at }: ActRow, isRecorded: boolean, now: number): UndoState {
  if (!undoableActs.has(action) || !isRecorded) return 'none'
  if (undone_at !== null) return 'done'
  return at + undoSeconds < now ? 'expired' : 'possible'
}
