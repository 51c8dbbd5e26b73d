import { formatCount } from '@turnpike/contract/quota'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { Money } from '../../components/figures/money.tsx'
import { usePayer, useSeat } from '../../lib/api/organisations.ts'
import styles from './playground.module.css'
import { playgroundText } from './playground.text.ts'
import { usePlayground } from './store/use-playground.ts'

/** What the shown conversation took so far, and what is left. */
export function SessionFacts() {
  const t = playgroundText.use()
  const { store } = usePlayground()
  const payer = usePayer()
  const seat = useSeat()
  // One text, so that the panel is drawn again only when a figure changes.
  const sums = useSyncExternalStore(store.subscribe, () => sumsOf(store.all()).join())
  const [messages = 0, input = 0, output = 0, quota = 0] = sums.split(',').map(Number)
  return (
    <section className={styles.session} aria-label={t('session')}>
      <h2 className={styles.sideTitle}>{t('session')}</h2>
      <dl className={styles.sums}>
        <dt>{t('messages')}</dt>
        <dd>{formatCount(messages)}</dd>
        <dt>{t('inOut')}</dt>
        <dd>
          {formatCount(input)} / {formatCount(output)}
        </dd>
        <dt>{t('cost')}</dt>
        <dd className={styles.strong}>
          <Money quota={quota} of="spend" />
        </dd>
        {seat && (
          <>
            <dt>{t('paidBy')}</dt>
            <dd>{seat.name}</dd>
          </>
        )}
        {!payer.isHidden && (
          <>
            <dt>{t('balance')}</dt>
            <dd>
              {payer.data ? (
                <Link to="/topup">
                  <Money quota={payer.data.quota} />
                </Link>
              ) : (
                '—'
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

type Store = ReturnType<typeof usePlayground>['store']

function sumsOf(messages: ReturnType<Store['all']>): [messages: number, input: number, output: number, quota: number] {
  let [count, input, output, quota] = [0, 0, 0, 0]
  for (const message of messages) {
    count += 1
    if (message.role !== 'assistant') continue
    input += message.figures.prompt_tokens ?? 0
    output += message.figures.completion_tokens ?? 0
    quota += message.figures.quota ?? 0
  }
  return [count, input, output, quota]
}
