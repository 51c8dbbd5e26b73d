import { formatCount, formatSpend } from '@turnpike/contract/quota'
import type { LiveCall, Phase } from '@turnpike/contract/usage/live-calls'
import { Money } from '../../components/figures/money.tsx'
import textStyles from '../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { runningCallsText } from './running-calls.text.ts'

const kinds: Record<Phase, StatusKind> = {
  reading: 'off',
  queue: 'off',
  waiting: 'off',
  first_token: 'off',
  streaming: 'running',
  settling: 'on',
}

export function CallPhase({ call: { phase } }: { call: LiveCall }) {
  return <StatusTag kind={kinds[phase]}>{runningCallsText.use()(phase)}</StatusTag>
}

/** `8.4 s`, `3 min 05 s`: it grows while one looks, so that its figures keep their places. */
export function CallTime({ call: { ms } }: { call: LiveCall }) {
  const seconds = ms / 1000
  if (seconds < 60) return <>{seconds.toFixed(1)} s</>
  const minutes = Math.floor(seconds / 60)
  return (
    <>
      {minutes} min {String(Math.floor(seconds % 60)).padStart(2, '0')} s
    </>
  )
}

export function CallChannel({ call, name }: { call: LiveCall; name: string | undefined }) {
  const t = runningCallsText.use()
  if (call.channel_id === 0) return <span className={textStyles.quiet}>{t('noChannel')}</span>
  return (
    <span className={textStyles.shrinkingEllipsis} title={`${name ?? ''} #${call.channel_id}`}>
      {name ?? `#${call.channel_id}`}
      {call.attempts > 1 && <span className={textStyles.quiet}> · {t('attempt', { number: call.attempts })}</span>}
    </span>
  )
}

const units = ['B', 'kB', 'MB', 'GB'] as const

function formatBytes(bytes: number): string {
  let amount = bytes
  let unit = 0
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000
    unit++
  }
  return `${unit > 0 && amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`
}

export const CallBytes = ({ call }: { call: LiveCall }) => (
  <>
    {formatBytes(call.request_bytes)} / {formatBytes(call.answer_bytes)}
  </>
)

export const CallTokens = ({ call }: { call: LiveCall }) => (
  <>
    {formatCount(call.prompt_tokens)} / {formatCount(call.answer_tokens)}
  </>
)

/** What was delivered so far; on hover, what is reserved. */
export function CallCost({ call: { cost, held } }: { call: LiveCall }) {
  const t = runningCallsText.use()
  const { perUnit } = useQuotaRate()
  return (
    <span title={t('heldOf', { amount: formatSpend(held, perUnit) })}>
      <Money quota={cost} of="call" />
    </span>
  )
}
