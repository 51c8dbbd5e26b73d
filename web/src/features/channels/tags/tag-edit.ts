import { isNumberWithin } from '@turnpike/contract/bounds'
import { type Channel, channelBounds } from '@turnpike/contract/routing/channel'
import { objectProblem } from '../../../components/fields/json-problem.ts'
import type { ChannelFormErrorCode } from '../../../lib/text/channel-refusal-text.ts'
import { listOf } from '../list/channel-rows.ts'
import { readWhole } from '../list/read-number.ts'
import { commonOf } from './tag-summary.ts'

/** The values of the tag editor. Empty: the channels differ in it, or have none. */
export type TagDraft = {
  newTag: string
  modelMapping: string
  groups: string[]
  models: string[]
  priority: string
  weight: string
}
export type TagChanges = {
  new_tag?: string
  model_mapping?: string
  groups?: string
  models?: string
  priority?: number
  weight?: number
}
export type TagProblem = Extract<
  ChannelFormErrorCode,
  | 'channel_mapping_invalid'
  | 'channel_group_missing'
  | 'channel_models_missing'
  | 'channel_priority_low'
  | 'channel_weight_negative'
>
export type TagProblems = Partial<Record<keyof TagDraft, TagProblem | 'priorityWhole'>>

/** A draft starts with the values that all channels of the tag have in common. */
export function draftOf(tag: string, channels: readonly Channel[]): TagDraft {
  const textOf = (number: number | undefined) => (number === undefined ? '' : String(number))
  return {
    newTag: tag,
    modelMapping: commonOf(channels.map(({ model_mapping }) => model_mapping)) ?? '',
    groups: listOf(commonOf(channels.map(({ group }) => group)) ?? ''),
    models: listOf(commonOf(channels.map(({ models }) => models)) ?? ''),
    priority: textOf(commonOf(channels.map(({ priority }) => priority))),
    weight: textOf(commonOf(channels.map(({ weight }) => weight))),
  }
}

/** The changed fields: only they are sent, so that fields in which the channels differ stay as they are. */
export function changesOf(start: TagDraft, draft: TagDraft): TagChanges {
  const changes: TagChanges = {}
  if (draft.newTag.trim() !== start.newTag) changes.new_tag = draft.newTag.trim()
  // An empty text would count as unchanged.
  if (draft.modelMapping.trim() !== start.modelMapping.trim()) changes.model_mapping = draft.modelMapping.trim() || '{}'
  if (draft.groups.join() !== start.groups.join()) changes.groups = draft.groups.join()
  if (draft.models.join() !== start.models.join()) changes.models = draft.models.join()
  if (isTyped(start.priority, draft.priority)) changes.priority = Number(draft.priority)
  if (isTyped(start.weight, draft.weight)) changes.weight = Number(draft.weight)
  return changes
}

const isTyped = (before: string, now: string) => now.trim() !== '' && now.trim() !== before

/** The problems that keep the draft from being saved. */
export function problemsOf(start: TagDraft, draft: TagDraft): TagProblems {
  const problems: TagProblems = {}
  if (objectProblem(draft.modelMapping, (value, name) => typeof value === 'string' && name !== ''))
    problems.modelMapping = 'channel_mapping_invalid'
  if (start.groups.length > 0 && draft.groups.length === 0) problems.groups = 'channel_group_missing'
  if (start.models.length > 0 && draft.models.length === 0) problems.models = 'channel_models_missing'
  if (isTyped(start.priority, draft.priority)) {
    const priority = readWhole(draft.priority.trim())
    if (priority < channelBounds.priority.min) problems.priority = 'channel_priority_low'
    else if (!isNumberWithin(channelBounds.priority, priority)) problems.priority = 'priorityWhole'
  }
  if (isTyped(start.weight, draft.weight) && !isNumberWithin(channelBounds.weight, readWhole(draft.weight.trim())))
    problems.weight = 'channel_weight_negative'
  return problems
}
