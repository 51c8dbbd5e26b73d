import { type WatchedWithdrawal, withdrawalStatuses } from '@turnpike/contract/money/agents/withdrawal'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useState } from 'react'
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
import styles from '../sales-agents.module.css'
import { useRights } from '../use-rights.ts'
import type { AskedPayout } from './payout-acts.tsx'
import { PayoutCard, usePayoutColumns } from './payout-rows.tsx'
import { payoutsText } from './payouts.text.ts'
import { loadPayout, payoutFilterNames, usePayouts } from './use-payouts.ts'

const PayoutDrawer = lazyPart(async () => (await import('./payout-drawer.tsx')).PayoutDrawer)
const PayoutActs = lazyPart(async () => (await import('./payout-acts.tsx')).PayoutActs)
const PayoutExport = lazyPart(async () => (await import('./payout-export.tsx')).PayoutExport)

const closed: ReadonlySet<string> = new Set(['refused', 'cancelled'])

/** The payouts that agents ask for; those that wait first. */
export function PayoutsTab() {
  const t = payoutsText.use()
  const { filters, set, clear } = useFilters(payoutFilterNames)
  const payouts = usePayouts(filters)
  const list = useListPage({
    name: agentsKey,
    query: payouts,
    keyOf: ({ id }: WatchedWithdrawal) => id,
    load: loadPayout(filters),
  })
  const [asked, setAsked] = useState<AskedPayout>()
  const handlers = { open: list.open, ask: setAsked }
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    withdrawalStatuses.filter((name) => name === filters.status).map((name) => t(name))[0] ?? filters.status,
  ]
  return (
    <>
      <FilterRow>
        <KeywordFilter width={240} label={t('search')} filters={filters} onChange={set} />
        <FilterDrawer count={filters.status ? 1 : 0}>
          <FilterSelect
            label={t('status')}
            all={t('allStatuses')}
            width={136}
            value={filters.status}
            options={withdrawalStatuses.map((name) => ({ value: name, label: t(name) }))}
            onChange={(name) => set({ status: name })}
          />
        </FilterDrawer>
        <div className={layoutStyles.buttonsAtEnd}>
          <ExportButton keyword={filters.keyword} />
          <RefreshButton onClick={payouts.refetch} busy={payouts.isFetching} />
        </div>
      </FilterRow>
      <ListTable
        list={list}
        words={t}
        emptyAction={<LinkButton to="/agent/manage?tab=methods">{t('addMethod')}</LinkButton>}
        filtered={{ title: t('noMatch'), words, onClear: clear }}
        columns={usePayoutColumns(handlers)}
        rowClassName={({ status: of }) => (closed.has(of) ? styles.off : undefined)}
        onOpen={list.open}
        card={(payout) => <PayoutCard payout={payout} handlers={handlers} />}
        drawer={(payout) => <PayoutDrawer key={payout.id} payout={payout} onAsk={setAsked} onClosed={list.close} />}
      />
      {asked && <PayoutActs asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** Only the super administrator gets the file, because it has the accounts. */
function ExportButton({ keyword }: { keyword: string }) {
  const t = payoutsText.use()
  const small = useSmallScreen()
  const { isRoot } = useRights()
  const [isAsked, setIsAsked] = useState(false)
  const label = isRoot ? t('export') : t('rootExports')
  return (
    <>
      <Button
        type={small ? 'text' : 'default'}
        icon={<Download />}
        disabled={!isRoot}
        aria-label={small ? t('export') : undefined}
        title={label}
        onClick={() => setIsAsked(true)}
      >
        {!small && t('export')}
      </Button>
      {isAsked && <PayoutExport keyword={keyword} onClose={() => setIsAsked(false)} />}
    </>
  )
}
