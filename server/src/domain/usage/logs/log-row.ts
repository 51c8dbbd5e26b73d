import type { LogRow } from '@turnpike/contract/usage/log'
import { contentOf, detailOf, otherOf, readFacts } from './call-facts.ts'
import type { StoredLog } from './logs.queries.ts'

/** A row as administrators read it. */
export function adminRow({ facts, ...row }: StoredLog): LogRow {
  const shown = { ...row, is_stream: row.is_stream === 1 }
  if (facts === '') return { ...shown, detail: null }
  const call = readFacts(facts)
  return {
    ...shown,
    content: contentOf(call),
    other: JSON.stringify(otherOf(call)),
    detail: detailOf(call, true),
  }
}

/** A row as its owner reads it: without channels, attempts, and the names of administrators. */
export function ownRow({ facts, ...row }: StoredLog): LogRow {
  const shown = { ...row, is_stream: row.is_stream === 1, channel: 0 }
  if (facts === '') return { ...shown, other: withoutAdminInfo(row.other), detail: null }
  const call = readFacts(facts)
  const { admin_info: _, ...other } = otherOf(call)
  return { ...shown, content: contentOf(call), other: JSON.stringify(other), detail: detailOf(call, false) }
}

function withoutAdminInfo(other: string): string {
  if (other === '') return ''
  const { admin_info: _, ...rest } = JSON.parse(other) as Record<string, unknown>
  return JSON.stringify(rest)
}
