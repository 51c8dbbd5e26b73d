import { type Token, tokenStatus } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Copy, Download, FileKey2, ListChecks, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCopy } from '../../components/copy/use-copy.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useChosenRows } from '../../components/data-table/use-chosen-rows.ts'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { RecordNotice } from '../../components/prompt-records/notice/lazy-record-notice.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { namedKeys } from '../../lib/format/token-key.ts'
import { useText } from '../../lib/text/text.ts'
import { useTokenBatch } from './batch/use-token-batch.tsx'
import { TokenCard } from './list/token-card.tsx'
import { useTokenColumns } from './list/token-columns.tsx'
import { TokenFilterRow } from './list/token-filter-row.tsx'
import styles from './list/tokens.module.css'
import { tokensText } from './list/tokens.text.ts'
import { useTokenActions } from './list/use-token-actions.ts'
import { useTokenFilters } from './list/use-token-filters.ts'
import { useExport } from './use-export.ts'
import { useTokenGroups } from './use-token-groups.ts'
import { loadToken, useTokens } from './use-tokens.ts'

const TokenDrawer = lazyPart(async () => (await import('./form/token-drawer.tsx')).TokenDrawer)
const TokenLimits = lazyPart(async () => (await import('./form/token-limits.tsx')).TokenLimits)
const TokenRecords = lazyPart(
  async () => (await import('../../components/prompt-records/form/token-records.tsx')).TokenRecords,
)
const ShareDrawer = lazyPart(async () => (await import('./share/share-drawer.tsx')).ShareDrawer)

/** In the address, in place of the number of a token. */
const isNew = 'new'

/** The person's own tokens with their limits, usage and actions. */
export function TokensPage() {
  const t = useText(tokensText)
  const toast = useToast()
  const copy = useCopy()
  const small = useSmallScreen()
  const filters = useTokenFilters()
  const tokens = useTokens(filters.current)
  const chosen = useChosenRows(tokens.data?.items ?? [])
  const groups = useTokenGroups()
  const [isSelecting, setIsSelecting] = useState(false)
  const opened = useOpened()
  const row = useOpenedRow({
    value: opened.value === isNew ? undefined : opened.value,
    rows: tokens.data?.items,
    keyOf: ({ id }: Token) => String(id),
    load: loadToken,
    list: 'tokens',
  })
  const [shared, setShared] = useState<Token>()
  const [limited, setLimited] = useState<Token>()
  const [recorded, setRecorded] = useState<Token>()
  const actions = useTokenActions({
    onEdit: ({ id }) => opened.open(id),
    onShare: setShared,
    onLimit: setLimited,
    onRecord: setRecorded,
    onRemoved: chosen.forget,
  })
  const exporting = useExport(filters.current)
  const columns = useTokenColumns(groups, actions)

  function copyChosen() {
    if (chosen.rows.length === 0) return toast.warning(t('selectFirst'))
    void copy(namedKeys(chosen.rows), t('copied', { count: chosen.rows.length }))
  }
  const batch = useTokenBatch({
    tokens: chosen.rows,
    copyWords: t('copyKeys'),
    onCopy: copyChosen,
    onDone: () => chosen.choose([]),
  })
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
  const exports = [false, true].map((hasKeys) => ({
    key: hasKeys ? 'keys' : 'list',
    label: t(hasKeys ? 'exportKeys' : 'exportList'),
    icon: hasKeys ? <FileKey2 /> : <Download />,
    onSelect: () => exporting.mutate({ hasKeys }),
  }))
  return (
    <Page
      title={t('title')}
      facts={t(small ? 'noticeShort' : 'notice')}
      bar={create}
      actions={
        <>
          <ViewsMenu list="tokens" />
          <RefreshButton onClick={tokens.refetch} busy={tokens.isFetching} />
          {!small && (
            <Button icon={<Copy />} onClick={copyChosen}>
              {t('copySelected')}
            </Button>
          )}
          <MoreMenu entries={small ? [selecting, copying, ...exports] : exports} />
          {!small && create}
        </>
      }
    >
      <RecordNotice />
      <TokenFilterRow filters={filters} />
      <DataTable
        query={tokens}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowClassName={({ status }) => (status === tokenStatus.enabled ? undefined : styles.off)}
        card={(token) => (
          <TokenCard
            token={token}
            groups={groups}
            actions={actions}
            tick={
              isSelecting ? { isTicked: chosen.keys.includes(token.id), onTick: () => chosen.toggle(token) } : undefined
            }
          />
        )}
        selection={{
          keys: chosen.keys,
          onChange: chosen.choose,
          words: (count) => t('selected', { count }),
          actions: batch.actions,
        }}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={create} />}
        noMatch={
          filters.isOn ? <NoMatch title={t('noMatch')} filters={filters.words} onClear={filters.clear} /> : undefined
        }
      />
      <Suspense>{opened.value === isNew && <TokenDrawer onClosed={opened.close} />}</Suspense>
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(token) => <TokenDrawer key={token.id} token={token} onClosed={opened.close} />}
      </OpenedDrawer>
      {shared && (
        <Suspense>
          <ShareDrawer token={shared} onClosed={() => setShared(undefined)} />
        </Suspense>
      )}
      {limited && (
        <Suspense>
          <TokenLimits token={limited} onClosed={() => setLimited(undefined)} />
        </Suspense>
      )}
      {recorded && (
        <Suspense>
          <TokenRecords token={recorded} onClosed={() => setRecorded(undefined)} />
        </Suspense>
      )}
      {batch.overlay}
    </Page>
  )
}
