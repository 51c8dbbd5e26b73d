import { type ChannelBatch, channelStatus, type TagEdit } from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import type { Actor, AuditEntry } from '../../../system/audit/audit.queries.ts'
import { readBatch } from '../channel-filter.ts'
import { type ChannelRow, type ChannelUpdate, readChannelsOfTag } from '../channels.queries.ts'
import { type ChangeDeps, statusByAdmin } from '../channels.rules.ts'
import { recordedChange } from '../history/channel-changes.ts'
import { type Changed, changeByAdmin } from './change-by-admin.ts'
import { changeAll } from './change-channels.rules.ts'
import { changeDetail, targetsOf } from './channel-audit.ts'
import {
  checkGroups,
  checkHeaderOverride,
  checkModelMapping,
  checkModels,
  checkParamOverride,
  checkTag,
} from './check-channel.ts'
import { sealedOverrides } from './header-literals.ts'

/** Changes all channels of a tag. Empty members are ignored, except that an empty `new_tag` removes the tag. */
export const editTag = (deps: ChangeDeps, actor: Actor, { tag, ...edit }: TagEdit) => {
  const { new_tag, models, groups, model_mapping, param_override, header_override, priority, weight } = edit
  const change: ChannelUpdate = {
    ...(new_tag !== undefined && { tag: checkTag(new_tag) }),
    ...(models?.trim() && { models: checkModels(models) }),
    ...(groups?.trim() && { group: checkGroups(groups) }),
    ...(model_mapping?.trim() && { model_mapping: checkModelMapping(model_mapping) }),
    ...sealedOverrides(deps.vault, {
      ...(param_override?.trim() && { param_override: checkParamOverride(param_override) }),
      ...(header_override?.trim() && { header_override: checkHeaderOverride(header_override) }),
    }),
    ...(priority !== undefined && { priority }),
    ...(weight !== undefined && { weight }),
  }
  return changeByAdmin<undefined>(deps, actor, async (transaction) => {
    const channels = await channelsOf(transaction, tag)
    if (Object.keys(change).length === 0) return { result: undefined }
    await changeAll(transaction, channels, change, deps.clock())
    const detail = { ...changeDetail({ tag: tag.trim() }, change), count: channels.length }
    const changes = channels.map((channel) => recordedChange(channel, change, deps.vault))
    return { result: undefined, audit: { action: 'channel.edit_tag', target: tag.trim(), detail, changes } }
  })
}

/** Enables or disables every channel of a tag. */
export const switchTag = (deps: ChangeDeps, actor: Actor, tag: string, status: 1 | 2) =>
  changeByAdmin<undefined>(deps, actor, async (transaction) => {
    const channels = (await channelsOf(transaction, tag)).filter((channel) => channel.status !== status)
    if (channels.length === 0) return { result: undefined }
    const change = statusByAdmin(status, { status: 0 })
    await changeAll(transaction, channels, change, deps.clock())
    const changes = channels.map((channel) => recordedChange(channel, change))
    const action = status === channelStatus.enabled ? 'channel.enable_tag' : 'channel.disable_tag'
    return { result: undefined, audit: { action, target: tag.trim(), detail: { count: channels.length }, changes } }
  })

/** Sets or removes the tag of channels; returns how many of them exist. */
export const tagChannels = (deps: ChangeDeps, actor: Actor, batch: ChannelBatch, text: string | null) => {
  const tag = text === null ? null : (checkTag(text) ?? noTag())
  return changeByAdmin<number>(deps, actor, async (transaction): Promise<Changed<number>> => {
    const channels = await readBatch({ ...deps, store: transaction }, batch)
    const others = channels.filter((channel) => channel.tag !== tag)
    if (others.length === 0) return { result: channels.length }
    await changeAll(transaction, others, { tag }, deps.clock())
    const target = targetsOf(others.map(({ id }) => id))
    const changes = others.map((channel) => recordedChange(channel, { tag }))
    const audit: AuditEntry = { action: 'channel.tag', target, detail: { tag, count: others.length }, changes }
    return { result: channels.length, audit }
  })
}

async function channelsOf(transaction: Store, text: string): Promise<ChannelRow[]> {
  const tag = checkTag(text) ?? noTag()
  const channels = await readChannelsOfTag(transaction, tag)
  if (channels.length === 0) throw new AppError('not_found', { detail: { tag } })
  return channels
}

function noTag(): never {
  throw new AppError('channel_tag_missing')
}
