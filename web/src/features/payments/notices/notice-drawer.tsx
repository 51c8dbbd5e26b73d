import type { PaymentNotice } from '@turnpike/contract/money/payment'
import { Button } from 'antd'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { formatTime } from '../../../lib/format/format-time.ts'
import { NoticeChecksList } from './notice-checks.tsx'
import { NoticeEffect, useProviderName, useReasonWords } from './notice-words.tsx'
import styles from './notices.module.css'
import { noticesText } from './notices.text.ts'
import { canReplay } from './use-notices.ts'

const effectWords = {
  credited: 'creditedWords',
  refunded: 'refundedWords',
  refund_failed: 'refundFailedWords',
  disputed: 'disputedWords',
  dispute_won: 'disputeWonWords',
  renewal_failed: 'renewalFailedWords',
  renewal_ended: 'renewalEndedWords',
  repeated: 'repeatedWords',
  ignored: 'ignoredWords',
  refused: 'refusedWords',
  tested: 'testedWords',
} as const satisfies Record<PaymentNotice['effect'], string>

type NoticeDrawerProps = { notice: PaymentNotice; onReplay: (notice: PaymentNotice) => void; onClosed: () => void }

/** One notification: its checks, its effect and its parameters. */
export function NoticeDrawer({ notice, onReplay, onClosed }: NoticeDrawerProps) {
  const t = noticesText.use()
  const nameOf = useProviderName()
  const reasonWords = useReasonWords()
  const { provider, trade_no, address, received_at, effect, reason, parameters } = notice
  const isTest = effect === 'tested'
  const named = Object.entries(parameters)
  return (
    <SideDrawer
      title={t(isTest ? 'testTitle' : 'title')}
      windowTitle={`${t(isTest ? 'testTitle' : 'title')} #${notice.id}`}
      onClosed={onClosed}
      buttons={({ close }) => (
        <>
          <Button onClick={close}>{t('close')}</Button>
          {canReplay(notice) && <Button onClick={() => onReplay(notice)}>{t('replay')}</Button>}
        </>
      )}
    >
      <div className={layoutStyles.fields}>
        {isTest && (
          <Callout
            tone={reason ? 'error' : 'success'}
            title={t(reason ? 'testFailed' : 'testPassed')}
            text={t('nothingCredited')}
          />
        )}
        <Facts>
          <Fact name={t('effect')}>
            <NoticeEffect effect={effect} />
          </Fact>
          <Fact name={t('provider')}>{nameOf(provider)}</Fact>
          <Fact name={t('time')}>{formatTime(received_at)}</Fact>
          <Fact name={t('address')}>{address || '—'}</Fact>
        </Facts>
        {!isTest && (
          <div className={styles.effectWords}>
            {reason && <p>{reasonWords(reason)}</p>}
            <p>{t(effectWords[effect])}</p>
          </div>
        )}
        <section>
          <h3 className={styles.heading}>{t('checks')}</h3>
          <NoticeChecksList notice={notice} long />
        </section>
        <section>
          <h3 className={styles.heading}>{t('order')}</h3>
          <code className={styles.value}>{trade_no || '—'}</code>
        </section>
        <section>
          <h3 className={styles.heading}>{t('parameters')}</h3>
          {named.length === 0 && <p className={styles.none}>{t('noParameters')}</p>}
          {named.length > 0 && (
            <dl className={styles.parameters}>
              {named.map(([name, value]) => (
                <div key={name}>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>
                    <code className={styles.value}>{value}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      </div>
    </SideDrawer>
  )
}
