import { formatCount } from '@turnpike/contract/quota'
import type { User } from '@turnpike/contract/user'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { useFilters } from '../../lib/address/use-filters.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { isCancelled } from './list/standing.ts'
import { UserCard } from './list/user-card.tsx'
import { useUserColumns } from './list/user-columns.tsx'
import { UserFilters } from './list/user-filters.tsx'
import styles from './list/users.module.css'
import { usersText } from './list/users.text.ts'
import { useUsers } from './use-users.ts'

const AddUserDrawer = lazyPart(async () => (await import('./form/add-user-drawer.tsx')).AddUserDrawer)
const EditUserDrawer = lazyPart(async () => (await import('./form/edit-user-drawer.tsx')).EditUserDrawer)

const addPath = '/user/add'

/** All accounts, cancelled ones included. `/user/add` is the same page with the drawer open. */
export function UsersPage() {
  const t = useText(usersText)
  const small = useSmallScreen()
  const navigate = useNavigate()
  const cameToAdd = useLocation().pathname === addPath
  const { filters, count, set, clear } = useFilters(['keyword', 'group'])
  const users = useUsers(filters)
  const [isAdding, setIsAdding] = useState(cameToAdd)
  const [edited, setEdited] = useState<User>()
  const columns = useUserColumns(setEdited)

  function endAdding() {
    setIsAdding(false)
    if (cameToAdd) navigate('/user', { replace: true })
  }
  const add = (
    <Button type="primary" icon={<Plus />} onClick={() => setIsAdding(true)}>
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
        card={(user) => <UserCard user={user} onEdit={setEdited} />}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={add} />}
        noMatch={
          count > 0 ? (
            <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('comma'))} onClear={clear} />
          ) : undefined
        }
      />
      <Suspense>
        {isAdding && <AddUserDrawer onClosed={endAdding} />}
        {edited && <EditUserDrawer key={edited.id} known={edited} onClosed={() => setEdited(undefined)} />}
      </Suspense>
    </Page>
  )
}
