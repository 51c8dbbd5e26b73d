import {
  type PriceProposal,
  type PriceSource,
  type ProposalSort,
  type ProposalState,
  proposalSorts,
  proposalStates,
} from '@turnpike/contract/money/price-sources'
import { formatCount } from '@turnpike/contract/quota'
import { CalendarClock, Check, EyeOff, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { FilterSelect } from '../../../components/fields/filter-row.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { MissingDrawer } from '../../../components/overlay/opened-drawer.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { NoMatch } from '../../../components/states/no-match.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { ProposalFilters } from '../list/proposal-filters.tsx'
import { ProposalList } from '../list/proposal-list.tsx'
import type { ListAct } from '../list/use-list-keys.ts'
import { PriceCard, priceCardHeight } from './price-card.tsx'
import { usePriceColumns } from './price-columns.tsx'
import { effectOf, isRisky } from './price-facts.ts'
import styles from './prices.module.css'
import { proposalsText } from './prices.text.ts'
import { useLastActs } from './use-last-acts.ts'
import { useDecide, usePriceProposals, usePriceSources } from './use-price-proposals.ts'

const ProposalDrawer = lazyPart(async () => (await import('./proposal-drawer.tsx')).ProposalDrawer)
const FromDialog = lazyPart(async () => (await import('./from-dialog.tsx')).FromDialog)

type Rows = readonly PriceProposal[]
type Asked = { question: 'from' | 'sure'; rows: Rows }

const idsOf = (rows: Rows) => rows.map(({ id }) => id)

/** The proposed prices, to be accepted or ignored one by one or together. */
export function PriceProposals() {
  const t = proposalsText.use()
  const { filters, count, set, clear } = useFilters(['keyword', 'source', 'state', 'sort'])
  const opened = useOpened()
  const { perUnit } = useQuotaRate()
  const state: ProposalState = proposalStates.find((each) => each === filters.state) ?? 'open'
  const sort: ProposalSort = proposalSorts.find((each) => each === filters.sort) ?? 'effect'
  const sources = usePriceSources()
  const query = usePriceProposals({
    state,
    sort,
    source_id: /^\d+$/.test(filters.source) ? Number(filters.source) : undefined,
    keyword: filters.keyword || undefined,
  })
  const [keysOpen, setKeysOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const last = useLastActs()
  const decide = useDecide(last.note)
  const columns = usePriceColumns(perUnit)

  const accept = (rows: Rows) => {
    if (rows.length > 1 && rows.some(isRisky)) setAsked({ question: 'sure', rows })
    else decide.mutate({ ids: idsOf(rows), action: 'accept' })
  }
  const acts: ListAct<PriceProposal>[] =
    state === 'open'
      ? [
          { key: 'a', label: t('accept'), rowLabel: () => t('accept'), icon: <Check />, run: accept },
          {
            key: 'd',
            label: t('acceptFrom'),
            icon: <CalendarClock />,
            run: (rows) => setAsked({ question: 'from', rows }),
          },
          {
            key: 'i',
            label: t('ignoreOnce'),
            rowLabel: () => t('ignore'),
            icon: <X />,
            run: (rows) => decide.mutate({ ids: idsOf(rows), action: 'ignore_once' }),
          },
          {
            key: 'I',
            label: t('ignoreAlways'),
            icon: <EyeOff />,
            run: (rows) => decide.mutate({ ids: idsOf(rows), action: 'ignore' }),
          },
        ]
      : state === 'accepted'
        ? []
        : [
            {
              key: 'b',
              label: t('putBack'),
              rowLabel: () => t('putBack'),
              icon: <RotateCcw />,
              run: (rows) => decide.mutate({ ids: idsOf(rows), action: 'open' }),
            },
          ]
  const rows = query.data?.items ?? []
  const open = rows.find(({ id }) => String(id) === opened.value)
  return (
    <>
      <ProposalFilters
        keyword={filters.keyword}
        count={[filters.source, filters.state, filters.sort].filter(Boolean).length}
        query={query}
        onSearch={(keyword) => set({ keyword })}
        onKeys={() => setKeysOpen(true)}
      >
        <PriceFilters filters={filters} sources={sources.data ?? []} onChange={set} />
      </ProposalFilters>
      {query.data && rows.length > 0 && <PriceFacts rows={rows} total={query.data.total} isOpen={state === 'open'} />}
      <ProposalList
        query={query}
        columns={columns}
        card={(row) => <PriceCard proposal={row} quotaPerUnit={perUnit} />}
        cardHeight={priceCardHeight}
        nameOf={({ model }) => model}
        wordsOf={({ model, source_name }) => `${model}, ${source_name}`}
        rowClassName={({ is_served }) => (is_served ? undefined : textStyles.quiet)}
        drawnFor={String(perUnit)}
        acts={acts}
        actsWidth={124}
        onOpen={({ id }) => opened.open(id)}
        onUndo={last.undo}
        selectedWords={(count) => t('selected', { count })}
        none={<NoProposals filters={filters} count={count} sources={sources.data} onClear={clear} />}
        keysOpen={keysOpen}
        onKeys={setKeysOpen}
      />
      {open && (
        <ProposalDrawer key={open.id} proposal={open} quotaPerUnit={perUnit} acts={acts} onClosed={opened.close} />
      )}
      {asked?.question === 'from' && (
        <FromDialog
          count={asked.rows.length}
          onSchedule={(effective_at) => {
            decide.mutate({ ids: idsOf(asked.rows), action: 'accept', effective_at })
            setAsked(undefined)
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
      {query.data && !query.isFetching && opened.value !== undefined && !open && (
        <MissingDrawer onClosed={opened.close} />
      )}
      {asked?.question === 'sure' && (
        <ConfirmDialog
          title={t('sure', { count: asked.rows.length })}
          text={t('risky', { count: asked.rows.filter(isRisky).length })}
          verb={t('accept')}
          onConfirm={() => {
            decide.mutate({ ids: idsOf(asked.rows), action: 'accept' })
            setAsked(undefined)
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

type Filters = { keyword: string; source: string; state: string; sort: string }
type PriceFiltersProps = {
  filters: Filters
  sources: readonly PriceSource[]
  onChange: (change: Partial<Filters>) => void
}

function PriceFilters({ filters, sources, onChange }: PriceFiltersProps) {
  const t = proposalsText.use()
  const sorts = { effect: 'effectFirst', change: 'changeFirst', model: 'byModel', newest: 'newestFirst' } as const
  return (
    <>
      <FilterSelect
        label={t('source')}
        all={t('allSources')}
        value={filters.source}
        width={160}
        options={sources.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(source) => onChange({ source })}
      />
      <FilterSelect
        label={t('state')}
        all={t('open')}
        value={filters.state}
        width={136}
        options={proposalStates.filter((each) => each !== 'open').map((value) => ({ value, label: t(value) }))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('sort')}
        all={t('effectFirst')}
        value={filters.sort}
        width={168}
        options={proposalSorts.filter((each) => each !== 'effect').map((value) => ({ value, label: t(sorts[value]) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </>
  )
}

/** How many proposals there are, and what all of them together would change. */
function PriceFacts({ rows, total, isOpen }: { rows: Rows; total: number; isOpen: boolean }) {
  const t = proposalsText.use()
  const sum = rows.reduce((all, row) => all + effectOf(row), 0)
  return (
    <p className={styles.facts}>
      <span>{t('facts', { count: total })}</span>
      {isOpen && total === rows.length && sum !== 0 && (
        <span>
          {t('sumOfAll')} {sum > 0 && '+'}
          <Money quota={sum} of="spend" />
        </span>
      )}
      {total > rows.length && <span>{t('cut', { shown: formatCount(rows.length), total: formatCount(total) })}</span>}
    </p>
  )
}

type NoProposalsProps = {
  filters: Filters
  count: number
  sources: readonly PriceSource[] | undefined
  onClear: () => void
}

function NoProposals({ filters, count, sources = [], onClear }: NoProposalsProps) {
  const t = proposalsText.use()
  if (count === 0 || (count === 1 && filters.sort)) {
    const hasSources = sources.length > 0
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={
          <LinkButton
            type={hasSources ? 'default' : 'primary'}
            to={hasSources ? '?tab=sources' : '?tab=sources&open=new'}
          >
            {t(hasSources ? 'toSources' : 'addSource')}
          </LinkButton>
        }
      />
    )
  }
  const source = sources.find(({ id }) => String(id) === filters.source)?.name ?? filters.source
  const state = proposalStates.find((each) => each === filters.state)
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.source && t('ofSource', { name: source }),
    state && t('inState', { name: t(state) }),
  ]
  return <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('comma'))} onClear={onClear} />
}
