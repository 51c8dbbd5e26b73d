import { AppError } from '../../../../http/app-error.ts'
import type { ChannelDeps } from '../channel-deps.ts'
import { disableChannel } from './auto-disable.ts'
import { saveBalance } from './channel-probe.queries.ts'
import { type StoredChannel, storedChannel } from './channel-probe.rules.ts'
import type { Probed } from './channel-probe.ts'

/** Requests the account's balance from an upstream and stores it, in the upstream's own currency. */
export async function updateBalance(deps: ChannelDeps, id: number): Promise<number> {
  const outcome = await fetchBalance(deps, await storedChannel(deps.store, id))
  if (!outcome) throw new AppError('not_implemented')
  if (!outcome.ok) throw new AppError('upstream_failed', { detail: { channel_id: id, reason: outcome.failure.reason } })
  return outcome.value
}

/** The same for one channel of a run; returns whether the upstream responded. A channel without balance is disabled. */
export async function updateBalanceInRun(deps: ChannelDeps, id: number, signal: AbortSignal): Promise<boolean> {
  const { store, log, clock, channelMails } = deps
  const channel = await storedChannel(store, id)
  const outcome = await fetchBalance(deps, channel, signal)
  if (!outcome) return true
  if (!outcome.ok) {
    log.info('balance not reported', { channel_id: id, reason: outcome.failure.reason })
    return false
  }
  if (outcome.value > 0 || channel.auto_ban !== 1) return true
  const reason = { zh: '余额不足', en: 'Insufficient balance' }
  if (await disableChannel(store, log, { id, reason, at: clock() }, channelMails)) await deps.reload()
  return true
}

async function fetchBalance(
  { probe, store, clock }: ChannelDeps,
  channel: StoredChannel,
  signal?: AbortSignal,
): Promise<Probed<number> | undefined> {
  const outcome = await probe.balance(channel, signal)
  signal?.throwIfAborted()
  if (outcome?.ok) await saveBalance(store, channel.id, { balance: outcome.value, balance_updated_time: clock() })
  return outcome
}
