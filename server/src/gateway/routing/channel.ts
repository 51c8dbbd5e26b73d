import { type ChannelType, channelTypes, isRetired } from '@turnpike/contract/channel-types'
import { type ChannelCost, isChannelCost } from '@turnpike/contract/routing/channel-cost'
import { openLiterals } from '../../domain/routing/channels/edit/header-literals.ts'
import type { Limit } from '../../domain/routing/limits/counter-key.ts'
import { limitsOfChannel } from '../../domain/routing/limits/limits-of-channel.ts'
import { type ProxyList, proxyOf } from '../../domain/routing/proxies/channel-proxy.ts'
import type { ChannelProxy } from '../../outbound/proxy.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { JsonObject } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type Overrides, readOverrides } from '../overrides/read-overrides.ts'
import type { Provider, Target } from '../providers/provider.ts'
import { loadedProvider } from '../providers/registry.ts'
import { markOf } from './account-mark.ts'
import { Cooldown } from './cooldown.ts'

/** A channel for routing: one upstream account, parsed once, immutable. */
export type Channel = {
  id: number
  name: string
  type: ChannelType
  provider: Provider
  /**
   * The upstream has shut down: the channel is never chosen, and models that only such channels serve are refused as
   * retired.
   */
  isRetired: boolean
  priority: number
  weight: number
  models: readonly string[]
  groups: readonly string[]
  autoBan: boolean
  /** 0: no limit. */
  inputTokensMax: number
  modelMapping: ReadonlyMap<string, string>
  statusMapping: ReadonlyMap<number, number>
  setting: JsonObject
  /** Everything that the channel sends goes through it. */
  proxy: ChannelProxy
  /** The upstream's prices, if an administrator has entered them. */
  cost: ChannelCost | undefined
  /** What it changes in its requests; `unreadable`: it cannot be called. */
  overrides: Overrides | 'unreadable' | undefined
  /** Decrypted on first use: most channels of a large installation are idle. */
  key(): string
  /** A keyed hash of a text that also depends on the channel's key. */
  sign(text: string): string
  /** The mark of texts that only this channel's account can read again. Another key has another mark. */
  mark(): string
  /** Texts that no client may see: the key and the upstream's address. */
  secrets(): string[]
  base_url: string
  other: string
  openai_organization: string
  /** How long a stream may take to begin, by model; undefined where there is no limit. */
  firstTokenMs: ((model: string) => number | undefined) | undefined
  /** How long the channel may be silent before a second attempt starts on another; undefined: as the option says. */
  hedgeAfterMs: number | undefined
  /** The limits of the channel and of its key; undefined if there are none. */
  limits: readonly Limit[] | undefined
  /** Whether it may be called now. */
  cooldown: Cooldown
  /** The id of the chosen key of a channel with several keys; otherwise 0. */
  keyId: number
  keyCooldown: Cooldown | undefined
  /** For several keys: the channel with each of them, and whether they are used in turn. */
  keys: readonly Channel[] | undefined
  inTurn: boolean
}

/** Which channels can serve a request that not every channel of the model can. */
export type Suits = (channel: Channel) => boolean

export type ChannelRow = {
  id: number
  name: string
  type: number
  key_cipher: string
  priority: number
  weight: number
  models: string
  group: string
  auto_ban: number
  max_input_tokens: number
  model_mapping: string
  status_code_mapping: string
  setting: string
  param_override: string
  header_override: string
  base_url: string
  other: string
  openai_organization: string
  proxy_cipher: string
}

export function readChannel(
  row: ChannelRow,
  type: ChannelType,
  vault: Vault,
  proxies: ProxyList,
  cooldown: Cooldown = new Cooldown(row.id),
): Channel {
  const provider = loadedProvider(type)
  const setting = objectOf(row.setting)
  const base_url = (row.base_url || channelTypes[type].defaultBaseUrl).replace(/\/+$/, '')
  return {
    id: row.id,
    name: row.name,
    type,
    provider,
    isRetired: isRetired(type, base_url),
    priority: row.priority,
    weight: row.weight,
    models: commaSeparatedValues(row.models),
    groups: commaSeparatedValues(row.group),
    autoBan: row.auto_ban === 1,
    inputTokensMax: row.max_input_tokens,
    modelMapping: new Map(Object.entries(objectOf(row.model_mapping)).filter(isText)),
    statusMapping: readStatusMapping(row.status_code_mapping),
    setting,
    proxy: proxyOf({ setting, proxy_cipher: row.proxy_cipher }, proxies, vault),
    firstTokenMs: readFirstToken(setting),
    hedgeAfterMs: numberOf(setting.hedge_after_ms),
    limits: limitsOfChannel(row.id, 0, setting),
    cost: isChannelCost(setting.cost) ? setting.cost : undefined,
    overrides: readOverrides(row, (column, text) => openLiterals(vault, column, text)),
    ...keyMembers(row.id, row.key_cipher, vault),
    base_url,
    other: row.other,
    openai_organization: row.openai_organization,
    cooldown,
    keyId: 0,
    keyCooldown: undefined,
    keys: undefined,
    inTurn: false,
  }
}

