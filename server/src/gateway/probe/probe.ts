import type { Probe, Probed, ProbedChannel } from '../../domain/routing/channels/health/channel-probe.ts'
import type { ProxyList } from '../../domain/routing/proxies/channel-proxy.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { AccessDeps } from '../call/access-tokens.ts'
import { isFatalToChannel } from '../call/retry.ts'
import { sanitiseMessage } from '../entry/errors/sanitise.ts'
import { BadRequest } from '../forms/bad-request.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import { capabilities } from '../providers/capabilities.ts'
import { loadProviders } from '../providers/registry.ts'
import type { Channel } from '../routing/channel.ts'
import { channelOf } from './channel-of.ts'
import { dryRun } from './dry-run.ts'
import { fetchBalance, fetchModels } from './probe-account.ts'
import { probeModel } from './probe-model.ts'

export type ProbeDeps = AccessDeps & { vault: Vault; proxies(): ProxyList }

/** A relayed call may meet these by chance. For a channel test they are the result. */
const unreachable: ReadonlySet<FailureKind> = new Set(['network', 'timeout'])

/** Requests about an account are small, and an administrator waits for them. */
const accountSeconds = 30
const soon = (signal?: AbortSignal) =>
  AbortSignal.any([AbortSignal.timeout(accountSeconds * 1000), ...(signal ? [signal] : [])])

/** Tests channels for the console with the code of relayed calls: one attempt, free of charge. */
export const createProbe = (deps: ProbeDeps): Probe => ({
  testModel: (row, model, signal = new AbortController().signal) =>
    probed(row, deps, (channel) => probeModel(channel, model, signal, deps)),
  capabilities: (type) => capabilities[type],
  async balance(row, signal) {
    const told = await probed(row, deps, (channel) => fetchBalance(channel, soon(signal), deps))
    if (!told.ok) return told
    return told.value === undefined ? undefined : { ok: true, value: told.value }
  },
  dryRun: (row, request) => dryRun(row, request, deps),
  models: (row, signal) => probed(row, deps, (channel) => fetchModels(channel, soon(signal), deps)),
})

async function probed<Value>(
  row: ProbedChannel,
  { vault, proxies }: ProbeDeps,
  send: (channel: Channel) => Promise<Value>,
): Promise<Probed<Value>> {
  await loadProviders([row.type])
  const channel = channelOf(row, vault, proxies())
  try {
    return { ok: true, value: await send(channel) }
  } catch (error) {
    // A request that this provider cannot express is found only by translating it.
    if (!(error instanceof UpstreamFailure || error instanceof BadRequest)) throw error
    const isFatal = error instanceof UpstreamFailure && (isFatalToChannel(error) || unreachable.has(error.kind))
    return { ok: false, failure: { reason: sanitiseMessage(error.message, channel.secrets()), isFatal } }
  }
}
