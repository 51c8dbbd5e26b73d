import { neverExpires, type Token } from '@turnpike/contract/identity/token'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { UsageMeter } from '../../../components/figures/usage-meter.tsx'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import styles from '../tokens.module.css'
import type { TokenGroups } from '../use-token-groups.ts'
import { tokensText } from './tokens.text.ts'

/** The used and the remaining quota of a token. */
export function TokenUsage({ token }: { token: Token }) {
  const t = tokensText.use()
  const { used_quota, remain_quota, unlimited_quota } = token
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

export function TokenGroup({ token, groups }: { token: Token; groups: TokenGroups }) {
  const t = tokensText.use()
  const { name, ratio } = groups.of(token.group)
  if (!name) return '—'
  return (
    <span className={styles.group} title={token.group ? undefined : t('ownGroup')}>
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
