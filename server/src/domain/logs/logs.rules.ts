import type { LogRow } from '@turnpike/contract/log'
import { AppError } from '../../http/app-error.ts'
import type { Store } from '../../store/store.ts'
import { countLogs, type LogQuestion, readLogs } from './logs.queries.ts'

const spanMaxSeconds = 31 * 86_400 + 3600 // a month, and the hour that clients add to "now"

type Page = { items: LogRow[]; total: number; page: number; page_size: number }

/** The log as administrators read it. */
export async function listLogs(store: Store, question: LogQuestion): Promise<Page> {
  const { start_timestamp: start, end_timestamp: end } = question
  if (start && end && end - start > spanMaxSeconds) throw new AppError('log_span_long')
  const [rows, total] = await Promise.all([readLogs(store, question), countLogs(store, question)])
  const items = rows.map((row) => ({ ...row, is_stream: row.is_stream === 1 }))
  return { items, total, page: question.p, page_size: question.page_size }
}

/** The log as its owner reads it: without channels, retries and the names of administrators. */
export async function listOwnLogs(store: Store, userId: number, question: LogQuestion): Promise<Page> {
  const page = await listLogs(store, { ...question, user_id: userId, username: undefined, channel: undefined })
  return { ...page, items: page.items.map((row) => ({ ...row, channel: 0, other: withoutAdminInfo(row.other) })) }
}

function withoutAdminInfo(other: string): string {
  if (other === '') return ''
  const { admin_info: _, ...rest } = JSON.parse(other) as Record<string, unknown>
  return JSON.stringify(rest)
}
