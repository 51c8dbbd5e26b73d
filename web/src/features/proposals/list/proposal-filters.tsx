import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import { Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { FilterRow } from '../../../components/fields/filter-row.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { listText } from './list.text.ts'

type ProposalFiltersProps = {
  keyword: string
  /** How many of the other filters are set. */
  count: number
  query: Pick<UseQueryResult, 'refetch' | 'isFetching'>
  onSearch: (keyword: string) => void
  onKeys: () => void
  /** The other filters. */
  children: ReactNode
}

/** Which proposals are shown, and in which order. On a phone all but the search are behind a button. */
export function ProposalFilters({ keyword, count, query, onSearch, onKeys, children }: ProposalFiltersProps) {
  const t = listText.use()
  const small = useSmallScreen()
  return (
    <FilterRow>
      <SearchField main width={220} label={t('modelName')} value={keyword} onSearch={onSearch} />
      <FilterDrawer count={count}>{children}</FilterDrawer>
      <RefreshButton onClick={query.refetch} busy={query.isFetching} />
      {!small && (
        <Button icon={<Keyboard />} onClick={onKeys}>
          {t('keys')}
        </Button>
      )}
    </FilterRow>
  )
}
