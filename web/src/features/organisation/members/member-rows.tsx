import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
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

export function useMemberColumns(org: OrgProps['org'], onEdit: (member: MemberRow) => void): TableColumns<MemberRow> {
  const t = membersText.use()
  return titledColumns(
    t,
    {
      member: { fixed: 'start', ellipsis: true, render: (_, member) => <MemberName member={member} org={org} /> },
      role: { width: 112, render: (_, { role }) => <OrgRoleTag role={role} /> },
      month: { width: 112, align: 'right', render: (_, { used_month }) => <Money quota={used_month} of="spend" /> },
      caps: { width: 208, align: 'right', render: (_, member) => <MemberCaps member={member} /> },
      total: { width: 112, align: 'right', render: (_, { used_quota }) => <Money quota={used_quota} of="spend" /> },
      tokens: { width: 80, align: 'right', render: (_, { tokens }) => formatCount(tokens) },
      joined: { width: 104, render: (_, { joined_at }) => <RelativeTime seconds={joined_at} /> },
    },
    actionsColumn<MemberRow>(t('actions'), 112, (member) => (
      <MemberActions org={org} member={member} onEdit={onEdit} />
    )),
  )
}

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
