import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { useFilters } from '../../lib/address/use-filters.ts'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { isCancelled } from './list/standing.ts'
import { UserCard } from './list/user-card.tsx'
import { useUserColumns } from './list/user-columns.tsx'
import { UserFilters } from './list/user-filters.tsx'
import styles from './list/users.module.css'
import { usersText } from './list/users.text.ts'
import { loadUser, useUsers } from './use-users.ts'

const AddUserDrawer = lazyPart(async () => (await import('./form/add-user-drawer.tsx')).AddUserDrawer)
const EditUserDrawer = lazyPart(async () => (await import('./form/edit-user-drawer.tsx')).EditUserDrawer)

const addPath = '/user/add'

/** In the address, in place of the number of a user. */
const isNew = 'new'

/** All accounts, cancelled ones included. `/user/add` is the same page with the drawer open. */
export function UsersPage() {
  const t = useText(usersText)
  const small = useSmallScreen()
  const navigate = useNavigate()
  const cameToAdd = useLocation().pathname === addPath
  const { filters, count, set, clear } = useFilters(['keyword', 'group'])
  const users = useUsers(filters)
  const opened = useOpened()
  const isAdding = cameToAdd || opened.value === isNew
  const row = useOpenedRow({
    value: isAdding ? undefined : opened.value,
    rows: users.data?.items,
    keyOf: ({ id }: User) => String(id),
    load: loadUser,
    list: 'users',
  })
  const edit = ({ id }: User) => opened.open(id)
  const columns = useUserColumns(edit)

  const endAdding = () => (cameToAdd ? void navigate('/user', { replace: true }) : opened.close())
  const add = (
    <Button type="primary" icon={<Plus />} onClick={() => opened.open(isNew)}>
      {t('add')}
    </Button>
  )
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.group && t('inGroup', { group: filters.group }),
  ]
  return (
    <Page
      title={t('title')}
      facts={users.data && t('facts', { total: formatCount(users.data.total) })}
      bar={add}
      actions={
        <>
          <ViewsMenu list="users" />
          <RefreshButton onClick={users.refetch} busy={users.isFetching} />
          {!small && add}
        </>
      }
    >
      <UserFilters filters={filters} onChange={set} />
      <DataTable
        query={users}
        columns={columns}
        rowKey={({ id }) => id}
        rowClassName={(user) => (isCancelled(user) ? styles.cancelled : undefined)}
        card={(user) => <UserCard user={user} onEdit={edit} />}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />}
        noMatch={
          count > 0 ? (
            <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('comma'))} onClear={clear} />
          ) : undefined
        }
      />
      <Suspense>{isAdding && <AddUserDrawer onClosed={endAdding} />}</Suspense>
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(user) => <EditUserDrawer key={user.id} known={user} onClosed={opened.close} />}
      </OpenedDrawer>
    </Page>
  )
}
