import { budgetPeriods, type LimitState } from '@turnpike/contract/routing/limits'
import { Popover } from 'antd'
import { useMoneyText } from '../../../components/figures/money.tsx'
import { UsageMeter } from '../../../components/figures/usage-meter.tsx'
import { nearestBudget, useBudgetSpan } from '../../../components/limits/budget-span.ts'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { limitsText } from '../../../components/limits/limits.text.ts'
import textStyles from '../../../components/style/text.module.css'
import { session } from '../../../lib/session/session.ts'
import styles from '../organisation.module.css'
import type { OrgProps } from '../use-org.ts'
import { membersText } from './members.text.ts'
import type { MemberRow } from './use-members.ts'

type MemberProps = { member: MemberRow }

/** The username, the display name where it differs, and marks for the reader and for an open offer of ownership. */
export function MemberName({ member: { user_id, username, display_name }, org }: MemberProps & OrgProps) {
  const t = membersText.use()
  const isCalledOtherwise = display_name !== '' && display_name !== username
  const marks = [session.use()?.id === user_id && t('you'), org.transfer?.to_id === user_id && t('offered')]
  return (
    <span title={[username, isCalledOtherwise && display_name].filter(Boolean).join(' · ')}>
      <strong className={textStyles.medium}>{username}</strong>
      {isCalledOtherwise && <span className={textStyles.quiet}> {display_name}</span>}
      {marks.filter(Boolean).map((mark) => (
        <span key={String(mark)} className={textStyles.quietSmall}>
          {' '}
          · {mark}
        </span>
      ))}
    </span>
  )
}

const isBudget = ({ measure }: LimitState) => (budgetPeriods as readonly string[]).includes(measure)

/** The budget that is nearest to its end, and every cap on hover or focus. */
export function MemberCaps({ member: { states } }: MemberProps) {
  const t = membersText.use()
  const limits = limitsText.use()
  const spanOf = useBudgetSpan()
  const moneyOf = useMoneyText()
  if (states.length === 0) return <span className={textStyles.quiet}>{t('noCap')}</span>
  const nearest = nearestBudget(states.filter(isBudget))
  return (
    <Popover
      title={t('caps')}
      content={
        <div className={styles.popup}>
          <LimitStates states={states} />
        </div>
      }
      trigger={['hover', 'focus', 'click']}
      placement="bottomRight"
    >
      <button type="button" className={styles.caps}>
        {nearest ? (
          <>
            {limits('spent', {
              used: moneyOf(nearest.used),
              max: moneyOf(nearest.max),
              span: spanOf(nearest),
            })}
            <span className={styles.meter}>
              <UsageMeter used={nearest.used} left={nearest.max - nearest.used} />
            </span>
          </>
        ) : (
          t('rates', { count: states.length })
        )}
      </button>
    </Popover>
  )
}
