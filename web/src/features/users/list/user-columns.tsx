import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RoleTag } from './role-tag.tsx'
import { UserActions } from './user-actions.tsx'
import { Invitation, Moment, UserName, UserUsage } from './user-cells.tsx'
import { UserStatus } from './user-status.tsx'
import { usersText } from './users.text.ts'

export function useUserColumns(onEdit: (user: User) => void): TableColumns<User> {
  const t = usersText.use()
  return [
    {
      key: 'id',
      title: t('id'),
      width: 56,
      fixed: 'start',
      className: textStyles.quiet ?? '',
      render: (_, { id }) => id,
    },
    {
      key: 'user',
      title: t('user'),
      fixed: 'start',
      ellipsis: true,
      render: (_, user) => <UserName user={user} />,
    },
    { key: 'group', title: t('group'), width: 88, render: (_, { group }) => <GroupTag name={group} /> },
    { key: 'role', title: t('role'), width: 118, render: (_, { role }) => <RoleTag number={role} /> },
    { key: 'status', title: t('status'), width: 104, render: (_, user) => <UserStatus user={user} /> },
    { key: 'usage', title: t('usage'), width: 160, align: 'right', render: (_, user) => <UserUsage user={user} /> },
    {
      key: 'requests',
      title: t('requests'),
      width: 80,
      align: 'right',
      render: (_, { request_count }) => formatCount(request_count),
    },
    {
      key: 'invitation',
      title: t('invitation'),
      width: 140,
      align: 'right',
      render: (_, user) => <Invitation user={user} />,
    },
    {
      key: 'created',
      title: t('created'),
      width: 90,
      render: (_, { created_at }) => <Moment seconds={created_at} />,
    },
    {
      key: 'lastSignIn',
      title: t('lastSignIn'),
      width: 90,
      render: (_, { last_login_at }) => <Moment seconds={last_login_at} />,
    },
    actionsColumn<User>(t('actions'), 92, (user) => <UserActions user={user} onEdit={onEdit} />),
  ]
}
