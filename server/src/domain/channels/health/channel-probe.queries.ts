import { channelStatus } from '@turnpike/contract/channel'
import { logType } from '@turnpike/contract/log'
import { role } from '@turnpike/contract/user'
import type { Store } from '../../../store/store.ts'
import type { LogOther } from '../../pricing/log-other.ts'
import { lockChannels } from '../channel-locks.queries.ts'

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

export const saveTestTime = (store: Store, id: number, times: { response_time: number; test_time: number }) =>
  store.updateTable('channels').set(times).where('id', '=', id).execute()

export const saveBalance = (store: Store, id: number, balance: { balance: number; balance_updated_time: number }) =>
  store.updateTable('channels').set(balance).where('id', '=', id).execute()

/** Enables a channel that was disabled automatically. Returns false when it was not. */
export async function autoEnableChannel(store: Store, id: number): Promise<boolean> {
  await lockChannels(store)
  const changed = await store
    .updateTable('channels')
    .set({ status: channelStatus.enabled, other_info: '' })
    .where('id', '=', id)
    .where('status', '=', channelStatus.autoDisabled)
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await store.updateTable('abilities').set({ enabled: 1 }).where('channel_id', '=', id).execute()
  return true
}

/** The super administrator, who gets the system's mails and owns the log rows of channel tests. */
export const findRoot = (store: Store) =>
  store
    .selectFrom('users')
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

/** Clients of related gateways translate this text by looking it up. */
const testName = '模型测试'

/** A consumption row without a request id and without a charge, so that the ledger has no entry for it. */
export const insertTestLog = (store: Store, { user, channel_id, model, other, at, ...counts }: TestLog) =>
  store
    .insertInto('logs')
    .values({
      user_id: user.id,
      username: user.username,
      type: logType.consumption,
      content: testName,
      token_name: testName,
      model_name: model,
      channel: channel_id,
      group: 'default',
      created_at: at,
      other: JSON.stringify(other),
      ...counts,
    })
    .execute()
