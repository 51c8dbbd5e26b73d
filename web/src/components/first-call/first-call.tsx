import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { formatCount } from '@turnpike/contract/quota'
import type { LogRow } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import { CircleCheck, CircleX, LoaderCircle, Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { stepsKey } from '../../lib/api/first-steps.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { useText } from '../../lib/text/text.ts'
import toneStyles from '../style/tone.module.css'
import { adviceFor } from './call-advice.ts'
import { CallReceipt } from './call-receipt.tsx'
import styles from './first-call.module.css'
import { firstCallText } from './first-call.text.ts'
import { RefusedCall, runCall } from './run-call.ts'
import { useAwaitedCall } from './use-awaited-call.ts'

/** A token that was used before waits for a call that is newer than those it finds when the page opens. */
const wasUsed = ({ used_quota, accessed_time, created_time }: Token) => used_quota > 0 || accessed_time > created_time

type FirstCallProps = {
  token: Token
  /** The model that can be called from here; without one, only calls of the user's own programs are awaited. */
  model?: string | undefined
  /** The call is what the page is about. */
  isMain?: boolean
}

/** Waits for the token's first call, or for its next one where it has been used; it can be made here. Shows its receipt or its refusal. */
export function FirstCall({ token, model, isMain = false }: FirstCallProps) {
  const t = useText(firstCallText)
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
    <div className={styles.column}>
      <div className={styles.firstCall}>
        <div className={styles.status} role="status">
          {arrived ? (
            <Arrived row={arrived} words={t(isUsed ? 'arrivedNext' : 'arrived')} />
          ) : run.isPending && model ? (
            <Waiting>{t('calling', { model })}</Waiting>
          ) : refusal ? (
            <Refused words={t('refused')} {...refusal} />
          ) : (
            <Waiting>{t(isUsed ? 'waitingNext' : 'waiting')}</Waiting>
          )}
        </div>
        {arrived ? <Link to={`/log?token_name=${encodeURIComponent(token.name)}`}>{t('openLog')}</Link> : button}
      </div>
      {arrived && <CallReceipt row={arrived} reply={run.data?.text} />}
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
  const t = useText(firstCallText)
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

function Refused({ words, reason, code }: Refusal & { words: string }) {
  const t = useText(firstCallText)
  const next = adviceFor(code)
  return (
    <>
      <CircleX className={styles.error} aria-hidden />
      <span className={styles.text}>
        {words}
        <span className={styles.reason}>{reason}</span>
        {next && <Link to={next.to}>{t(`${next.advice}_advice`)}</Link>}
      </span>
    </>
  )
}
