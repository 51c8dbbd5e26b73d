import { formatCount } from '@turnpike/contract/quota'
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { formatDuration } from '../../../lib/format/format-time.ts'
import { useText } from '../../../lib/text/text.ts'
import type { Answer, Figures } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import styles from './chat.module.css'
import { useExplainLink } from './use-explain-link.ts'

/** Tokens per second after the first word. */
function rateOf({ completion_tokens, first_word_ms, total_ms }: Figures): string | undefined {
  if (!completion_tokens || first_word_ms === undefined || total_ms === undefined) return undefined
  const seconds = (total_ms - first_word_ms) / 1000
  return seconds < 0.05 ? undefined : formatCount(Math.round(completion_tokens / seconds))
}

const secondsOf = (ms: number) => formatDuration(Math.round(ms / 10) / 100)

/** Time, tokens, speed and cost of an answer, with a link to its row of the log. */
export function AnswerFigures({ message }: { message: Answer }) {
  const { figures, request_id, route } = message
  const t = useText(playgroundText)
  const { first_word_ms, total_ms, prompt_tokens, completion_tokens, quota } = figures
  const rate = rateOf(figures)
  const explainLink = useExplainLink(message)
  const facts = [
    first_word_ms !== undefined && t('firstWord', { time: secondsOf(first_word_ms) }),
    total_ms !== undefined && t('total', { time: secondsOf(total_ms) }),
    prompt_tokens !== undefined &&
      t('tokens', { input: formatCount(prompt_tokens), output: formatCount(completion_tokens ?? 0) }),
    rate && t('speed', { rate }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className={styles.figures}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      {route && route.length > 0 && (
        <Link to={explainLink} title={t('explain')}>
          {t('route', { ids: route.join(' → ') })}
        </Link>
      )}
      {request_id && (
        <Link to={`/log?request_id=${encodeURIComponent(request_id)}`} title={t('openLog')}>
          {quota === undefined ? (
            <>
              <ReceiptText className={styles.figureIcon} aria-hidden /> {t('logRow')}
            </>
          ) : (
            <Money quota={quota} of="spend" />
          )}
        </Link>
      )}
    </div>
  )
}
