import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import type { Token } from '@turnpike/contract/token'
import { logApi } from '@turnpike/contract/usage/log'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import { Money } from '../figures/money.tsx'
import styles from './first-call.module.css'
import { firstCallText } from './first-call.text.ts'

const everyMilliseconds = 3_000
/** How far the clocks of browser and server may be apart. */
const skewSeconds = 600

/** A token that was used before waits for a call that is newer than those it finds when the page opens. */
const wasUsed = ({ used_quota, accessed_time, created_time }: Token) => used_quota > 0 || accessed_time > created_time

/** Polls the log for the first call with the token, while the page is visible. */
function useFirstCall(token: Token, isUsed: boolean) {
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000))
  const [known, setKnown] = useState<number | undefined>(isUsed ? undefined : 0)
  return useQuery({
    queryKey: ['first call', token.id, openedAt, known],
    queryFn: async () => {
      const since = isUsed ? openedAt - skewSeconds : token.created_time
      const query = { p: 1, page_size: 10, token_name: token.name, start_timestamp: since }
      const { items } = await call(logApi.self, { query })
      const calls = items.filter(({ token_id }) => token_id === token.id) // names may repeat, ids do not
      if (known === undefined) setKnown(Math.max(0, ...calls.map(({ id }) => id)))
      return calls.findLast(({ id }) => known !== undefined && id > known) ?? null
    },
    refetchInterval: ({ state }) => (state.data ? false : everyMilliseconds),
    retry: false,
  }).data
}

/** Waits for the token's first call, or for its next one where it has been used, and shows it. */
export function FirstCall({ token }: { token: Token }) {
  const t = useText(firstCallText)
  // As the token was when the page opened: the call that is awaited changes it.
  const [isUsed] = useState(() => wasUsed(token))
  const row = useFirstCall(token, isUsed)
  return (
    <div className={styles.firstCall} role="status">
      {row ? (
        <>
          <CircleCheck className={styles.arrived} aria-hidden />
          <span className={styles.text}>
            {t(isUsed ? 'arrivedNext' : 'arrived')}
            <span className={styles.about}>
              {t('about', {
                model: row.model_name,
                tokens: formatCount(row.prompt_tokens + row.completion_tokens),
              })}
            </span>
          </span>
          <Money quota={row.quota} of="spend" />
          <Link to={`/log?token_name=${encodeURIComponent(token.name)}`}>{t('openLog')}</Link>
        </>
      ) : (
        <>
          <LoaderCircle className={styles.waiting} aria-hidden />
          <span>{t(isUsed ? 'waitingNext' : 'waiting')}</span>
        </>
      )}
    </div>
  )
}
