import { role, type User } from '@turnpike/contract/identity/user'
import { type UserState, userStates } from '@turnpike/contract/identity/user-admin'
import { formatCount } from '@turnpike/contract/quota'
import { useLocation, useNavigate } from 'react-router'
import { FilterRow, FilterSelect, groupOptions, KeywordFilter } from '../../components/fields/filter-row.tsx'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { FilterDrawer } from '../../components/overlay/filter-drawer.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { readAskedAction } from '../../lib/address/asked-action.ts'
import { drawerName } from '../../lib/address/opened.ts'
import { useFilters } from '../../lib/address/use-filters.ts'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useRoleName } from '../../lib/text/use-role-name.ts'
import { isCancelled } from './list/standing.ts'
import { UserCard } from './list/user-card.tsx'
import { useUserColumns } from './list/user-columns.tsx'
import styles from './list/users.module.css'
import { usersText } from './list/users.text.ts'
import { type UserFilters as Filters, loadUser, useGroups, userFilterNames, useUsers } from './use-users.ts'

const AskedOfUser = lazyPart(async () => (await import('./list/asked-of-user.tsx')).AskedOfUser)
const AddUserDrawer = lazyPart(async () => (await import('./form/add-user-drawer.tsx')).AddUserDrawer)
const EditUserDrawer = lazyPart(async () => (await import('./form/edit-user-drawer.tsx')).EditUserDrawer)

const addPath = '/user/add'

/** All accounts, cancelled ones included. `/user/add` is the same page with the drawer open. */
export function UsersPage() {
  const t = usersText.use()
  const navigate = useNavigate()
  const cameToAdd = useLocation().pathname === addPath
  const { filters, set } = useFilters(userFilterNames)
  const users = useUsers(filters)
  const list = useListPage({
    name: 'users',
    query: users,
    keyOf: ({ id }: User) => id,
    load: loadUser,
    pathOpensNew: cameToAdd,
  })
  const asked = useOpened(drawerName)
  const askedAction = readAskedAction(asked.value)
  const askedRow = useOpenedRow({
    value: askedAction && String(askedAction.id),
    rows: users.data?.items,
    keyOf: ({ id }: User) => String(id),
    load: loadUser,
    list: 'users',
  })
  const roleName = useRoleName()
  const endAdding = () => (cameToAdd ? void navigate('/user', { replace: true }) : list.close())
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.group && t('inGroup', { group: filters.group }),
    filters.role && roleName(Number(filters.role)),
    filters.state && t(filters.state as UserState), // from the list of choices, or no row matches
  ]
  const clear = () => set({ keyword: '', group: '', role: '', state: '' })
  return (
    <ListPage
      list={list}
      words={t}
      views="users"
      facts={users.data && t('facts', { total: formatCount(users.data.total) })}
      create={t('add')}
      filters={<UserFilters filters={filters} onChange={set} />}
      filtered={{ title: t('noMatch'), words, onClear: clear }}
      columns={useUserColumns(list.open, filters, set)}
      rowClassName={(user) => (isCancelled(user) ? styles.cancelled : undefined)}
      card={(user) => <UserCard user={user} onEdit={list.open} />}
      newDrawer={<AddUserDrawer onClosed={endAdding} />}
      drawer={(user) => <EditUserDrawer key={user.id} known={user} onClosed={list.close} />}
    >
      {askedAction && (
        <OpenedDrawer of={askedRow} onClosed={asked.close}>
          {(user) => <AskedOfUser key={asked.value} user={user} action={askedAction} onClosed={asked.close} />}
        </OpenedDrawer>
      )}
    </ListPage>
  )
}

type UserFiltersProps = { filters: Filters; onChange: (change: Partial<Filters>) => void }

/** Which users are shown. On a phone all but the search is behind a button. */
function UserFilters({ filters, onChange }: UserFiltersProps) {
  const t = usersText.use()
  const { data: groups = [], isPending } = useGroups()
  const roleName = useRoleName()
  return (
    <FilterRow>
      <KeywordFilter width={220} label={t('search')} filters={filters} onChange={onChange} />
      <FilterDrawer count={[filters.group, filters.role, filters.state].filter(Boolean).length}>
        <FilterSelect
          label={t('group')}
          all={t('allGroups')}
          showSearch
          loading={isPending}
          value={filters.group}
          width={136}
          options={groupOptions(groups, filters.group)}
          onChange={(chosen) => onChange({ group: chosen })}
        />
        <FilterSelect
          label={t('role')}
          all={t('allRoles')}
          value={filters.role}
          width={136}
          options={Object.values(role).map((each) => ({ value: String(each), label: roleName(each) }))}
          onChange={(chosen) => onChange({ role: chosen })}
        />
        <FilterSelect
          label={t('status')}
          all={t('allStates')}
          value={filters.state}
          width={136}
          options={userStates.map((state) => ({ value: state, label: t(state) }))}
          onChange={(chosen) => onChange({ state: chosen })}
        />
      </FilterDrawer>
    </FilterRow>
  )
}
