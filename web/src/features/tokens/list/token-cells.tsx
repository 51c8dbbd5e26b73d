import { neverExpires, type Token } from '@turnpike/contract/identity/token'
import type { LimitState } from '@turnpike/contract/routing/limits'
import { Popover } from 'antd'
import { SecretKey } from '../../../components/copy/secret-key.tsx'
import { Money, useMoneyText } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { UsageMeter } from '../../../components/figures/usage-meter.tsx'
import { nearestBudget, useBudgetSpan } from '../../../components/limits/budget-span.ts'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { limitsText } from '../../../components/limits/limits.text.ts'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useSeat } from '../../../lib/api/organisations.ts'
import { keyOf } from '../../../lib/format/token-key.ts'
import styles from '../tokens.module.css'
import { useIsForeign } from '../use-is-foreign.ts'
import type { TokenGroups } from '../use-token-groups.ts'
import { tokensText } from './tokens.text.ts'

/** The key; of another member's token only the beginning and the end are known. */
export function TokenKey({ token }: { token: Token }) {
  const t = tokensText.use()
  const isForeign = useIsForeign()
  if (isForeign(token)) return <code className={textStyles.quiet}>{keyOf(token)}</code>
  return <SecretKey text={keyOf(token)} name={t('key')} />
}

type TokenUsageProps = { token: Token; onLimits: () => void }

/** The budget that is nearest to its end; without one, the used and the remaining quota. */
export function TokenUsage({ token, onLimits }: TokenUsageProps) {
  const t = tokensText.use()
  const { used_quota, remain_quota, unlimited_quota, budgets = [] } = token
  const nearest = nearestBudget(budgets)
  if (nearest) return <TokenBudget token={token} nearest={nearest} onLimits={onLimits} />
  return (
    <span className={styles.usage}>
      <span className={styles.amounts}>
        <span className={styles.used}>
          <Money quota={used_quota} /> /
        </span>{' '}
        {unlimited_quota ? t('unlimited') : <Money quota={remain_quota} />}
      </span>
      {!unlimited_quota && (
        <span className={styles.meter}>
          <UsageMeter used={used_quota} left={remain_quota} />
        </span>
      )}
    </span>
  )
}

/** The nearest budget; every limit on hover or focus, and the drawer that edits them on a click. */
function TokenBudget({ token, nearest, onLimits }: TokenUsageProps & { nearest: LimitState }) {
  const t = tokensText.use()
  const limits = limitsText.use()
  const spanOf = useBudgetSpan()
  const moneyOf = useMoneyText()
  const { used_quota, remain_quota, unlimited_quota, budgets = [] } = token
  const { used, max } = nearest
  return (
    <Popover
      title={t('spending')}
      content={
        <div className={styles.budgets}>
          <LimitStates states={budgets} />
          <p className={textStyles.secondarySmall}>
            {t('inTotal')}: <Money quota={used_quota} /> /{' '}
            {unlimited_quota ? t('unlimited') : <Money quota={remain_quota} />}
          </p>
        </div>
      }
      trigger={['hover', 'focus']}
      placement="bottomRight"
    >
      <button type="button" className={styles.budget} onClick={onLimits}>
        <span className={styles.usage}>
          <span className={styles.amounts}>
            {limits('spent', { used: moneyOf(used), max: moneyOf(max), span: spanOf(nearest) })}
          </span>
          <span className={styles.meter}>
            <UsageMeter used={used} left={max - used} />
          </span>
        </span>
      </button>
    </Popover>
  )
}

export function TokenGroup({ token, groups }: { token: Token; groups: TokenGroups }) {
  const t = tokensText.use()
  const seat = useSeat()
  const { name, ratio } = groups.of(token.group)
  if (!name) return '—'
  return (
    <span className={styles.group} title={token.group ? undefined : t(seat ? 'orgGroup' : 'ownGroup')}>
      <GroupTag name={name} />
      {ratio !== undefined && <RatioTag ratio={ratio} />}
    </span>
  )
}

/** `inWords`: for a card, where no heading names the expiry. */
export function TokenExpiry({ token, inWords = false }: { token: Token; inWords?: boolean }) {
  const t = tokensText.use()
  if (token.expired_time === neverExpires) return t(inWords ? 'neverExpires' : 'never')
  return <RelativeTime seconds={token.expired_time} />
}
