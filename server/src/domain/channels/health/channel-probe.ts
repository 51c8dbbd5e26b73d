import type { ChannelType } from '@turnpike/contract/channel-types'

/** A channel as its upstream is asked through it: a stored one, or one that is not saved yet. */
export type ProbedChannel = {
  /** 0 before it is saved. */
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
}

/** What an upstream said no with, fit to be shown. */
export type ProbeFailure = {
  reason: string
  /** The account behind the channel is of no more use: a dead key, an empty balance. */
  isFatal: boolean
}

/** What came back from an upstream. */
export type Probed<Value> = { ok: true; value: Value } | { ok: false; failure: ProbeFailure }

/** How the console asks upstreams for itself, on nobody's account. The gateway, which knows how they speak, does it. */
export type Probe = {
  /** Sends the smallest question that shows whether a model answers; gives what it used, in tokens. */
  ask(channel: ProbedChannel, model: string, signal?: AbortSignal): Promise<Probed<{ input: number; output: number }>>
  /** Whether upstreams of this type can be asked what is left. */
  hasBalance(type: ChannelType): boolean
  /** What is left on the account, in the currency the upstream reports; undefined where it cannot be asked. */
  balance(channel: ProbedChannel, signal?: AbortSignal): Promise<Probed<number> | undefined>
  /** The models the upstream offers to this key, each once, in the upstream's order. */
  models(channel: ProbedChannel): Promise<Probed<string[]>>
}
