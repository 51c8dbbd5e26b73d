import { formatCount, formatSpend } from '@turnpike/contract/quota'
import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { formatMilliseconds, formatTime, zoneOffset } from '../../../lib/format/format-time.ts'
import { failureOf, otherOf } from '../list/log-event.ts'

/** The address of a request: only administrators and the user who sent the request see its rows. */
export const requestLink = (requestId: string): string => `/log?request_id=${encodeURIComponent(requestId)}`

/** The requests of a user in the five minutes before and after one. */
export function aroundLink({ username, created_at }: LogRow, isAdmin: boolean): string {
  const [start, end] = [created_at - 300, created_at + 300]
  const user = isAdmin ? `username=${encodeURIComponent(username)}&` : ''
  return `/log?${user}start_timestamp=${start}&end_timestamp=${end}`
}

type Words = (
  name: 'requestId' | 'time' | 'model' | 'group' | 'path' | 'reason' | 'tokens' | 'totalTime' | 'charge' | 'link',
) => string

/**
 * What support needs to find a request and to see why it failed. Without the prompt, the key, its name, addresses and
 * what only administrators see.
 */
export function shareText(row: LogRow, link: string, perUnit: number, t: Words): string {
  const { created_at, model_name, group, request_id, prompt_tokens, completion_tokens, quota, detail, type } = row
  const isFailure = type === logType.failure
  const { status, reason } = failureOf(row)
  const path = detail?.path || String(otherOf(row).request_path ?? '')
  const total = detail?.timing?.total ?? row.use_time * 1000
  const lines = [
    [t('requestId'), request_id],
    [t('time'), `${formatTime(created_at)} ${zoneOffset(created_at)}`],
    [t('model'), model_name],
    [t('group'), group],
    [t('path'), path],
    [t('reason'), isFailure && `${status} ${reason}`.trim()],
    [t('tokens'), !isFailure && `${formatCount(prompt_tokens)} + ${formatCount(completion_tokens)}`],
    [t('totalTime'), formatMilliseconds(total)],
    [t('charge'), !isFailure && `${formatSpend(quota, perUnit)}`],
    [t('link'), link],
  ]
  return lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
}
