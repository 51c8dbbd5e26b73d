import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { OrgRoleTag } from '../../../components/organisation/org-role.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from '../organisation.module.css'
import type { OrgProps } from '../use-org.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberCaps, MemberName } from './member-cells.tsx'
import { membersText } from './members.text.ts'
import type { MemberRow } from './use-members.ts'

type MemberCardProps = OrgProps & { member: MemberRow; onEdit: (member: MemberRow) => void }

/** A member on a small screen. */
export function MemberCard({ org, member, onEdit }: MemberCardProps) {
  const t = membersText.use()
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <h2 className={`${textStyles.growingEllipsis} ${styles.cardName}`}>
          <MemberName member={member} org={org} />
        </h2>
        <OrgRoleTag role={member.role} />
      </header>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('month')}</span>
        <Money quota={member.used_month} of="spend" />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('caps')}</span>
        <MemberCaps member={member} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.secondary}>{t('total')}</span>
        <Money quota={member.used_quota} of="spend" />
      </div>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietSmall}>
          {t('tokensCount', { count: member.tokens })} · <RelativeTime seconds={member.joined_at} />
        </span>
        <MemberActions org={org} member={member} onEdit={onEdit} />
      </footer>
    </article>
  )
}
