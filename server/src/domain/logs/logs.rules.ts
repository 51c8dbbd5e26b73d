import type { LogRow } from '@turnpike/contract/log'
import { AppError } from '../../http/app-error.ts'
import type { Store } from '../../store/store.ts'
import { countLogs, type LogQuestion, readLogs } from './logs.queries.ts'

const hourSeconds = 3600
const spanMaxSeconds = 31 * 86_400 + hourSeconds // a month, and the hour that clients add to "now"

type Page = { items: LogRow[]; total: number; page: number; page_size: number }

/** The log as administrators read it. */
export async function listLogs(store: Store, asked: LogQuestion, now: number): Promise<Page> {
  const question = { ...asked, ...spanOf(asked, now) }
  const [rows, total] = await Promise.all([readLogs(store, question), countLogs(store, question)])
  const items = rows.map((row) => ({ ...row, is_stream: row.is_stream === 1 }))
  return { items, total, page: question.p, page_size: question.page_size }
}

/** No question reads more than a month. A limit that is not given is a month from the other; without both, the last month. */
function spanOf({ start_timestamp: start, end_timestamp: end }: LogQuestion, now: number) {
  if (start && end && end - start > spanMaxSeconds) throw new AppError('log_span_long')
  if (start) return { end_timestamp: end || start + spanMaxSeconds }
  const last = end || now + hourSeconds
  return { start_timestamp: Math.max(1, last - spanMaxSeconds), end_timestamp: last }
}

/** The log as its owner reads it: without channels, retries and the names of administrators. */
export async function listOwnLogs(store: Store, userId: number, question: LogQuestion, now: number): Promise<Page> {
  const own = { ...question, user_id: userId, username: undefined, channel: undefined }
  const page = await listLogs(store, own, now)
  return { ...page, items: page.items.map((row) => ({ ...row, channel: 0, other: withoutAdminInfo(row.other) })) }
}

function withoutAdminInfo(other: string): string {
  if (other === '') return ''
  const { admin_info: _, ...rest } = JSON.parse(other) as Record<string, unknown>
  return JSON.stringify(rest)
}
