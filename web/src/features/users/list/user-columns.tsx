import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RoleTag } from './role-tag.tsx'
import { UserActions } from './user-actions.tsx'
import { Invitation, Moment, UserName, UserUsage } from './user-cells.tsx'
import { UserStatus } from './user-status.tsx'
import { usersText } from './users.text.ts'

export function useUserColumns(onEdit: (user: User) => void): TableColumns<User> {
  const t = usersText.use()
  return titledColumns(
    t,
    {
      id: { width: 56, fixed: 'start', className: textStyles.quiet ?? '', render: (_, { id }) => id },
      user: { fixed: 'start', ellipsis: true, render: (_, user) => <UserName user={user} /> },
      group: { width: 88, render: (_, { group }) => <GroupTag name={group} /> },
      role: { width: 118, render: (_, { role }) => <RoleTag number={role} /> },
      status: { width: 104, render: (_, user) => <UserStatus user={user} /> },
      usage: { width: 160, align: 'right', render: (_, user) => <UserUsage user={user} /> },
      requests: { width: 80, align: 'right', render: (_, { request_count }) => formatCount(request_count) },
      invitation: { width: 140, align: 'right', render: (_, user) => <Invitation user={user} /> },
      created: { width: 90, render: (_, { created_at }) => <Moment seconds={created_at} /> },
      lastSignIn: { width: 90, render: (_, { last_login_at }) => <Moment seconds={last_login_at} /> },
    },
    actionsColumn<User>(t('actions'), 92, (user) => <UserActions user={user} onEdit={onEdit} />),
  )
}
