import type { ChannelType } from '@turnpike/contract/channel-types'
import type { ChannelToDryRun, DryRunResult } from '@turnpike/contract/routing/channel'
import type { Capability } from '@turnpike/contract/routing/channel-capabilities'

/** The columns of a channel that a probe needs; the channel may be unsaved. */
export type ProbedChannel = {
  /** 0 for an unsaved channel. */
  id: number
  type: ChannelType
  name: string
  key_cipher: string
  models: string
  base_url: string
  other: string
  openai_organization: string
  model_mapping: string
  setting: string
  /** The address of the proxy in `setting`, encrypted. */
  proxy_cipher: string
  param_override: string
  header_override: string
}

/** An upstream's failure, fit to be shown. */
export type ProbeFailure = {
  reason: string
  /**
   * The channel cannot be used: an invalid key, an empty balance, or an upstream that cannot be reached or does not
   * respond.
   */
  isFatal: boolean
}

export type Probed<Value> = { ok: true; value: Value } | { ok: false; failure: ProbeFailure }

/** Requests of the console to upstreams, charged to no user. The gateway implements them, because it knows the formats. */
export type Probe = {
  /** Sends the smallest request that shows whether a model responds; returns the tokens used. */
  testModel(
    channel: ProbedChannel,
    model: string,
    signal?: AbortSignal,
  ): Promise<Probed<{ input: number; output: number }>>
  /** The capabilities of upstreams of this type. */
  capabilities(type: ChannelType): readonly Capability[]
  /** The account's balance, in the currency the upstream reports; undefined where it reports none. */
  balance(channel: ProbedChannel, signal?: AbortSignal): Promise<Probed<number> | undefined>
  /** The request that the channel would send for a client's request. Sends nothing. */
  dryRun(channel: ProbedChannel, request: ChannelToDryRun['request']): Promise<DryRunResult>
  /** The models the upstream offers to this key, each once, in the upstream's order. */
  models(channel: ProbedChannel, signal?: AbortSignal): Promise<Probed<string[]>>
}
