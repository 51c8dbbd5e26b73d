import type { User } from '@turnpike/contract/identity/user'
import type { UserSort } from '@turnpike/contract/identity/user-admin'
import { formatCount } from '@turnpike/contract/quota'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { ariaSortOf, type SortDirection, SortTitle } from '../../../components/data-table/sort-title.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import type { UserFilters } from '../use-users.ts'
import { RoleTag } from './role-tag.tsx'
import { UserActions } from './user-actions.tsx'
import { Invitation, Moment, UserName } from './user-cells.tsx'
import { UserStatus } from './user-status.tsx'
import { usersText } from './users.text.ts'

export function useUserColumns(
  onEdit: (user: User) => void,
  { sort, order }: Pick<UserFilters, 'sort' | 'order'>,
  onSort: (change: Pick<UserFilters, 'sort' | 'order'>) => void,
): TableColumns<User> {
  const t = usersText.use()
  const sortable = (by: UserSort, title: string, isRight = true) => {
    const direction: SortDirection | undefined = sort !== by ? undefined : order === 'asc' ? 'asc' : 'desc'
    return {
      title: (
        <SortTitle
          isRight={isRight}
          direction={direction}
          onSort={(next) => onSort({ sort: next ? by : '', order: next === 'asc' ? next : '' })}
        >
          {title}
        </SortTitle>
      ),
      onHeaderCell: () => ariaSortOf(direction),
    }
  }
  return titledColumns(
    t,
    {
      id: { width: 56, fixed: 'start', className: textStyles.quiet ?? '', render: (_, { id }) => id },
      user: { fixed: 'start', ellipsis: true, render: (_, user) => <UserName user={user} /> },
      group: { width: 84, render: (_, { group }) => <GroupTag name={group} /> },
      role: { width: 112, render: (_, { role }) => <RoleTag number={role} /> },
      status: { width: 104, render: (_, user) => <UserStatus user={user} /> },
      used: {
        width: 88,
        align: 'right',
        ...sortable('used_quota', t('used')),
        render: (_, { used_quota }) => <Money quota={used_quota} />,
      },
      balance: {
        width: 88,
        align: 'right',
        ...sortable('quota', t('balance')),
        render: (_, { quota }) => <Money quota={quota} />,
      },
      requests: {
        width: 84,
        align: 'right',
        ...sortable('request_count', t('requests')),
        render: (_, { request_count }) => formatCount(request_count),
      },
      invitation: { width: 132, align: 'right', render: (_, user) => <Invitation user={user} /> },
      created: { width: 84, render: (_, { created_at }) => <Moment seconds={created_at} /> },
      lastSignIn: {
        width: 96,
        ...sortable('last_login_at', t('lastSignIn'), false),
        render: (_, { last_login_at }) => <Moment seconds={last_login_at} />,
      },
    },
    actionsColumn<User>(t('actions'), 92, (user) => <UserActions user={user} onEdit={onEdit} />),
  )
}
