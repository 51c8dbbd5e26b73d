import type { ShareLink, ShareState } from '@turnpike/contract/identity/share-link'
import type { Token } from '@turnpike/contract/identity/token'
import { Popconfirm, Skeleton } from 'antd'
import { useId } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import styles from '../tokens.module.css'
import { shareText } from './share.text.ts'
import { useRevokeLink, useShareLinks } from './use-share-links.ts'

type Appearance = {
  kind: StatusKind
  name: 'open' | 'used' | 'revokedState' | 'expired'
  /** What the time is of. */
  time: 'expires' | 'usedAt' | 'createdAt' | 'expiredAt'
  seconds: (link: ShareLink) => number
}
const appearances: Record<ShareState, Appearance> = {
  open: { kind: 'on', name: 'open', time: 'expires', seconds: ({ expires_at }) => expires_at },
  used: { kind: 'off', name: 'used', time: 'usedAt', seconds: ({ used_at }) => used_at },
  revoked: { kind: 'off', name: 'revokedState', time: 'createdAt', seconds: ({ created_at }) => created_at },
  expired: { kind: 'off', name: 'expired', time: 'expiredAt', seconds: ({ expires_at }) => expires_at },
}

/** The links of a token: which are open, and when the others were used or ended. */
export function ShareList({ token }: { token: Token }) {
  const t = shareText.use()
  const links = useShareLinks(token)
  const id = useId()
  return (
    <section className={layoutStyles.looseCard} aria-labelledby={id}>
      <h2 id={id} className={styles.shareHeading}>
        {t('listTitle')}
      </h2>
      {links.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {links.isError && <ErrorState error={links.error} onRetry={() => links.refetch()} />}
      {links.data?.length === 0 && <p className={textStyles.hint}>{t('listEmpty')}</p>}
      {links.data && links.data.length > 0 && (
        <ul className={styles.shareList}>
          {links.data.map((link) => (
            <ShareLine key={link.id} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

function ShareLine({ link }: { link: ShareLink }) {
  const t = shareText.use()
  const revoking = useRevokeLink()
  const { kind, name, time, seconds } = appearances[link.state]
  return (
    <li>
      <StatusTag kind={kind}>{t(name)}</StatusTag>
      <span className={styles.shareExpiry}>
        {t(time)} <RelativeTime seconds={seconds(link)} />
      </span>
      {link.state === 'open' && (
        <Popconfirm
          title={t('revokeQuestion')}
          description={t('revokeText')}
          okText={t('revoke')}
          okButtonProps={{ danger: true }}
          cancelText={t('cancel')}
          onConfirm={() => revoking.mutate(link.id)}
        >
          <QuietButton loading={revoking.isPending}>{t('revoke')}</QuietButton>
        </Popconfirm>
      )}
    </li>
  )
}
