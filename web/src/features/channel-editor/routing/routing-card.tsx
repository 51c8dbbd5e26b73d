import { formatMoney } from '@turnpike/contract/quota'
import { type ChannelToEdit, channelBounds } from '@turnpike/contract/routing/channel'
import { InputNumber, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { summaryOfCalls } from '../../../components/call-ticks/call-summary.ts'
import { callTicksText } from '../../../components/call-ticks/call-ticks.text.ts'
import { CallTicks, FailureLines } from '../../../components/call-ticks/call-ticks.tsx'
import { useLastCalls } from '../../../components/call-ticks/last-calls.tsx'
import { useCallWords } from '../../../components/call-ticks/use-call-words.ts'
import { Money } from '../../../components/figures/money.tsx'
import { ResponseTime } from '../../../components/figures/response-time.tsx'
import { HelpLink } from '../../../components/help/help-link.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import type { ChannelForm } from '../use-channel-form.ts'
import { routingText } from './routing.text.ts'
import styles from './routing-card.module.css'
import { SharePreview } from './share-preview.tsx'

/** Wide enough for the longest number. */
const widthOf = (value: number | null) => ({ minWidth: `calc(${String(value ?? '').length}ch + 24px)` })

/** Beside the form: the fields that decide how many calls the channel gets, and its usage so far. */
export function RoutingCard({ form }: { form: ChannelForm }) {
  const t = routingText.use()
  const id = useId()
  const { values, edit, labelOf, stored } = form
  return (
    <section className={`${layoutStyles.framed} ${styles.card}`} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`} className={styles.title}>
          {t('title')}
        </h2>
        <HelpLink to={channelHelp.routing} about={t('title')} />
      </div>
      {(['priority', 'weight'] as const).map((name) => (
        <Row key={name} label={<label htmlFor={`${id}-${name}`}>{labelOf(name)}</label>}>
          <InputNumber
            id={`${id}-${name}`}
            className={styles.number}
            style={widthOf(values[name])}
            value={values[name]}
            min={channelBounds[name].min}
            max={channelBounds[name].max}
            precision={0}
            controls={false}
            onChange={(value) => edit({ [name]: value })}
          />
        </Row>
      ))}
      <Row label={<label htmlFor={`${id}-auto-ban`}>{labelOf('auto_ban')}</label>}>
        <Switch id={`${id}-auto-ban`} checked={values.auto_ban} onChange={(auto_ban) => edit({ auto_ban })} />
      </Row>
      <SharePreview form={form} />
      {stored && <Record channel={stored} />}
      {stored && <RecentCalls id={stored.id} />}
    </section>
  )
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={`${layoutStyles.wideRow} ${styles.row}`}>
      <span className={styles.label}>{label}</span>
      {children}
    </div>
  )
}

function Record({ channel }: { channel: ChannelToEdit }) {
  const t = routingText.use()
  const isKnown = channel.balance_updated_time > 0
  return (
    <div className={styles.part}>
      <Row label={t('response')}>
        <ResponseTime milliseconds={channel.response_time} />
      </Row>
      <Row label={t('used')}>
        <Money quota={channel.used_quota} />
      </Row>
      <Row label={t('remaining')}>
        {isKnown ? formatMoney(channel.balance.toFixed(2)) : <span className={textStyles.quiet}>{t('unknown')}</span>}
      </Row>
    </div>
  )
}

const failuresMax = 5

/** The last calls of the channel as ticks and in words, and its newest failures. */
function RecentCalls({ id }: { id: number }) {
  const t = callTicksText.use()
  const words = useCallWords()
  const attempts = useLastCalls([id])?.get(id)?.attempts
  if (!attempts) return null
  const failures = summaryOfCalls(attempts).failures.slice(0, failuresMax)
  return (
    <div className={styles.part}>
      <h3 className={styles.label}>{t('lastCalls')}</h3>
      {attempts.length > 0 && (
        <div className={styles.calls}>
          <CallTicks attempts={attempts} isWide />
        </div>
      )}
      <p className={textStyles.hintBelow}>{words.sentence(attempts)}</p>
      {failures.length > 0 && (
        <div className={`${textStyles.problemSmall} ${styles.failures}`}>
          <FailureLines failures={failures} />
        </div>
      )}
    </div>
  )
}
