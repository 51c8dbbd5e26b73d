import { formatCount } from '@turnpike/contract/quota'
import { ChevronRight, ReceiptText, RefreshCw, Split, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { Monogram } from '../../../components/tags/monogram.tsx'
import { monogramOf } from '../../../components/tags/vendors.ts'
import { lazyComponent } from '../../../lib/browser/lazy-part.ts'
import { formatClock, formatDuration } from '../../../lib/format/format-time.ts'
import type { AssistantMessage, Figures } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import { ActionButton } from './action-button.tsx'
import { AttachmentsView } from './attachments-view.tsx'
import styles from './chat.module.css'
import { RefusalView } from './refusal-view.tsx'
import { ToolCalls } from './tool-calls.tsx'
import { useExplainLink } from './use-explain-link.ts'
import { VersionSwitch } from './version-switch.tsx'

// An empty conversation has no Markdown to parse.
const Markdown = lazyComponent(async () => (await import('../markdown/markdown.tsx')).Markdown)

/** A model's response as it arrives: reasoning, text, tool calls, pictures, and at the end its figures. */
export function AssistantMessageView({ message, isColumn }: { message: AssistantMessage; isColumn: boolean }) {
  const t = playgroundText.use()
  const { store, terms, models } = usePlayground()
  const isLive = store.useIsLive(message.id)
  const { content, reasoning, state, error, mode } = message
  const isEmpty =
    content === '' && reasoning === '' && message.tool_calls.length === 0 && message.attachments.length === 0
  return (
    <article className={styles.response} aria-busy={isLive} data-state={state}>
      <header className={`${layoutStyles.shrinkingRow} ${styles.model}`}>
        <Monogram letters={monogramOf(models.priced.get(message.model)?.vendor ?? '', message.model)} />
        <span className={`${textStyles.ellipsis} ${styles.name}`}>{message.model}</span>
        <StateWords message={message} isLive={isLive} />
      </header>
      {reasoning && <Reasoning text={reasoning} isOpen={isLive && content === ''} />}
      {content && mode === 'transcription' ? <p className={styles.plain}>{content}</p> : null}
      {content && mode !== 'transcription' ? (
        <Suspense fallback={<p className={styles.plain}>{content}</p>}>
          <Markdown text={content} isOpen={isLive} />
        </Suspense>
      ) : null}
      {isLive && <span className={styles.caret} aria-hidden />}
      {message.tool_calls.length > 0 && <ToolCalls message={message} isLive={isLive} />}
      <AttachmentsView files={message.attachments} />
      {message.finish_reason === 'length' && (
        <p className={`${textStyles.quietSmall} ${styles.note}`}>{t('cutByLimit')}</p>
      )}
      {message.finish_reason === 'content_filter' && (
        <p className={`${textStyles.quietSmall} ${styles.note}`}>{t('filtered')}</p>
      )}
      {isEmpty && state === 'complete' && (
        <p className={`${textStyles.quietSmall} ${styles.note}`}>{t('emptyResponse')}</p>
      )}
      {error && <RefusalView error={error} message={message} />}
      {!isLive && (
        <footer className={styles.foot}>
          <div className={styles.actions}>
            {!isColumn && <VersionSwitch message={message} />}
            {content && <CopyButton text={content} name={t('response')} />}
            <ActionButton label={t('retry')} icon={<RefreshCw />} onClick={() => store.retry(message, terms())} />
            <ActionButton label={t('branch')} icon={<Split />} onClick={() => store.branch(message.id)} />
            <ActionButton label={t('remove')} icon={<Trash2 />} onClick={() => store.removeMessage(message.id)} />
          </div>
          <ResponseFigures message={message} />
        </footer>
      )}
    </article>
  )
}

function StateWords({ message, isLive }: { message: AssistantMessage; isLive: boolean }) {
  const t = playgroundText.use()
  const seconds = useSecondsSince(message.created_at, isLive)
  if (isLive) return <span className={styles.live}>{t('responding', { time: formatDuration(seconds) })}</span>
  if (message.state === 'incomplete') return <span className={styles.when}>{t('stopped')}</span>
  return <time className={styles.when}>{clockOf(message.created_at)}</time>
}

const clockOf = (at: number) => formatClock(Math.floor(at / 1000))

function useSecondsSince(at: number, isCounting: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isCounting])
  return Math.max(0, Math.round((now - at) / 100) / 10)
}

/** What the model thought before it spoke; folded, because it is long and seldom read. */
function Reasoning({ text, isOpen }: { text: string; isOpen: boolean }) {
  const t = playgroundText.use()
  return (
    <details className={styles.reasoning}>
      <summary>
        <ChevronRight className={styles.chevron} aria-hidden /> {t(isOpen ? 'thinking' : 'thought')}
      </summary>
      <div className={styles.thoughts}>{text}</div>
    </details>
  )
}

/** Tokens per second after the first token. */
function rateOf({ completion_tokens, first_word_ms, total_ms }: Figures): string | undefined {
  if (!completion_tokens || first_word_ms === undefined || total_ms === undefined) return undefined
  const seconds = (total_ms - first_word_ms) / 1000
  return seconds < 0.05 ? undefined : formatCount(Math.round(completion_tokens / seconds))
}

const secondsOf = (ms: number) => formatDuration(Math.round(ms / 10) / 100)

/** Time, tokens, speed and cost of a response, with a link to its log row. */
function ResponseFigures({ message }: { message: AssistantMessage }) {
  const { figures, request_id, route } = message
  const t = playgroundText.use()
  const { first_word_ms, total_ms, prompt_tokens, completion_tokens, quota } = figures
  const rate = rateOf(figures)
  const explainLink = useExplainLink(message)
  const facts = [
    first_word_ms !== undefined && t('firstToken', { time: secondsOf(first_word_ms) }),
    total_ms !== undefined && t('total', { time: secondsOf(total_ms) }),
    prompt_tokens !== undefined &&
      t('tokens', { input: formatCount(prompt_tokens), output: formatCount(completion_tokens ?? 0) }),
    rate && t('speed', { rate }),
  ].filter((fact) => typeof fact === 'string')
  return (
    <div className={`${textStyles.quietSmall} ${styles.figures}`}>
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
