import { dividendCauses, dividendStates, type WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { FilterRow, FilterSelect, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { FilterDrawer } from '../../../components/overlay/filter-drawer.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { agentsKey } from '../agents-key.ts'
import type { AskedShare } from './share-acts.tsx'
import { ShareCard, useShareColumns } from './share-rows.tsx'
import styles from './shares.module.css'
import { sharesText } from './shares.text.ts'
import { isWithin, loadShare, type ShareFilters, shareFilterNames, useShares, withinDays } from './use-shares.ts'

const ShareDrawer = lazyPart(async () => (await import('./share-drawer.tsx')).ShareDrawer)
const ShareActs = lazyPart(async () => (await import('./share-acts.tsx')).ShareActs)

const views = ['review', 'every'] as const

/** The shares that are held for a decision; in the other view, every dividend. */
export function SharesTab() {
  const t = sharesText.use()
  const { filters: shown, set } = useFilters(['view', ...shareFilterNames])
  const { view, ...chosen } = shown
  const isReview = view !== 'every'
  const filters: ShareFilters = isReview ? { ...noFilters, keyword: chosen.keyword, state: 'held' } : chosen
  const shares = useShares(filters)
  const list = useListPage({
    name: agentsKey,
    query: shares,
    keyOf: ({ id }: WatchedDividend) => id,
    load: loadShare(filters),
  })
  const [asked, setAsked] = useState<AskedShare>()
  const handlers = { open: list.open, ask: setAsked }
  const words = useFilterWords(isReview ? { ...filters, state: '' } : filters)
  const small = useSmallScreen()
  const switches = (
    <Segmented
      aria-label={t('view')}
      value={isReview ? 'review' : 'every'}
      options={views.map((name) => ({ value: name, label: t(name) }))}
      onChange={(name) => set({ ...noFilters, view: name === 'every' ? name : '' })}
    />
  )
  return (
    <>
      {small && <div className={styles.view}>{switches}</div>}
      <Filters filters={filters} isReview={isReview} query={shares} onChange={set}>
        {!small && switches}
      </Filters>
      <ListTable
        list={list}
        words={(name) => t(isReview ? name : name === 'emptyTitle' ? 'noneTitle' : 'noneText')}
        emptyAction={isReview && <LinkButton to="/agent/manage?tab=shares&view=every">{t('showAll')}</LinkButton>}
        filtered={{ title: t('noMatch'), words, onClear: () => set(noFilters) }}
        columns={useShareColumns(handlers, isReview)}
        onOpen={list.open}
        card={(share) => <ShareCard share={share} handlers={handlers} />}
        drawer={(share) => <ShareDrawer key={share.id} share={share} onAsk={setAsked} onClosed={list.close} />}
      />
      {asked && <ShareActs asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const noFilters: ShareFilters = { keyword: '', state: '', cause: '', within: '', agent_id: '' }

type FiltersProps = {
  filters: ShareFilters
  isReview: boolean
  query: ReturnType<typeof useShares>
  onChange: (change: Partial<ShareFilters>) => void
}

function Filters({ filters, isReview, query, onChange, children }: FiltersProps & { children: ReactNode }) {
  const t = sharesText.use()
  const count = [filters.state, filters.cause, filters.within].filter(Boolean).length
  return (
    <FilterRow>
      <KeywordFilter width={240} label={t('search')} filters={filters} onChange={onChange} />
      {!isReview && (
        <FilterDrawer count={count}>
          <MoreFilters filters={filters} onChange={onChange} />
        </FilterDrawer>
      )}
      <div className={layoutStyles.buttonsAtEnd}>
        {children}
        <RefreshButton onClick={query.refetch} busy={query.isFetching} />
      </div>
    </FilterRow>
  )
}

function MoreFilters({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const t = sharesText.use()
  return (
    <>
      <FilterSelect
        label={t('state')}
        all={t('allStates')}
        width={136}
        value={filters.state}
        options={dividendStates.map((state) => ({ value: state, label: t(state) }))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('cause')}
        all={t('allCauses')}
        width={136}
        value={filters.cause}
        options={dividendCauses.map((cause) => ({ value: cause, label: t(cause) }))}
        onChange={(cause) => onChange({ cause })}
      />
      <FilterSelect
        label={t('period')}
        all={t('allTime')}
        width={144}
        value={filters.within}
        options={Object.keys(withinDays)
          .filter(isWithin)
          .map((name) => ({ value: name, label: t(name) }))}
        onChange={(within) => onChange({ within })}
      />
    </>
  )
}

/** The filters that are set, in words. */
function useFilterWords({ keyword, state, cause, within, agent_id }: ShareFilters) {
  const t = sharesText.use()
  return [
    keyword && t('matching', { text: keyword }),
    dividendStates.filter((name) => name === state).map((name) => t(name))[0] ?? state,
    dividendCauses.filter((name) => name === cause).map((name) => t(name))[0] ?? cause,
    isWithin(within) ? t(within) : within,
    agent_id && `#${agent_id}`,
  ]
}
