import type { WindowState } from '@turnpike/contract/money/plans/billing'
import { RelativeTime } from '../figures/relative-time.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './plans.module.css'
import { plansText } from './plans.text.ts'
import { UsageRing } from './usage-ring.tsx'
import { usePlanWords } from './use-plan-words.ts'

/** A ring for the amount of a plan and for each of its windows: what is used, and when it begins again. */
export function WindowRings({ windows }: { windows: readonly WindowState[] }) {
  const limited = windows.filter(({ amount }) => amount > 0)
  return (
    <ul className={styles.rings}>
      {(limited.length > 0 ? limited : windows).map((window) => (
        <li key={`${window.every} ${window.hours ?? ''}`} className={`${layoutStyles.wideRow} ${styles.window}`}>
          <WindowRing window={window} />
        </li>
      ))}
    </ul>
  )
}

function WindowRing({ window }: { window: WindowState }) {
  const t = plansText.use()
  const words = usePlanWords()
  const { amount, used } = window
  return (
    <>
      {amount > 0 && <UsageRing used={used} amount={amount} />}
      <div className={textStyles.shrinkingAnywhere}>
        <div className={textStyles.medium}>{amount > 0 ? words.windowName(window) : t('unlimitedUse')}</div>
        <div>
          {amount > 0
            ? t('usedOf', { used: words.amount(used), amount: words.amount(amount) })
            : t('usedOnly', { used: words.amount(used) })}
        </div>
        <div className={textStyles.hint}>
          <WindowEnd window={window} />
        </div>
      </div>
    </>
  )
}

function WindowEnd({ window: { every, resets_at } }: { window: WindowState }) {
  const t = plansText.use()
  if (resets_at === 0) return t('notBegun')
  return <RelativeTime seconds={resets_at} words={(time) => t(every === 'total' ? 'ends' : 'resets', { time })} />
}
