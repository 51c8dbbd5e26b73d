import { type AdminOrg, type OrgState, orgStates } from '@turnpike/contract/identity/organisation-api'
import { formatCount } from '@turnpike/contract/quota'
import { FilterRow, FilterSelect, KeywordFilter } from '../../components/fields/filter-row.tsx'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { useFilters } from '../../lib/address/use-filters.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { OrganisationCard, useOrganisationColumns } from './organisation-rows.tsx'
import styles from './organisations.module.css'
import { organisationsText } from './organisations.text.ts'
import { listName, loadOrganisation, orgFilterNames, useOrganisations } from './use-organisations.ts'

const OrganisationDrawer = lazyPart(async () => (await import('./organisation-drawer.tsx')).OrganisationDrawer)

/** For administrators: all organisations, deleted ones included. */
export function OrganisationsPage() {
  const t = organisationsText.use()
  const { filters, set } = useFilters(orgFilterNames)
  const organisations = useOrganisations(filters)
  const list = useListPage({
    name: listName,
    query: organisations,
    keyOf: ({ id }: AdminOrg) => id,
    load: loadOrganisation,
  })
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.state && t(filters.state as OrgState), // from the list of choices, or no row matches
  ]
  return (
    <ListPage
      list={list}
      words={t}
      facts={organisations.data && t('facts', { total: formatCount(organisations.data.total) })}
      filters={
        <FilterRow>
          <KeywordFilter width={220} label={t('search')} filters={filters} onChange={set} />
          <FilterSelect
            label={t('state')}
            all={t('allStatuses')}
            value={filters.state}
            width={136}
            options={orgStates.map((state) => ({ value: state, label: t(state) }))}
            onChange={(state) => set({ state })}
          />
        </FilterRow>
      }
      filtered={{ title: t('noMatch'), words, onClear: () => set({ keyword: '', state: '' }) }}
      columns={useOrganisationColumns(list.open, filters, set)}
      rowClassName={({ state }) => (state === 'deleted' ? styles.deleted : undefined)}
      card={(org) => <OrganisationCard org={org} onOpen={list.open} />}
      drawer={(org) => <OrganisationDrawer key={org.id} known={org} onClosed={list.close} />}
    />
  )
}
