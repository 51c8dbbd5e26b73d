import type { FailingChannel } from '@turnpike/contract/routing/channel-attempts'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import { readJson, stored } from '../../../lib/browser/stored.ts'

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((id) => Number.isSafeInteger(id))

/** The failing channels whose banner was closed in this browser. */
export const dismissedChannels = stored<readonly number[]>(
  'dismissed-failing-channels',
  (text) => readJson(text, isIds) ?? [],
  (ids) => (ids.length === 0 ? null : JSON.stringify(ids)),
)

/** A closed banner appears again as soon as a channel fails that it did not name. */
export const isNews = (failing: readonly number[], dismissed: readonly number[]): boolean =>
  failing.some((id) => !dismissed.includes(id))

/** A channel that works again is forgotten, so that its next failure is news. */
export const stillFailing = (failing: readonly number[], dismissed: readonly number[]): readonly number[] =>
  dismissed.filter((id) => failing.includes(id))

const servingSeconds = 30 * 60
const disabledSeconds = 24 * 3600

/**
 * Whether a failure is recent enough for a banner on every page. A channel that was disabled automatically is missing for
 * longer than a request that failed. A failure of unknown time counts as recent.
 */
export const isRecent = ({ status, last_at }: Pick<FailingChannel, 'status' | 'last_at'>, now: number): boolean =>
  last_at === 0 || now - last_at <= (status === channelStatus.autoDisabled ? disabledSeconds : servingSeconds)
