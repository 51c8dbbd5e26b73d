import { channelStatus } from '@turnpike/contract/routing/channel'
import { type ReadingResult, type WatchSetting, watchDefault } from '@turnpike/contract/routing/model-lists'
import { forAll, type SettingBy } from './model-lists.queries.ts'

const untouched: SettingBy = { ...watchDefault, actor_id: 0, actor_name: '' }

/** The setting in force for a channel. */
export const inForce = (settings: ReadonlyMap<number, SettingBy>, channelId: number): SettingBy =>
  settings.get(channelId) ?? settings.get(forAll) ?? untouched

export const wireSetting = ({ mode, hours, patterns }: WatchSetting): WatchSetting => ({ mode, hours, patterns })

const hourSeconds = 3600

type Watched = {
  status: number
  hasList: boolean
  setting: WatchSetting
  read_at: number | null
  result: ReadingResult | null
}

/** When a list is due to be read; undefined where it is not watched. A list that could not be read is tried each hour. */
export function dueAt({ status, hasList, setting, read_at, result }: Watched): number | undefined {
  if (setting.mode === 'off' || status === channelStatus.disabled || !hasList) return undefined
  if (read_at === null) return 0
  return read_at + (result === 'failed' ? 1 : setting.hours) * hourSeconds
}
