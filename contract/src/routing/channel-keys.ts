import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { orNothing } from '../left-out.ts'
import { idParams } from '../page.ts'
import { undoable } from '../system/history.ts'

/** How a key is chosen where a channel has several: by chance, or one after the other. */
export const keyModes = ['random', 'polling'] as const
export type KeyMode = (typeof keyModes)[number]
/** Empty: the channel has one key. */
export const keyModesAndNone = ['', ...keyModes] as const

/** The most keys that one request adds, and the most keys of a channel. */
export const channelKeysMax = 1000
export const channelKeysTextMax = 1024 * 1024

export const keyStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const

/** One key of a channel, as administrators see it. */
export const channelKey = z.object({
  id: z.int(),
  /** The first and last characters of the key; empty where they would be most of it. */
  hint: z.string(),
  status: z.int(),
  reason: z.string(), // of a key that is disabled
  status_time: z.int(),
  /**
   * Unix seconds until which the key gets no calls, or 0. A time in the past means that the key waits for its first
   * successful call.
   */
  cooling_until: z.int(),
  cooling_reason: z.string(),
  last_error: z.string(),
  last_error_time: z.int(),
  used_quota: z.int(),
  calls: z.int(),
})
export type ChannelKey = z.infer<typeof channelKey>

const channelKeys = z.object({
  multi_key_mode: z.enum(keyModesAndNone),
  keys: z.array(channelKey),
  /** Cooldown of the whole channel. */
  cooling_until: z.int(),
  cooling_reason: z.string(),
  /**
   * Calls of conversations that are kept on one channel, those of them that reached their channel, and the amount that
   * caches saved.
   */
  sticky: z.object({ calls: z.int(), hits: z.int(), saved: z.int() }),
})
export type ChannelKeys = z.infer<typeof channelKeys>

const id = z.int('id_missing').positive('invalid_id')
const keyText = z.string('channel_key_missing').max(channelKeysTextMax, 'too long')

/** The key states that related servers send, by the position of the key. */
export const channelInfo = z.object({
  is_multi_key: orNothing(z.boolean()),
  multi_key_mode: orNothing(z.string()),
  multi_key_status_list: orNothing(z.record(z.string(), z.int())),
  multi_key_disabled_reason: orNothing(z.record(z.string(), z.string())),
})

export const channelKeyApi = {
  list: endpoint('admin', 'GET /api/channel/{id}/keys', {
    summary: 'The keys of a channel with several, masked, with the state of each; none for a channel with one',
    params: idParams,
    data: channelKeys,
  }),
  add: endpoint('admin', 'POST /api/channel/keys', {
    summary: 'Add keys to a channel: one per line, or a JSON list; returns how many are new',
    body: z.object({ channel: id, key: keyText, multi_key_mode: orNothing(z.enum(keyModes)) }),
    data: z.object({ added: z.int() }),
    beside: undoable,
  }),
  change: endpoint('admin', 'PUT /api/channel/keys', {
    summary: 'Replace one key of a channel, or switch it on or off',
    body: z.object({
      channel: id,
      id,
      key: orNothing(keyText),
      status: orNothing(z.literal([keyStatus.enabled, keyStatus.disabled])),
    }),
    beside: undoable,
  }),
  remove: endpoint('admin', 'POST /api/channel/keys/remove', {
    summary: 'Remove keys of a channel; one must stay',
    body: z.object({ channel: id, ids: z.array(id).min(1).max(channelKeysMax) }),
    data: z.object({ removed: z.int() }),
    beside: undoable,
  }),
  mode: endpoint('admin', 'PUT /api/channel/keys/mode', {
    summary: 'How a key is chosen where a channel has several',
    body: z.object({ channel: id, multi_key_mode: z.enum(keyModes) }),
    beside: undoable,
  }),
  resume: endpoint('admin', 'POST /api/channel/keys/resume', {
    summary: 'End the pause of a channel or, with an id, of one of its keys',
    body: z.object({ channel: id, id: orNothing(id) }),
  }),
}
