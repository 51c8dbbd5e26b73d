import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { OrgRoleTag } from '../../../components/organisation/org-role.tsx'
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
