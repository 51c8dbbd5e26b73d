import { role } from '@turnpike/contract/identity/user'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { channelTestName, logType } from '@turnpike/contract/usage/log'
import type { Store } from '../../../../store/store.ts'
import { people } from '../../../identity/users/people.queries.ts'
import type { LogOther } from '../../../money/pricing/log-other.ts'
import { lockChannels } from '../channel-locks.queries.ts'
import { noFailure } from '../channels.queries.ts'

/** Why and when a channel failed; the reason is fit to be shown. */
export type Failure = { reason: string; at: number }
const reasonMax = 500

const probedColumns = [
  'id',
  'type',
  'name',
  'status',
  'auto_ban',
  'key_cipher',
  'models',
  'test_model',
  'base_url',
  'other',
  'openai_organization',
  'model_mapping',
  'setting',
  'param_override',
  'header_override',
  'multi_key_mode',
  'proxy_cipher',
] as const

export const findChannelToProbe = (store: Store, id: number) =>
  store.selectFrom('channels').select(probedColumns).where('id', '=', id).executeTakeFirst()

export const listChannels = (store: Store) =>
  store.selectFrom('channels').select(['id', 'type']).orderBy('id').execute()

export const listEnabledChannels = (store: Store) =>
  store
    .selectFrom('channels')
    .select(['id', 'type'])
    .where('status', '=', channelStatus.enabled)
    .orderBy('id')
    .execute()

/** A successful test ends the failure before it. */
export const savePassedTest = (store: Store, id: number, times: { response_time: number; test_time: number }) =>
  store
    .updateTable('channels')
    .set({ ...times, ...noFailure })
    .where('id', '=', id)
    .execute()

/** A failed channel has no response time, which would only measure how fast it failed. */
const failedAt = ({ reason, at }: Failure) => ({
  response_time: 0,
  failed_time: at,
  failure_reason: reason.slice(0, reasonMax),
})

export const saveFailedTest = (store: Store, id: number, failure: Failure) =>
  store
    .updateTable('channels')
    .set({ ...failedAt(failure), test_time: failure.at })
    .where('id', '=', id)
    .execute()

export const saveFailedCall = (store: Store, id: number, failure: Failure) =>
  store.updateTable('channels').set(failedAt(failure)).where('id', '=', id).execute()

export const findLastFailure = (store: Store, id: number) =>
  store
    .selectFrom('channels')
    .select(['failed_time', 'failure_reason', 'refusal_told_time'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Whether to notify the super administrator now: once per period over all instances. */
export async function claimRefusalNotice(store: Store, id: number, at: number, everySeconds: number): Promise<boolean> {
  const claimed = await store
    .updateTable('channels')
    .set({ refusal_told_time: at })
    .where('id', '=', id)
    .where('refusal_told_time', '<=', at - everySeconds)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

export const saveBalance = (store: Store, id: number, balance: { balance: number; balance_updated_time: number }) =>
  store.updateTable('channels').set(balance).where('id', '=', id).execute()

/** Enables a channel that was disabled automatically. Returns false when it was not. */
export async function autoEnableChannel(store: Store, id: number, at: number): Promise<boolean> {
  await lockChannels(store)
  const changed = await store
    .updateTable('channels')
    .set({ status: channelStatus.enabled, other_info: '', judged_from: at })
    .where('id', '=', id)
    .where('status', '=', channelStatus.autoDisabled)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await store.updateTable('abilities').set({ enabled: 1 }).where('channel_id', '=', id).execute()
  return true
}

/** The super administrator, who gets the system's mails and owns the log rows of channel tests. */
export const findRoot = (store: Store) =>
  people(store)
    .select(['id', 'username', 'email'])
    .where('role', '=', role.root)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type TestLog = {
  user: { id: number; username: string }
  channel_id: number
  model: string
  prompt_tokens: number
  completion_tokens: number
  use_time: number
  other: LogOther
  at: number
}

/** A consumption row without a request id and without a charge, so that the ledger has no entry for it. */
export const insertTestLog = (store: Store, { user, channel_id, model, other, at, ...counts }: TestLog) =>
  store
    .insertInto('logs')
    .values({
      user_id: user.id,
      username: user.username,
      type: logType.consumption,
      content: channelTestName,
      token_name: channelTestName,
      model_name: model,
      channel: channel_id,
      group: 'default',
      created_at: at,
      other: JSON.stringify(other),
      ...counts,
    })
    .execute()
