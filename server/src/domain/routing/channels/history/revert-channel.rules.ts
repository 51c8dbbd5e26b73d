import { isChannelType } from '@turnpike/contract/channel-types'
import type { Channel } from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import { type Actor, targetOf } from '../../../system/audit/audit.queries.ts'
import { findAct, readChangesIn } from '../../../system/audit/changes.queries.ts'
import { checkSeen } from '../../../system/audit/row-revision.ts'
import { type ChannelUpdate, type ChannelWithKey, findChannel, findChannelWithKey } from '../channels.queries.ts'
import { type ChangeDeps, missing, shown, withoutKey } from '../channels.rules.ts'
import { changeByAdmin } from '../edit/change-by-admin.ts'
import { changeAll } from '../edit/change-channels.rules.ts'
import { changeDetail } from '../edit/channel-audit.ts'
import { withEarlierProxy } from '../edit/channel-proxy.ts'
import { checkedColumns, type GivenFields } from '../edit/check-channel.ts'
import { readKeysOf } from '../keys/channel-keys.queries.ts'
import { restoreKeys } from '../keys/kept-keys.ts'
import { channelRevision, recordedChange, withKeys } from './channel-changes.ts'
import { earlierValues, withKeyAtHome } from './earlier-values.ts'

type Revert = { channel: number; id: number; seen_revision?: string | undefined }

/** Restores the values from before an act, in the fields that the act changed: a change like any other. */
export const revertChannel = (deps: ChangeDeps, actor: Actor, { channel: channelId, id, seen_revision }: Revert) =>
  changeByAdmin<Channel>(deps, actor, async (transaction) => {
    const now = deps.clock()
    const current = (await findChannelWithKey(transaction, channelId)) ?? missing(channelId)
    const stored = channelRevision(current)
    await checkSeen(transaction, { kind: 'channel', subject: channelId, seen: seen_revision, stored })
    const change = (await readChangesIn(transaction, 'channel', [id], String(channelId))).get(id)
    if (!change || !(await findAct(transaction, id))) throw new AppError('not_found')
    const earlier = earlierValues(deps.vault, change)
    if (earlier === 'unrecorded' || earlier === 'expired') throw new AppError('revert_impossible')

    const update = differing(
      withKeyAtHome(current, { ...earlier, update: checked(deps.vault, earlier.update, current) }),
      current,
    )
    if (Object.keys(update).length === 0) return { result: await shown(transaction, withoutKey(current), now) }
    const { keys } = earlier
    const before = keys ? await readKeysOf(transaction, [channelId]) : []
    await changeAll(transaction, [current], update, now)
    if (keys) await restoreKeys(transaction, channelId, keys.before, keys.after)
    const changed = keys && withKeys(current, before, await readKeysOf(transaction, [channelId]))
    const result = await shown(transaction, (await findChannel(transaction, channelId)) ?? missing(channelId), now)
    return {
      result,
      audit: {
        action: 'channel.revert',
        target: targetOf(result),
        detail: { ...changeDetail(current, update), reverts: id },
        changes: [recordedChange(current, update, deps.vault, changed)],
      },
    }
  })

/** The rules or the other fields of the channel may have changed since the values were saved. */
function checked(vault: Vault, update: ChannelUpdate, current: ChannelWithKey): ChannelUpdate {
  const { status, other_info, key_cipher, key_hash, proxy_cipher, tag, type, ...given } = update
  if (type !== undefined && !isChannelType(type)) throw new AppError('channel_type_unknown')
  const fields: GivenFields = { ...given, type, ...(tag !== undefined && { tag: tag ?? '' }) }
  const rest = { status, other_info, key_cipher, key_hash, proxy_cipher }
  const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  return withEarlierProxy(vault, { ...checkedColumns(fields, current), ...kept }, current)
}

function differing(update: ChannelUpdate, current: ChannelWithKey): ChannelUpdate {
  const before: Record<string, unknown> = current
  return Object.fromEntries(Object.entries(update).filter(([column, value]) => value !== before[column]))
}
