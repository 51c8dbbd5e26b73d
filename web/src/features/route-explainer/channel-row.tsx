import type { ExplainedChannel, ExplainedKey, ExplainedReason } from '@turnpike/contract/routing/route-explain'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCallWords } from '../../components/call-ticks/use-call-words.ts'
import { DisableModel } from '../../components/channel-errors/disable-model.tsx'
import { Money } from '../../components/figures/money.tsx'
import { useRouteReason } from '../../components/route/route-reason.ts'
import textStyles from '../../components/style/text.module.css'
import { TypeMonogram } from '../../components/tags/channel-type-name.tsx'
import { StatusTag } from '../../components/tags/status-tag.tsx'
import { formatMilliseconds, formatTime } from '../../lib/format/format-time.ts'
import styles from './route.module.css'
import { routeText } from './route.text.ts'

/** One channel: its share of the first attempts as a bar, why it is not used or not first, and its keys. */
export function ChannelRow({ channel, model }: { channel: ExplainedChannel; model: string }) {
  const t = routeText.use()
  const words = useCallWords()
  const { id, name, type, state, chance, reasons, recent, keys } = channel
  return (
    <li className={state === 'never' ? `${styles.channel} ${styles.unused}` : styles.channel}>
      <TypeMonogram type={type} />
      <div className={styles.about}>
        <Link className={styles.name} to={`/channel/edit/${id}`}>
          {name} <code>#{id}</code>
        </Link>
        {reasons.map((reason) => (
          <Reason key={reason.code} reason={reason} />
        ))}
        <Figures channel={channel} />
        {recent && recent.failed > 0 && (
          <p className={styles.failing}>
            {t('recent', recent)}
            {recent.last && `: ${words.why(recent.last)}`}{' '}
            <Link to={`/channel?drawer=errors:${id}`}>{t('showErrors')}</Link>
            {state !== 'never' && <DisableModel channel={{ id, name }} model={model} />}
          </p>
        )}
        {keys.length > 0 && (
          <details className={styles.keys}>
            <summary>{t('keys', { count: keys.length })}</summary>
            <ul>
              {keys.map((key) => (
                <KeyRow key={key.id} channelKey={key} />
              ))}
            </ul>
          </details>
        )}
      </div>
      {state !== 'never' && <Chance percent={chance} />}
    </li>
  )
}

function Reason({ reason: { code, text, until } }: { reason: ExplainedReason }) {
  const t = routeText.use()
  const words = useRouteReason()(code)
  return (
    <p className={styles.reason}>
      {words}
      {until > 0 && ` · ${t('until', { time: formatTime(until) })}`}
      {text && <span className={styles.said}>{text}</span>}
    </p>
  )
}

/** Weight, proxy, cost and time; unused channels have none of them. */
function Figures({
  channel: { state, weight, upstream_model, proxy, cost, median_ms },
}: {
  channel: ExplainedChannel
}) {
  const t = routeText.use()
  if (state === 'never') return null
  const facts: [key: string, fact: ReactNode][] = [
    ['weight', t('weight', { weight })],
    ['model', upstream_model && t('upstreamModel', { model: upstream_model })],
    ['proxy', proxy && t('proxy', { proxy })],
    [
      'cost',
      cost !== null && (
        <>
          {t('estimatedCost')} <Money quota={cost} of="spend" />
        </>
      ),
    ],
    ['median', median_ms !== null && t('median', { time: formatMilliseconds(median_ms) })],
  ]
  return (
    <p className={styles.figures}>
      {facts
        .filter(([, fact]) => fact)
        .map(([key, fact]) => (
          <span key={key}>{fact}</span>
        ))}
    </p>
  )
}

const shownPercent = (percent: number) => String(percent)

function Chance({ percent }: { percent: number }) {
  const t = routeText.use()
  const label = t('chance', { percent: shownPercent(percent) })
  return (
    <div className={styles.chance} title={label}>
      <span className={styles.track} aria-hidden="true">
        <i style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>
        {shownPercent(percent)} %<span className={textStyles.unseen}> {label}</span>
      </span>
    </div>
  )
}

const kinds = { open: 'on', paused: 'attention', disabled: 'off', auto_disabled: 'stopped' } as const

function KeyRow({ channelKey: { id, hint, state, text, until, chance } }: { channelKey: ExplainedKey }) {
  const t = routeText.use()
  return (
    <li>
      <code>{hint || `#${id}`}</code>
      <StatusTag kind={kinds[state]}>{t(state)}</StatusTag>
      <span className={styles.keyText}>
        {[until > 0 && t('until', { time: formatTime(until) }), text].filter(Boolean).join(' · ')}
      </span>
      <span className={styles.percent}>{shownPercent(chance)} %</span>
    </li>
  )
}