export type KeyOfChannel = { id: number; key_cipher: string }

export const withKey = (channel: Channel, key: KeyOfChannel, vault: Vault, keyCooldown?: Cooldown): Channel => ({
  ...channel,
  ...keyMembers(channel.id, key.key_cipher, vault),
  keyId: key.id,
  limits: limitsOfChannel(channel.id, key.id, channel.setting),
  keyCooldown,
  keys: undefined,
})

type KeyMembers = Pick<Channel, 'key' | 'sign' | 'mark' | 'secrets'>

function keyMembers(id: number, cipher: string, vault: Vault): KeyMembers & ThisType<Channel> {
  let key: string | undefined
  let mark: string | undefined
  return {
    key: () => {
      key ??= openKey(cipher, vault)
      return key
    },
    sign(text) {
      return vault.hash(`${this.key()}\n${text}`, 'stored reply')
    },
    mark() {
      mark ??= markOf(Buffer.from(this.sign(`${id}`), 'base64url'))
      return mark
    },
    secrets() {
      const { provider, base_url, proxy, overrides } = this
      const ofKey = key === undefined ? [] : [key, ...key.split('|'), ...(provider.secrets?.(targetOf(this, '')) ?? [])]
      const ofHeaders = typeof overrides === 'object' ? overrides.secrets : []
      return [...ofKey, ...ofHeaders, base_url, ...hostsOf(base_url), ...secretsOf(proxy)]
    },
  }
}

function openKey(cipher: string, vault: Vault): string {
  try {
    return vault.decrypt(cipher, 'channel key')
  } catch {
    throw new UpstreamFailure('bad_key', {
      status: 502,
      message: 'the key of this channel cannot be read',
      code: 'channel:invalid_key',
    })
  }
}

const secretsOf = (proxy: ChannelProxy): string[] =>
  proxy === undefined || proxy === 'unusable' ? [] : [proxy.host, proxy.password].filter(Boolean)

function hostsOf(address: string): string[] {
  const url = URL.parse(address)
  return url ? [url.host, url.hostname] : []
}

/** The status of a failure after the channel's status mapping. It decides retries and is shown to clients. */
export const mappedStatus = (channel: Channel, failure: UpstreamFailure): number =>
  channel.statusMapping.get(failure.status) ?? failure.status

const stepsMax = 16

/** The upstream's name for a model. Follows the mapping to its end; a loop ends where it closes. */
export function mappedModel(channel: Channel, model: string): string {
  let name = model
  const seen = new Set([model])
  for (let step = 0; step < stepsMax; step++) {
    const next = channel.modelMapping.get(name)
    if (!next || seen.has(next)) return name
    seen.add(next)
    name = next
  }
  return name
}

/** The upstream of a call: its provider, its target, and the proxy on the way there. */
export type Upstream = { provider: Provider; target: Target; proxy: ChannelProxy }

/**
 * `query` is the client's; some providers read an option from it. Throws UpstreamFailure for a key of unknown format.
 */
export function resolveUpstream(channel: Channel, model: string, query?: Record<string, string>): Upstream {
  const target = targetOf(channel, model, query)
  return { provider: channel.provider.variant?.(target) ?? channel.provider, target, proxy: channel.proxy }
}

export type ProviderFilter = (provider: Provider) => boolean

/** The channels whose provider can serve this request for the model. */
export const channelsSupporting =
  (model: string, needs: ProviderFilter): Suits =>
  (channel) => {
    try {
      return needs(channel.provider.variant ? resolveUpstream(channel, model).provider : channel.provider)
    } catch (error) {
      if (error instanceof UpstreamFailure) return false // a key that cannot be read or used
      throw error
    }
  }

const targetOf = (channel: Channel, model: string, query: Record<string, string> = {}): Target => ({
  type: channel.type,
  key: channel.key(),
  base_url: channel.base_url,
  other: channel.provider.chooses?.(channel.other, query) ?? channel.other,
  openai_organization: channel.openai_organization,
  model: mappedModel(channel, model),
  requestedModel: model,
  setting: channel.setting,
})

export const commaSeparatedValues = (text: string): string[] =>
  [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean)

/** JSON that was validated when it was saved. Damaged JSON counts as empty, so that it does not break every route. */
function objectOf(text: string): JsonObject {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function readFirstToken(setting: JsonObject): Channel['firstTokenMs'] {
  const { first_token_seconds: usual, first_token_seconds_by_model: byModel } = setting
  if (usual === undefined && byModel === undefined) return undefined
  const models = new Map(Object.entries((byModel ?? {}) as JsonObject)) // validated as an object when it was saved
  return (model) => {
    const seconds = numberOf(models.get(model)) ?? numberOf(usual)
    return seconds === undefined ? undefined : seconds * 1000
  }
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''

/** Error codes to error codes only: a mapping must never turn a failure into a success. */
function readStatusMapping(text: string): Map<number, number> {
  const isError = (status: number) => Number.isInteger(status) && status >= 400 && status <= 599
  return new Map(
    Object.entries(objectOf(text))
      .map(([from, to]): [number, number] => [Number(from), Number(to)])
      .filter(([from, to]) => isError(from) && isError(to)),
  )
}
