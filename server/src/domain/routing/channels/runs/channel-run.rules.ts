import { type ChannelType, channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { ChannelBatch } from '@turnpike/contract/routing/channel'
import { AppError } from '../../../../http/app-error.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { readBatch } from '../channel-filter.ts'
import { targetsOf } from '../edit/channel-audit.ts'
import { updateBalanceInRun } from '../health/channel-balance.rules.ts'
import { listChannels, listEnabledChannels } from '../health/channel-probe.queries.ts'
import { testChannel } from '../health/test-channel.rules.ts'
import type { Run } from './channel-run.ts'

export const testRunName = 'channel tests'
export const balanceRunName = 'channel balances'

/** Begins to test every channel. Only a run begun by an administrator is audited and ends with a mail. */
export async function beginTests(deps: ChannelDeps, actor?: Actor): Promise<void> {
  await deps.channelRuns.begin({
    ...testsOf(deps, idsOf(await listChannels(deps.store), isTestable)),
    ...(actor && {
      onBegin: (transaction) => writeAudit(transaction, actor, { action: 'channel.test_all' }),
      onEnd: deps.channelMails.tested,
    }),
  })
}

/** Begins to test the channels of a batch; returns how many of them can be tested. */
export async function beginBatchTests(deps: ChannelDeps, actor: Actor, batch: ChannelBatch): Promise<number> {
  const ids = idsOf(await readBatch(deps, batch), isTestable)
  if (ids.length === 0) throw new AppError('channel_not_testable')
  const audit = { action: 'channel.test_many', target: targetsOf(ids), detail: { count: ids.length } }
  await deps.channelRuns.begin({
    ...testsOf(deps, ids),
    onBegin: (transaction) => writeAudit(transaction, actor, audit),
    onEnd: deps.channelMails.tested,
  })
  return ids.length
}

const isTestable = (type: ChannelType) => channelTypes[type].testable

const testsOf = (deps: ChannelDeps, ids: readonly number[]): Run => ({
  name: testRunName,
  busyCode: 'test_running',
  ids,
  runOne: (id, signal) => unlessGone(async () => !(await testChannel(deps, id, undefined, signal)).failure),
})

/** Begins to update the balance of every enabled channel whose upstream reports one. */
export async function beginBalances(deps: ChannelDeps, actor?: Actor): Promise<void> {
  await deps.channelRuns.begin({
    name: balanceRunName,
    busyCode: 'balance_running',
    ids: idsOf(await listEnabledChannels(deps.store), (type) => deps.probe.capabilities(type).includes('balance')),
    runOne: (id, signal) => unlessGone(() => updateBalanceInRun(deps, id, signal)),
    ...(actor && {
      onBegin: (transaction) => writeAudit(transaction, actor, { action: 'channel.update_balances' }),
      onEnd: deps.channelMails.balancesUpdated,
    }),
  })
}

const idsOf = (rows: { id: number; type: number }[], suits: (type: ChannelType) => boolean): number[] =>
  rows.filter(({ type }) => isChannelType(type) && suits(type)).map(({ id }) => id)

/** A channel that was deleted during the run is no failure. */
async function unlessGone(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'channel_missing') return true
    throw error
  }
}
