import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from '@turnpike/contract/endpoint'
import { role } from '@turnpike/contract/identity/user'
import { type PricedModel, pricingApi } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../components/copy/copy.ts'
import { BatchAction, BatchBar } from '../../components/data-table/batch-bar.tsx'
import { LoadingLongTable } from '../../components/data-table/loading-long-table.tsx'
import { LongTable } from '../../components/data-table/long-table.tsx'
import { StaleLine } from '../../components/data-table/stale-line.tsx'
import { MissingDrawer } from '../../components/overlay/opened-drawer.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import { useOfferedPlans } from '../../components/plans/use-offered-plans.ts'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dollarsOfTokens, million } from '../../lib/format/price-text.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { inDollars, type Terms } from '../../lib/prices/price-lines.ts'
import { session } from '../../lib/session/session.ts'
import { GroupBanner } from './list/group-banner.tsx'
import { findModels, sortModels } from './list/list-models.ts'
import { ModelCards } from './list/model-cards.tsx'
import cellStyles from './list/model-cells.module.css'
import { useModelColumns } from './list/model-columns.tsx'
import { ModelFilters } from './list/model-filters.tsx'
import { useFilterWords } from './list/use-filter-words.ts'
import { usePricingView } from './list/use-pricing-view.ts'
import { VendorChips } from './list/vendor-chips.tsx'
import { PlansOnSale } from './plans/plans-on-sale.tsx'
import { groupShown } from './prices/group-shown.ts'
import styles from './pricing.module.css'
import { pricingText } from './pricing.text.ts'
import { UpcomingPrices } from './upcoming/upcoming-prices.tsx'

const ModelDrawer = lazyPart(async () => (await import('./model/model-drawer.tsx')).ModelDrawer)

/** Rendered while nothing is loaded. */
const nothing: ResultOf<typeof pricingApi.list> = { data: [], group_ratio: {}, usable_group: {} }

/** Every model that can be called and its price, for visitors and users. */
export function PricingPage() {
  const t = pricingText.use()
  useDocumentTitle(t('title'))
  const small = useSmallScreen()
  const spoken = language.use()
  const user = session.use()
  const view = usePricingView()
  const query = usePricing()
  const plans = useOfferedPlans()
  const { perUnit } = useQuotaRate()
  const { data: models, ...groups } = query.data ?? nothing
  const group = groupShown(groups, view.group, user?.group)
  const groupRatio = groups.group_ratio[group] ?? 1
  const { unit, filters, sort } = view
  const terms: Terms = { unit, groupRatio, quotaPerUnit: perUnit }
  const columns = useModelColumns({ view, terms, group })
  const filterWords = useFilterWords(filters, group)
  const [selected, setSelected] = useState<readonly string[]>([])
  const tick = (name: string) =>
    setSelected((now) => (now.includes(name) ? now.filter((each) => each !== name) : [...now, name]))

  const unitWords =
    unit === 'ratio'
      ? t('ratioOne', { price: `$${dollarsOfTokens(million, perUnit, 1)}` })
      : t(unit === '1k' ? 'dollarsOfThousand' : 'dollarsOfMillion')
  const found = sortModels(findModels(models, filters, group), sort)
  const open = models.find(({ model_name }) => model_name === view.open)
  const isUsable = ({ enable_groups }: PricedModel) => enable_groups.includes(group)

  function list() {
    // Both at once, so that plans do not push the models down.
    if (query.isPending || plans.isPending) return <LoadingLongTable columns={columns} cards={view.showsCards} />
    if (!query.data)
      return (
        <Sheet>
          <ErrorState error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
        </Sheet>
      )
    if (models.length === 0) {
      const isAdmin = user !== undefined && user.role >= role.admin
      const action = isAdmin && (
        <LinkButton type="primary" to="/channel/add">
          {t('addChannel')}
        </LinkButton>
      )
      return (
        <Sheet>
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} action={action} />
        </Sheet>
      )
    }
    if (found.length === 0)
      return (
        <Sheet>
          <NoMatch title={t('noMatch')} filters={filterWords} onClear={view.clearFilters} />
        </Sheet>
      )
    if (view.showsCards)
      return (
        <ModelCards
          models={found}
          terms={terms}
          group={group}
          selected={new Set(selected)}
          onTick={tick}
          onOpen={view.setOpen}
        />
      )
    return (
      <LongTable
        rows={found}
        columns={columns}
        nameOf={({ model_name }) => model_name}
        rowClassName={(model) => (isUsable(model) ? undefined : cellStyles.light)}
        drawnFor={[spoken, unit, groupRatio, perUnit, group].join(' ')}
        selected={selected}
        onSelect={setSelected}
        onOpen={view.setOpen}
      />
    )
  }

  return (
    <div className={styles.page}>
      <header>
        <h1 className={textStyles.publicTitle}>{t('title')}</h1>
        <p className={textStyles.lead}>{t('lead', { unit: unitWords })}</p>
      </header>
      {!query.isPending && plans.data && plans.data.length > 0 && <PlansOnSale plans={plans.data} />}
      {!plans.isPending && models.length > 0 && (
        <>
          <UpcomingPrices models={models.filter(isUsable)} terms={inDollars(terms)} onOpen={view.setOpen} />
          <GroupBanner groups={groups} group={group} view={view} />
          {!small && (
            <VendorChips models={models} chosen={filters.vendor} onChoose={(vendor) => view.setFilter({ vendor })} />
          )}
          <ModelFilters models={models} found={found.length} view={view} />
        </>
      )}
      {query.data && query.isError && (
        <StaleLine error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {list()}
      {selected.length > 0 && (
        <BatchBar
          selection={{
            keys: [...selected],
            onChange: (keys) => setSelected(keys.map(String)),
            words: (count) => t('selected', { count: formatCount(count) }),
            actions: (
              <BatchAction
                icon={<Copy />}
                onClick={() => copy(selected.join(','), t('names', { count: formatCount(selected.length) }))}
              >
                {t('copyNames')}
              </BatchAction>
            ),
          }}
        />
      )}
      {open && (
        <ModelDrawer
          key={open.model_name}
          model={open}
          groups={groups}
          group={group}
          terms={terms}
          onClosed={view.close}
        />
      )}
      {query.data && view.open && !open && <MissingDrawer onClosed={view.close} />}
    </div>
  )
}

/** The models with their prices, and the groups that the reader may use. */
function usePricing() {
  const user = session.use()
  return useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
}
