import type { Token } from '@turnpike/contract/identity/token'
import { Checkbox } from 'antd'
import type { Tick } from '../../../components/list-page/use-row-selection.tsx'
import { RecordMark } from '../../../components/prompt-records/notice/record-mark.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from '../tokens.module.css'
import type { TokenGroups } from '../use-token-groups.ts'
import { TokenActions, type TokenHandlers } from './token-actions.tsx'
import { TokenExpiry, TokenGroup, TokenKey, TokenUsage } from './token-cells.tsx'
import { TokenStatus } from './token-status.tsx'
import { tokensText } from './tokens.text.ts'

type TokenCardProps = {
  token: Token
  groups: TokenGroups
  actions: TokenHandlers
  /** Present while rows are being selected. */
  tick?: Tick | undefined
}

/** A token on a small screen. */
export function TokenCard({ token, groups, actions, tick }: TokenCardProps) {
  const t = tokensText.use()
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <span className={styles.cardName}>
          {tick && <Checkbox checked={tick.isTicked} onChange={tick.onTick} aria-label={token.name} />}
          <strong className={textStyles.mediumEllipsis}>{token.name}</strong>
          <RecordMark token={token} />
        </span>
        <TokenStatus token={token} />
      </div>
      <TokenKey token={token} />
      {token.owner && (
        <div className={styles.cardUsage}>
          <span>{t('owner')}</span>
          <span>{token.owner.username}</span>
        </div>
      )}
      <div className={styles.cardUsage}>
        <span>{t('usage')}</span>
        <TokenUsage token={token} onLimits={() => actions.limit(token)} />
      </div>
      <div className={styles.cardFoot}>
        <TokenGroup token={token} groups={groups} />
        <span className={`${textStyles.quietEllipsis} ${styles.cardExpiry}`}>
          <TokenExpiry token={token} inWords />
        </span>
        <TokenActions token={token} actions={actions} />
      </div>
    </>
  )
}
