import type { LimitState } from '@turnpike/contract/routing/limits'
import { Popover } from 'antd'
import { UsageMeter } from '../../../components/figures/usage-meter.tsx'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { channelsText } from '../channels.text.ts'
import styles from './channel-list.module.css'

/** A bar of the budget that is nearest to its end; all of them, with their times, on hover or focus. */
export function BudgetMeter({ budgets }: { budgets: readonly LimitState[] }) {
  const t = channelsText.use()
  const [nearest] = budgets.toSorted((one, other) => other.used / other.max - one.used / one.max)
  if (!nearest) return null
  const { used, max } = nearest
  const percent = Math.min(100, Math.floor((used / max) * 100))
  return (
    <Popover
      title={t('budgets')}
      content={
        <div className={styles.budgetList}>
          <LimitStates states={budgets} showsScope={budgets.some(({ scope }) => scope === 'key')} />
        </div>
      }
      trigger={['hover', 'focus']}
      placement="bottom"
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the budgets must be in reach of the keyboard */}
      <span className={styles.budgetMeter} tabIndex={0} role="img" aria-label={t('budgetUsed', { percent })}>
        <UsageMeter used={used} left={max - used} />
      </span>
    </Popover>
  )
}
