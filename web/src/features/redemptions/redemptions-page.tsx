import { type Redemption, redemptionStatus } from '@turnpike/contract/money/redemption'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Copy, ListChecks, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCopy } from '../../components/copy/use-copy.ts'
import { BatchAction } from '../../components/data-table/batch-bar.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useChosenRows } from '../../components/data-table/use-chosen-rows.ts'
import { SearchField } from '../../components/fields/search-field.tsx'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
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
import { namedCodes } from './code-values.ts'
import { RedemptionCard } from './redemption-card.tsx'
import { useRedemptionColumns } from './redemption-columns.tsx'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'
import { useCodeActions } from './use-code-actions.ts'
import { loadCode, useRedemptions } from './use-redemptions.ts'

const RedemptionDrawer = lazyPart(async () => (await import('./redemption-drawer.tsx')).RedemptionDrawer)

/** In the address, in place of the number of a code. */
const isNew = 'new'

/** The list of redemption codes, which are created here and redeemed in a user's wallet. */
export function RedemptionsPage() {
  const t = useText(redemptionsText)
  const toast = useToast()
  const copy = useCopy()
  const small = useSmallScreen()
  const { filters, set, clear } = useFilters(['keyword'])
  const codes = useRedemptions(filters.keyword)
  const chosen = useChosenRows(codes.data?.items ?? [])
  const [isSelecting, setIsSelecting] = useState(false)
  const opened = useOpened()
  const row = useOpenedRow({
    value: opened.value === isNew ? undefined : opened.value,
    rows: codes.data?.items,
    keyOf: ({ id }: Redemption) => String(id),
    load: loadCode,
    list: 'redemptions',
  })
  const actions = useCodeActions({ onEdit: ({ id }) => opened.open(id), onRemoved: chosen.forget })
  const columns = useRedemptionColumns(actions)

  function copyChosen() {
    if (chosen.rows.length === 0) return toast.warning(t('selectFirst'))
    void copy(namedCodes(chosen.rows), t('codes', { count: chosen.rows.length }))
  }
  const create = (
    <Button type="primary" icon={<Plus />} onClick={() => opened.open(isNew)}>
      {t('create')}
    </Button>
  )
  const selecting = {
    key: 'select',
    label: t(isSelecting ? 'stopSelecting' : 'select'),
    icon: <ListChecks />,
    onSelect: () => {
      setIsSelecting(!isSelecting)
      chosen.choose([])
    },
  }
  const copying = { key: 'copy', label: t('copySelected'), icon: <Copy />, onSelect: copyChosen }
  return (
    <Page
      title={t('title')}
      facts={codes.data && t('facts', { total: formatCount(codes.data.total) })}
      bar={create}
      actions={
        <>
          <ViewsMenu list="redemptions" />
          <RefreshButton onClick={codes.refetch} busy={codes.isFetching} />
          {small && <MoreMenu entries={[selecting, copying]} />}
          {!small && (
            <Button icon={<Copy />} onClick={copyChosen}>
              {t('copySelected')}
            </Button>
          )}
          {!small && create}
        </>
      }
    >
      <div className={styles.filters}>
        <SearchField
          main
          className={styles.search}
          label={t('search')}
          value={filters.keyword}
          onSearch={(keyword) => set({ keyword })}
        />
      </div>
      <DataTable
        query={codes}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowClassName={({ status }) => (status === redemptionStatus.unused ? undefined : styles.off)}
        card={(code) => (
          <RedemptionCard
            code={code}
            actions={actions}
            tick={
              isSelecting ? { isTicked: chosen.keys.includes(code.id), onTick: () => chosen.toggle(code) } : undefined
            }
          />
        )}
        selection={{
          keys: chosen.keys,
          onChange: chosen.choose,
          words: (count) => t('selected', { count }),
          actions: (
            <BatchAction icon={<Copy />} onClick={copyChosen}>
              {t('copyCodes')}
            </BatchAction>
          ),
        }}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={create} />}
        noMatch={
          filters.keyword ? (
            <NoMatch title={t('noMatch')} filters={t('matching', { text: filters.keyword })} onClear={clear} />
          ) : undefined
        }
      />
      <Suspense>{opened.value === isNew && <RedemptionDrawer onClosed={opened.close} />}</Suspense>
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(code) => <RedemptionDrawer key={code.id} code={code} onClosed={opened.close} />}
      </OpenedDrawer>
    </Page>
  )
}
