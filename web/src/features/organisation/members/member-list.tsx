import { type OrgRole, orgRoles } from '@turnpike/contract/identity/organisation'
import { FilterRow, FilterSelect, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { orgRoleText } from '../../../components/organisation/org-role.text.ts'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { type OrgProps, orgKey } from '../use-org.ts'
import { MemberCard, useMemberColumns } from './member-rows.tsx'
import { membersText } from './members.text.ts'
import { loadMember, type MemberFilters, type MemberRow, memberFilterNames, useMembers } from './use-members.ts'

const MemberDrawer = lazyPart(async () => (await import('./member-drawer.tsx')).MemberDrawer)

/** The members: role, spend, caps and tokens. */
export function MemberList({ org }: OrgProps) {
  const t = membersText.use()
  const roles = orgRoleText.use()
  const { filters, set, clear } = useFilters(memberFilterNames)
  const members = useMembers(org.id, filters)
  const list = useListPage({
    name: orgKey,
    query: members,
    keyOf: ({ username }: MemberRow) => username,
    load: (name) => loadMember(org.id, name),
  })
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.role && roles(filters.role as OrgRole), // from the list of choices, or no row matches
  ]
  return (
    <>
      <Filters
        filters={filters}
        onChange={set}
        refresh={<RefreshButton onClick={() => void members.refetch()} busy={members.isFetching} />}
      />
      <ListTable
        list={list}
        words={t}
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={useMemberColumns(org, list.open)}
        card={(member) => <MemberCard org={org} member={member} onEdit={list.open} />}
        drawer={(member) => <MemberDrawer key={member.id} org={org} member={member} onClosed={list.close} />}
      />
    </>
  )
}

const orders = { used_month: 'byMonth', joined_at: 'byJoining' } as const

type FiltersProps = {
  filters: MemberFilters
  onChange: (change: Partial<MemberFilters>) => void
  refresh: React.ReactNode
}

/** Which members are shown, and in which order. On a phone all but the search is behind a button. */
function Filters({ filters, onChange, refresh }: FiltersProps) {
  const t = membersText.use()
  const roles = orgRoleText.use()
  return (
    <FilterRow>
      <KeywordFilter width={220} label={t('search')} filters={filters} onChange={onChange} />
      <FilterDrawer count={[filters.role, filters.sort].filter(Boolean).length}>
        <FilterSelect
          label={t('role')}
          all={t('allRoles')}
          value={filters.role}
          width={136}
          options={orgRoles.map((role) => ({ value: role, label: roles(role) }))}
          onChange={(role) => onChange({ role })}
        />
        <FilterSelect
          label={t('sort')}
          all={t('usualOrder')}
          value={filters.sort}
          width={184}
          options={Object.entries(orders).map(([value, name]) => ({ value, label: t(name) }))}
          onChange={(sort) => onChange({ sort })}
        />
      </FilterDrawer>
      <div className={layoutStyles.buttonsAtEnd}>{refresh}</div>
    </FilterRow>
  )
}
