import type { ChannelChange, ChannelToCreate } from '@turnpike/contract/routing/channel'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { isKeyAtHome, keyHostOf } from '@turnpike/contract/routing/key-host'
import type { ConfigFile } from '@turnpike/contract/system/config-file/config-file'
import type { FieldChange } from '@turnpike/contract/system/history'
import { type WrittenColumns, writtenColumns } from '../../routing/channels/channels.queries.ts'
import { checkedColumns } from '../../routing/channels/edit/check-channel.ts'
import { overrideColumns } from '../../routing/channels/edit/header-literals.ts'
import { usualColumns } from '../../routing/channels/keys/new-rows.ts'
import { mayHoldSecret, memberOf, plainColumns, shownColumn } from './channel-members.ts'
import { type OpenText, type WantedChannel, wantedChannel } from './channel-wanted.ts'
import type { InstallationState, StoredChannel } from './installation-state.ts'
import { type KeySteps, keySteps } from './key-steps.ts'
import { changeOf, fieldOf, hiddenField, type SectionPlan } from './plan.ts'
import type { OpenSecret } from './plan-options.rules.ts'
import { noting, type Path } from './problems.ts'

export type ChannelStep =
  /** All of them at once: a thousand separate steps would block the calls of a SQLite database for seconds. */
  | { kind: 'create'; path: Path; wanted: ChannelToCreate[] }
  | { kind: 'change'; path: Path; change: ChannelChange; keys: KeySteps }
  | { kind: 'remove'; path: Path; ids: number[] }

type Means = { open: OpenSecret; openText: OpenText; hashOf(key: string): string }

/** The channels that the file describes, found by name. With `prune`, those that it does not name are removed. */
export function planChannels(
  { channels: wanted }: ConfigFile,
  { channels: stored }: Pick<InstallationState, 'channels'>,
  prune: boolean,
  means: Means,
): SectionPlan<ChannelStep> {
  const plan: SectionPlan<ChannelStep> = { changes: [], steps: [], problems: [] }
  if (!wanted) return plan
  const byName = Map.groupBy(stored, ({ name }) => name.trim())
  const names = new Set(wanted.map(({ name }) => name))
  const gone = prune ? stored.filter(({ name }) => !names.has(name.trim())) : []
  if (gone.length > 0) plan.steps.push({ kind: 'remove', path: ['channels'], ids: gone.map(({ id }) => id) })
  plan.changes.push(...gone.map(({ name }) => changeOf('channel', 'remove', name)))
  const fresh: ChannelToCreate[] = []
  for (const [index, channel] of wanted.entries()) {
    const path = ['channels', index]
    const [current, ...others] = byName.get(channel.name) ?? []
    if (others.length > 0) {
      const params = { name: channel.name }
      plan.problems.push({ path: [...path, 'name'], code: 'config_name_ambiguous', params })
      continue
    }
    const read = wantedChannel(channel, current, { path, ...means, problems: plan.problems })
    if (!read) continue
    noting(plan.problems, path, () =>
      current ? addChange(plan, path, current, read, means) : fresh.push(addNew(plan, read)),
    )
  }
  if (fresh.length > 0) plan.steps.push({ kind: 'create', path: ['channels'], wanted: fresh })
  return plan
}

function addNew(plan: SectionPlan<ChannelStep>, { fields, status, keys, keyMode }: WantedChannel): ChannelToCreate {
  const columns = { ...usualColumns, ...checkedColumns(fields) }
  const shown = writtenColumns.filter((column) => column !== 'name' && columns[column] !== usual(column))
  plan.changes.push(
    changeOf('channel', 'create', fields.name, [
      ...shown.map((column) => shownField(column, undefined, columns)),
      ...(status === channelStatus.disabled ? [fieldOf('status', undefined, 'disabled')] : []),
      ...(keyMode ? [hiddenField('keys'), fieldOf('multi_key_mode', undefined, keyMode)] : [hiddenField('key')]),
    ]),
  )
  const key = keyMode ? JSON.stringify(keys) : (keys[0] ?? '')
  return { ...fields, key, status, multi_key_mode: keyMode, channel_info: undefined }
}

const usual = (column: keyof WrittenColumns) => (usualColumns as Partial<WrittenColumns>)[column]

function addChange(
  plan: SectionPlan<ChannelStep>,
  path: Path,
  stored: StoredChannel,
  wanted: WantedChannel,
  { hashOf, openText }: Means,
): void {
  const before = plainColumns(stored)
  for (const column of overrideColumns) before[column] = openText(column, before[column])
  const after = { ...before, ...checkedColumns(wanted.fields, stored) }
  const isMoved = !isKeyAtHome(keyHostOf(stored), keyHostOf(after))
  // Stored literals of headers stay with their host, so a channel that moves is given them again.
  const isGiven = (column: string) => isMoved && overrideColumns.some((each) => each === column && after[each] !== '')
  const changed = writtenColumns.filter(
    (column) => column !== 'name' && (before[column] !== after[column] || isGiven(column)),
  )
  const { key, steps, fields: keyFields } = keySteps(stored, wanted, { hashOf, isMoved })
  // A channel that the server has disabled after failures stays so: the file counts it as enabled.
  const isOff = stored.status === channelStatus.disabled
  const isSwitched = (wanted.status === channelStatus.disabled) !== isOff
  const words = (off: boolean) => (off ? 'disabled' : 'enabled')
  const fields = [
    ...changed.map((column) => shownField(column, before, after)),
    ...(isSwitched ? [fieldOf('status', words(isOff), words(!isOff))] : []),
    ...keyFields,
  ]
  if (fields.length === 0) return
  plan.changes.push(changeOf('channel', 'change', stored.name, fields))
  const given = Object.fromEntries(changed.map((column) => [column, wanted.fields[column]]))
  const change = {
    id: stored.id,
    ...given,
    ...(isSwitched && { status: wanted.status }),
    ...(key !== undefined && { key }),
  } as ChannelChange // members that are absent are undefined
  plan.steps.push({ kind: 'change', path, change, keys: steps })
}

function shownField(
  column: keyof WrittenColumns,
  before: WrittenColumns | undefined,
  after: Partial<WrittenColumns>,
): FieldChange {
  const hides = (columns: Partial<WrittenColumns> | undefined) => mayHoldSecret(column, String(columns?.[column] ?? ''))
  if (hides(before) || hides(after)) return hiddenField(column)
  return fieldOf(memberOf(column), before && shownColumn(column, before[column]), shownColumn(column, after[column]))
}
