import type { Language } from '@turnpike/contract/errors'
import type { LogRow } from '@turnpike/contract/usage/log'
import { isLogEvent, type LogParams, logText } from '@turnpike/contract/usage/log-events'
import { readJson } from '../../../lib/browser/stored.ts'
import { translated } from '../../../lib/text/translated.ts'

type Other = Record<string, unknown>
const isOther = (value: unknown): value is Other => typeof value === 'object' && value !== null

/** The JSON beside a row; empty where there is none. */
export const otherOf = ({ other }: Pick<LogRow, 'other'>): Other => readJson(other, isOther) ?? {}

/** Log rows write dollars with a wide sign and six decimals; zeros after the second say nothing. */
const shownAmount = (text: string) => text.replace(/^(-?)＄(\d+\.\d{2})(\d*?)0*$/, '$1$$$2$3')

const isParams = (value: unknown): value is LogParams => isOther(value)

/** What a row that is no call says: in the reader's language where the row names its event, else as it was written. */
export function eventText(row: Pick<LogRow, 'content' | 'other'>, language: Language): string {
  const { event, params } = otherOf(row)
  if (!isLogEvent(event)) return row.content
  const shown = Object.entries(isParams(params) ? params : {}).map(([name, value]) => [
    name,
    shownAmount(String(value)),
  ])
  return translated(logText(event, language, Object.fromEntries(shown)))
}

const creditEvents = new Set<unknown>([
  'new_user_gift',
  'invitee_gift',
  'invite_reward',
  'code_redeemed',
  'topped_up',
  'affiliate_transfer',
  'dividend',
])

/** The amount that a row credited; undefined for every other row. */
export function creditOf(row: Pick<LogRow, 'other'>): string | undefined {
  const { event, params } = otherOf(row)
  if (!creditEvents.has(event) || !isParams(params) || params.amount === undefined) return undefined
  return `+${shownAmount(String(params.amount))}`
}

/** Why a call failed: the status and the reason of `status_code=503, No available channels (request id: …)`. */
export function failureOf(row: Pick<LogRow, 'content' | 'other'>): { status: string; reason: string } {
  const [, status = '', reason = row.content] = /^status_code=(\d+), (.*)$/s.exec(row.content) ?? []
  return {
    status: status || String(otherOf(row).status_code ?? ''),
    reason: reason.replace(/ \(request id:[^)]*\)$/, ''),
  }
}
