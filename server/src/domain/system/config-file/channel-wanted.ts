import { isErrorCode } from '@turnpike/contract/errors'
import { type ChannelFields, channelToCreate } from '@turnpike/contract/routing/channel'
import type { KeyMode } from '@turnpike/contract/routing/channel-keys'
import { keyHostOf } from '@turnpike/contract/routing/key-host'
import { channelTypeNumber, type FileChannel } from '@turnpike/contract/system/config-file/file-channel'
import { AppError } from '../../../http/app-error.ts'
import { checkKey, mayLackKey } from '../../routing/channels/edit/channel-keys.ts'
import type { OverrideColumn } from '../../routing/channels/edit/header-literals.ts'
import { isObject, parsedJson } from '../../routing/channels/edit/json-text.ts'
import { keyListIn } from '../../routing/channels/keys/key-list.ts'
import { namedProxyIn, shownNamed } from '../../routing/proxies/channel-proxy.ts'
import { jsonColumn } from './channel-members.ts'
import type { StoredChannel } from './installation-state.ts'
import type { OpenSecret } from './plan-options.rules.ts'
import { noting, type Path, type Problem } from './problems.ts'
import { useOf } from './secrets.ts'

/** A channel of the file in the form of the console's endpoints. */
export type WantedChannel = {
  fields: Omit<ChannelFields, 'key'>
  status: 1 | 2
  /** Empty where the file names no key. */
  keys: readonly string[]
  keyMode: KeyMode | undefined
}

/** The text of a stored override with its literals. */
export type OpenText = (column: OverrideColumn, text: string) => string

/** Reads a channel by the schema of the console's endpoints; undefined where that finds problems. */
export function wantedChannel(
  channel: FileChannel,
  stored: StoredChannel | undefined,
  { path, open, openText, problems }: { path: Path; open: OpenSecret; openText: OpenText; problems: Problem[] },
): WantedChannel | undefined {
  const before = problems.length
  const type = channelTypeNumber(channel.type)
  const base_url = noting(problems, [...path, 'base_url'], () =>
    typeof channel.base_url === 'string' ? channel.base_url : open(channel.base_url, useOf.baseUrl),
  )
  const setting = noting(problems, [...path, 'setting'], () => settingText(channel.setting, stored?.setting, open))
  const host = keyHostOf({ type, base_url: base_url ?? '', other: channel.other, setting: setting ?? '' })
  const override = (column: OverrideColumn) =>
    noting(problems, [...path, column], () => {
      const before = stored && openText(column, stored[column])
      return overrideText(channel[column], before, open, useOf.override(column, host))
    })
  const param_override = override('param_override')
  const header_override = override('header_override')
  const keys = keysOf(channel, { type, host, path, open, problems })
  if (!stored && keys?.length === 0 && !mayLackKey(type)) problems.push({ path, code: 'channel_key_missing' })
  if (problems.length > before || base_url === undefined || setting === undefined || !keys) return undefined
  const fields = {
    type,
    name: channel.name,
    models: channel.models.join(','),
    group: channel.groups.join(','),
    base_url,
    other: channel.other,
    openai_organization: channel.openai_organization,
    test_model: channel.test_model,
    model_mapping: jsonColumn(channel.model_mapping, stored?.model_mapping),
    status_code_mapping: jsonColumn(channel.status_code_mapping, stored?.status_code_mapping),
    setting,
    param_override,
    header_override,
    tag: channel.tag,
    priority: channel.priority,
    weight: channel.weight,
    auto_ban: channel.auto_ban ? 1 : 0,
    max_input_tokens: channel.max_input_tokens,
  }
  // The key was checked above; the schema needs one.
  const parsed = channelToCreate.safeParse({ ...fields, key: 'x' })
  if (!parsed.success) {
    for (const { path: member, message } of parsed.error.issues)
      problems.push({
        path: [...path, ...member.map((part) => (part === 'group' ? 'groups' : String(part)))],
        code: isErrorCode(message) ? message : 'config_wrong_value',
      })
    return undefined
  }
  const { key: _, status: __, multi_key_mode: ___, channel_info: ____, ...checked } = parsed.data
  const keyMode = channel.multi_key_mode ?? (channel.keys ? 'random' : undefined)
  return { fields: checked, status: channel.status === 'enabled' ? 1 : 2, keys, keyMode }
}

function settingText(setting: FileChannel['setting'], stored: string | undefined, open: OpenSecret): string {
  if (!('env' in setting) && !('sealed' in setting)) return jsonColumn(withStoredPassword(setting, stored), stored)
  const members = parsedJson(open(setting as Parameters<OpenSecret>[0], useOf.setting)) // by its one member
  if (!isObject(members)) throw new AppError('channel_setting_invalid')
  return jsonColumn(withStoredPassword(members, stored), stored)
}

/** A hidden password stands for that of the stored proxy, if it is the same proxy. */
function withStoredPassword(members: Readonly<Record<string, unknown>>, stored: string | undefined) {
  const proxy = namedProxyIn(stored ?? '')
  return proxy !== undefined && members.proxy === shownNamed(proxy) ? { ...members, proxy } : members
}

function overrideText(
  given: FileChannel[OverrideColumn],
  before: string | undefined,
  open: OpenSecret,
  use: string,
): string {
  if (!('env' in given) && !('sealed' in given)) return jsonColumn(given, before)
  const members = parsedJson(open(given as Parameters<OpenSecret>[0], use)) // by its one member
  if (!isObject(members)) throw new AppError('override_json')
  return jsonColumn(members, before)
}

type KeySource = { type: number; host: string; path: Path; open: OpenSecret; problems: Problem[] }

/** The keys that the file names, each once; undefined where one of them is invalid. */
function keysOf({ key, keys }: FileChannel, { type, host, path, open, problems }: KeySource): string[] | undefined {
  if (key && keys) {
    problems.push({ path: [...path, 'keys'], code: 'config_two_keys' })
    return undefined
  }
  const use = useOf.channelKey(host)
  if (key) {
    const one = noting(problems, [...path, 'key'], () => checkKey(type, open(key, use)))
    return one === undefined ? undefined : [one]
  }
  const opened = (keys ?? []).map((each, index) => noting(problems, [...path, 'keys', index], () => open(each, use)))
  if (opened.length === 0) return []
  const known = opened.filter((each) => each !== undefined)
  if (known.length < opened.length) return undefined
  return noting(problems, [...path, 'keys'], () => keyListIn(type, JSON.stringify(known)))
}
