import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import type { Token } from '@turnpike/contract/token'
import { logApi } from '@turnpike/contract/usage/log'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from './token-created.module.css'
import { tokenCreatedText } from './token-created.text.ts'

const everyMilliseconds = 3_000

/** Polls the log for the first call with the new token, while the page is visible. */
const useFirstCall = (token: Token) =>
  useQuery({
    queryKey: ['first call', token.id],
    queryFn: async () => {
      const query = { p: 1, page_size: 10, token_name: token.name, start_timestamp: token.created_time }
      const { items } = await call(logApi.self, { query })
      return items.findLast(({ token_id }) => token_id === token.id) ?? null // names may repeat, ids do not
    },
    refetchInterval: ({ state }) => (state.data ? false : everyMilliseconds),
    retry: false,
  })

/** Waits for the first call and shows it. */
export function FirstCall({ token }: { token: Token }) {
  const t = useText(tokenCreatedText)
  const row = useFirstCall(token).data
  return (
    <div className={styles.firstCall} role="status">
      {row ? (
        <>
          <CircleCheck className={styles.arrived} aria-hidden />
          <span className={styles.firstCallText}>
            {t('arrived')}
            <span className={styles.firstCallAbout}>
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
          <span>{t('waiting')}</span>
        </>
      )}
    </div>
  )
}
