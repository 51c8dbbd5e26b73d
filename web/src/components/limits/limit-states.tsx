import { formatCount } from '@turnpike/contract/quota'
import { budgetPeriods, type LimitState } from '@turnpike/contract/routing/limits'
import { Money } from '../figures/money.tsx'
import { RelativeTime } from '../figures/relative-time.tsx'
import { UsageMeter } from '../figures/usage-meter.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './limits.module.css'
import { limitsText } from './limits.text.ts'

const names = {
  requests: 'requests',
  tokens: 'tokens',
  calls: 'calls',
  day: 'perDay',
  week: 'perWeek',
  month: 'perMonth',
} as const
const scopes = {
  token: 'scopeToken',
  user: 'scopeUser',
  seat: 'scopeSeat',
  member: 'scopeMember',
  group: 'scopeGroup',
  channel: 'scopeChannel',
} as const

const isMoney = ({ measure }: LimitState) => (budgetPeriods as readonly string[]).includes(measure)

export function useLimitName(): (state: LimitState) => string {
  const t = limitsText.use()
  return ({ measure, hours = 0 }) => {
    if (measure !== 'hours') return t(names[measure])
    return hours === 1 ? t('perHour') : t('perHours', { hours })
  }
}

/** How much of each limit is used at this moment, and when it resets. */
export function LimitStates({ states, showsScope = false }: { states: readonly LimitState[]; showsScope?: boolean }) {
  const t = limitsText.use()
  /** Keys of a channel are numbered as they are listed. */
  const keys = [...new Set(states.flatMap(({ key_id }) => key_id ?? []))]
  const owner = ({ scope, key_id = 0 }: LimitState) => {
    if (scope !== 'key') return t(scopes[scope])
    return key_id === 0 ? t('scopeKey') : t('scopeKeyOf', { number: keys.indexOf(key_id) + 1 })
  }
  const nameOf = useLimitName()
  return (
    <ul className={layoutStyles.stack12}>
      {states.map((state) => {
        const { scope, measure, key_id = 0, time_zone = '', hours = 0, used, reserved, max, resets_at } = state
        const amount = (value: number) => (isMoney(state) ? <Money quota={value} /> : formatCount(value))
        return (
          <li key={`${scope} ${measure} ${key_id} ${time_zone} ${hours}`}>
            <div className={styles.state}>
              <span>
                {nameOf(state)}
                {showsScope && <span className={textStyles.secondarySmall}> · {owner(state)}</span>}
                {time_zone && <span className={textStyles.secondarySmall}> · {time_zone}</span>}
              </span>
              <span>
                {amount(used)} / {amount(max)}
              </span>
            </div>
            <UsageMeter used={used} left={max - used} />
            <div className={textStyles.secondarySmall}>
              {reserved > 0 && isMoney(state) && <ReservedText>{amount(reserved)}</ReservedText>}
              {resets_at !== undefined && (
                <span>
                  {t('resets')} <RelativeTime seconds={resets_at} />
                </span>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function ReservedText({ children }: { children: React.ReactNode }) {
  const t = limitsText.use()
  return (
    <span className={styles.reserved}>
      {children} {t('reserved')}
    </span>
  )
}
