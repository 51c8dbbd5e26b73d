import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { formatCount } from '@turnpike/contract/quota'
import { type LogRow, logApi, logType } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import { CircleCheck, CircleX, LoaderCircle, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { stepsKey } from '../../lib/api/first-steps.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import layoutStyles from '../style/layout.module.css'
import toneStyles from '../style/tone.module.css'
import { SetPrice } from '../unpriced/set-price.tsx'
import { CallReceipt } from './call-receipt.tsx'
import styles from './first-call.module.css'
import { firstCallText } from './first-call.text.ts'
import { RefusedCall, runCall } from './run-call.ts'

/** What a caller can do about a refusal, by its code, and the page to do it on. */
const places = {
  balance: '/topup',
  channels: '/channel',
  tokens: '/token',
} as const
type Advice = keyof typeof places | 'price'

const byCode: Readonly<Record<string, Advice>> = {
  model_price_error: 'price',
  insufficient_user_quota: 'balance',
  pre_consume_token_quota_failed: 'tokens',
  token_exhausted: 'tokens',
  token_expired: 'tokens',
  token_disabled: 'tokens',
  ip_not_allowed: 'tokens',
  model_not_allowed: 'tokens',
  group_forbidden: 'tokens',
  model_not_found: 'channels',
  no_available_channel: 'channels',
  channel_refused: 'channels',
  channel_disabled: 'channels',
}

const adviceFor = (code: string): Advice | undefined => (Object.hasOwn(byCode, code) ? byCode[code] : undefined)

/** For a used token only calls after the opening of the page count. */
const wasUsed = ({ used_quota, accessed_time, created_time }: Token) => used_quota > 0 || accessed_time > created_time

type FirstCallProps = {
  token: Token
  /** The model that can be called from here; without one, only calls of the user's own programs are awaited. */
  model?: string | undefined
  /** The call is the main step of the page. */
  isMain?: boolean
}

/** Waits for the token's first call, or for its next one where it has been used; it can be made here. Shows its receipt or its refusal. */
export function FirstCall({ token, model, isMain = false }: FirstCallProps) {
  const t = firstCallText.use()
  const queries = useQueryClient()
  // As the token was when the page opened: the call that is awaited changes it.
  const [isUsed] = useState(() => wasUsed(token))
  const { arrived, refused, lookNow } = useAwaitedCall(token, isUsed)
  const run = useMutation({
    mutationFn: (named: string) => runCall({ key: keyOf(token), model: named }),
    onSuccess: async () => {
      await lookNow()
      void queries.invalidateQueries({ queryKey: stepsKey })
    },
    onError: () => {}, // shown below, not as a toast
  })
  const refusal = arrived || run.isPending ? undefined : refusalOf(run.error, refused)
  const button = model && !arrived && (
    <Button
      type={isMain ? 'primary' : 'default'}
      size={isMain ? 'middle' : 'small'}
      icon={<Play />}
      loading={run.isPending}
      onClick={() => run.mutate(model)}
    >
      {refusal ? t('runAgain') : t('run')}
    </Button>
  )
  return (
    <div className={layoutStyles.looseCard}>
      <div className={styles.firstCall}>
        <div className={styles.status} role="status">
          {arrived ? (
            <Arrived row={arrived} words={t(isUsed ? 'arrivedNext' : 'arrived')} />
          ) : run.isPending && model ? (
            <Waiting>{t('calling', { model })}</Waiting>
          ) : refusal ? (
            <Refused words={t('refused')} {...refusal} model={run.error ? model : refused?.model_name} />
          ) : (
            <Waiting>{t(isUsed ? 'waitingNext' : 'waiting')}</Waiting>
          )}
        </div>
        {arrived ? <Link to={`/log?token_name=${encodeURIComponent(token.name)}`}>{t('openLog')}</Link> : button}
      </div>
      {arrived && <CallReceipt row={arrived} response={run.data?.text} />}
    </div>
  )
}

type Refusal = { reason: string; code: string }

/** The refusal of a call that was made here, or else of the newest one that the log has. */
function refusalOf(error: Error | null, row: LogRow | undefined): Refusal | undefined {
  if (error) return { reason: error.message, code: error instanceof RefusedCall ? error.code : '' }
  return row && { reason: row.content, code: codeOf(row) }
}

function codeOf({ other }: LogRow): string {
  try {
    const { error_code, code } = JSON.parse(other) as { error_code?: unknown; code?: unknown }
    return String(error_code ?? code ?? '')
  } catch {
    return ''
  }
}

function Arrived({ row, words }: { row: LogRow; words: string }) {
  const t = firstCallText.use()
  const tokens = formatCount(row.prompt_tokens + row.completion_tokens)
  return (
    <>
      <CircleCheck className={toneStyles.success} aria-hidden />
      <span className={styles.text}>
        {words}
        <span className={styles.about}>{t('about', { model: row.model_name, tokens })}</span>
      </span>
    </>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <LoaderCircle className={styles.waiting} aria-hidden />
      <span>{children}</span>
    </>
  )
}

function Refused({ words, reason, code, model }: Refusal & { words: string; model: string | undefined }) {
  const t = firstCallText.use()
  const advice = adviceFor(code)
  return (
    <>
      <CircleX className={styles.error} aria-hidden />
      <span className={styles.text}>
        {words}
        <span className={styles.reason}>{reason}</span>
        {advice === 'price' && model && <SetPrice model={model} />}
        {advice && advice !== 'price' && <Link to={places[advice]}>{t(`${advice}_advice`)}</Link>}
      </span>
    </>
  )
}

const everyMilliseconds = 3_000
/** How far the clocks of browser and server may be apart. */
const skewSeconds = 600

/** The call that was awaited, or the newest one that was refused meanwhile. */
type Awaited = { arrived?: LogRow | undefined; refused?: LogRow | undefined }

/** Polls the log for a call with the token, while the page is visible, until one has succeeded. */
function useAwaitedCall(token: Token, isUsed: boolean) {
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000))
  const [known, setKnown] = useState<number | undefined>(isUsed ? undefined : 0)
  const { data, refetch } = useQuery({
    queryKey: ['first call', token.id, openedAt, known],
    queryFn: async (): Promise<Awaited> => {
      const since = isUsed ? openedAt - skewSeconds : token.created_time
      const query = { p: 1, page_size: 10, token_name: token.name, start_timestamp: since }
      const { items } = await call(logApi.self, { query })
      const calls = items.filter(({ token_id }) => token_id === token.id) // names may repeat, ids do not
      if (known === undefined) setKnown(Math.max(0, ...calls.map(({ id }) => id)))
      const fresh = calls.filter(({ id }) => known !== undefined && id > known)
      return {
        arrived: fresh.findLast(({ type }) => type === logType.consumption),
        refused: fresh.find(({ type }) => type === logType.failure),
      }
    },
    refetchInterval: ({ state }) => (state.data?.arrived ? false : everyMilliseconds),
    retry: false,
  })
  return { ...data, lookNow: refetch }
}
