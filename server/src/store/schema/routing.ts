import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface RoutingTables {
  channels: {
    id: Generated<number>
    type: number
    key_cipher: string
    key_hash: string
    openai_organization: Generated<string>
    test_model: Generated<string>
    status: Generated<number>
    name: string
    weight: Generated<number>
    priority: Generated<number>
    created_time: number
    test_time: Generated<number>
    /** ms */
    response_time: Generated<number>
    base_url: Generated<string>
    other: Generated<string>
    /** Dollars as the upstream reports them: only shown, never computed with, so it may be a float. */
    balance: Generated<number>
    balance_updated_time: Generated<number>
    models: Generated<string>
    group: Generated<string>
    used_quota: Generated<number>
    model_mapping: Generated<string>
    status_code_mapping: Generated<string>
    auto_ban: Generated<Flag>
    other_info: Generated<string>
    tag: string | null
    setting: Generated<string>
    /** Literal values of headers are encrypted within the text, here and below. */
    param_override: Generated<string>
    header_override: Generated<string>
    max_input_tokens: Generated<number>
    failed_time: Generated<number>
    failure_reason: Generated<string>
    refusal_told_time: Generated<number>
    judged_from: Generated<number>
    multi_key_mode: Generated<'' | 'random' | 'polling'>
    /** Encrypted: the address in `setting.proxy` with its password; empty if it has none. */
    proxy_cipher: Generated<string>
  }

  /** The keys of channels that have several. */
  channel_keys: {
    id: Generated<number>
    channel_id: number
    position: number
    key_cipher: string
    key_hash: string
    status: Generated<number>
    reason: Generated<string>
    status_time: Generated<number>
    last_error: Generated<string>
    last_error_time: Generated<number>
    used_quota: Generated<number>
    calls: Generated<number>
  }

  /** Channels (key 0) and keys that get no calls for a while. */
  cooling: {
    channel_id: number
    key_id: number
    until: number
    pauses: number
    reason: string
    at: number
  }

  /** One row per group and model of each channel: the routing index. */
  abilities: {
    group: string
    model: string
    channel_id: number
    enabled: Flag
    priority: Generated<number>
    weight: Generated<number>
    tag: string | null
  }

  /** Deleted channels, kept for some weeks so that the deletion can be undone. */
  deleted_channels: {
    id: number
    deleted_at: number
    /** The whole row as JSON; its key is encrypted. */
    content: string
  }

  /** The newest attempts on a channel, as one process has seen them. */
  channel_attempts: {
    channel_id: number
    process: string
    newest: number
    recent_failures: number
    attempts: string
  }

  /** Calls of conversations that are kept on one channel. */
  sticky_figures: {
    channel_id: number
    calls: number
    hits: number
    saved: number
  }

  /** A name that stands for a list of models. */
  virtual_models: {
    id: Generated<number>
    name: string
    description: string
    mode: string
    /** JSON: names of groups; none means all. */
    groups: string
    is_enabled: Flag
    /** JSON: the models, each with its weight and conditions. */
    members: string
    /** JSON: kinds of failure. */
    fallback_on: string
    created_at: number
    updated_at: number
    deleted_at: Generated<number | null>
  }

  /** Servers that channels send their requests through, by name. */
  proxies: {
    id: Generated<number>
    name: string
    /** Encrypted: the address with its password. */
    address_cipher: string
    updated_at: number
  }

  /** How the model lists of upstreams are watched; channel 0: all channels without a row. */
  model_list_settings: {
    channel_id: number
    mode: 'off' | 'propose' | 'follow'
    hours: number
    /** JSON: patterns of model names; none means all. */
    patterns: string
    actor_id: number
    actor_name: string
    set_at: number
  }

  /** The newest reading of each channel's list. */
  model_list_readings: {
    channel_id: number
    read_at: number
    result: 'ok' | 'failed' | 'empty' | 'shrunk' | 'too_long'
    reason: string
    listed: number
    unusable: number
    counted: number
    upstream: string
    /** JSON: names that were listed while the channel served them. */
    known: string
  }

  /** Models that appeared in the list of an upstream or vanished from it. */
  model_list_proposals: {
    id: Generated<number>
    channel_id: number
    kind: 'appeared' | 'vanished'
    model: string
    upstream_model: string
    state: 'open' | 'ignored'
    first_seen_at: number
    missed: number
    taken_back: Flag
  }

  /** Names and patterns of models that are never proposed; of channel 0: for all channels. */
  ignored_models: {
    id: Generated<number>
    channel_id: number
    kind: 'appeared' | 'vanished'
    pattern: string
    actor_name: string
    created_at: number
  }
}
