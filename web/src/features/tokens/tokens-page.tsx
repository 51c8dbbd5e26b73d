import { useMutation } from '@tanstack/react-query'
import { type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Copy, Download, FileKey2 } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../components/copy/copy.ts'
import { FilterRow, KeywordFilter } from '../../components/fields/filter-row.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { usePageQuery } from '../../components/list-page/use-page-query.ts'
import { useRowChanges } from '../../components/list-page/use-row-changes.ts'
import { useRowSelection } from '../../components/list-page/use-row-selection.tsx'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { RecordNotice } from '../../components/prompt-records/notice/lazy-record-notice.tsx'
import { call } from '../../lib/api/call.ts'
import { useSeat } from '../../lib/api/organisations.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { saveCsvFile } from '../../lib/browser/save-text-file.ts'
import { useCardScreen } from '../../lib/browser/use-card-screen.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { namedKeys } from '../../lib/format/token-key.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { useTokenBatch } from './batch/use-token-batch.tsx'
import { tokenListCsv } from './export-tokens.ts'
import { TokenCard } from './list/token-card.tsx'
import { useTokenColumns } from './list/token-columns.tsx'
import { useStatusWord } from './list/token-status.tsx'
import { tokensText } from './list/tokens.text.ts'
import { type UsedTokenFilters, useTokenFilters } from './list/use-token-filters.ts'
import styles from './tokens.module.css'
import { useIsForeign } from './use-is-foreign.ts'
import { useTokenGroups } from './use-token-groups.ts'

const TokenDrawer = lazyPart(async () => (await import('./form/token-drawer.tsx')).TokenDrawer)
const TokenLimits = lazyPart(async () => (await import('./form/token-limits.tsx')).TokenLimits)
const TokenRecords = lazyPart(
  async () => (await import('../../components/prompt-records/form/token-records.tsx')).TokenRecords,
)
const ShareDrawer = lazyPart(async () => (await import('./share/share-drawer.tsx')).ShareDrawer)

/** The person's own tokens, or those of an organisation's members, with their limits, usage and actions. */
export function TokensPage() {
  const t = tokensText.use()
  const small = useSmallScreen()
  const showsCards = useCardScreen()
  const filters = useTokenFilters()
  const list = useListPage({
    name: 'tokens',
    query: useTokens(filters.current),
    keyOf: ({ id }: Token) => id,
    load: loadToken,
  })
  const selection = useRowSelection(list.rows, t)
  const groups = useTokenGroups()
  const seat = useSeat()
  const isForeign = useIsForeign()
  const [shared, setShared] = useState<Token>()
  const [limited, setLimited] = useState<Token>()
  const [recorded, setRecorded] = useState<Token>()
  const changes = useRowChanges({
    list: 'tokens',
    switchTo: (body) => call(tokenApi.update, { query: { status_only: 'true' }, body }),
    remove: (id) => call(tokenApi.remove, { params: { id: String(id) } }),
    undo: (id) => call(tokenApi.undo, { body: { id } }),
    offStatus: tokenStatus.disabled,
    onRemoved: selection.forget,
    words: t,
  })
  const actions = { ...changes, edit: list.open, share: setShared, limit: setLimited, record: setRecorded }
  const exporting = useExport(filters.current)

  function copySelected() {
    const rows = selection.rows.filter((token) => !isForeign(token)) // their keys are not known
    if (rows.length === 0) return toast.warning(t('selectFirst'))
    void copy(namedKeys(rows), t('copied', { count: rows.length }))
  }
  const batch = useTokenBatch({
    tokens: selection.rows,
    copyWords: t('copyKeys'),
    onCopy: copySelected,
    onDone: selection.clear,
  })
  const copying = { key: 'copy', label: t('copySelected'), icon: <Copy />, onSelect: copySelected }
  const exports = [false, true].map((hasKeys) => ({
    key: hasKeys ? 'keys' : 'list',
    label: t(hasKeys ? 'exportKeys' : 'exportList'),
    icon: hasKeys ? <FileKey2 /> : <Download />,
    onSelect: () => exporting.mutate({ hasKeys }),
  }))
  return (
    <ListPage
      list={list}
      words={t}
      views="tokens"
      facts={seat ? t('paidBy', { name: seat.name }) : t(small ? 'noticeShort' : 'notice')}
      create={t('create')}
      lastActions={
        <>
          {!small && (
            <Button icon={<Copy />} onClick={copySelected}>
              {t('copySelected')}
            </Button>
          )}
          <MoreMenu entries={[...(showsCards ? [selection.menuEntry] : []), ...(small ? [copying] : []), ...exports]} />
        </>
      }
      filters={
        <>
          <RecordNotice />
          <TokenFilterRow filters={filters} />
        </>
      }
      filtered={{ title: t('noMatch'), words: filters.words, onClear: filters.clear }}
      columns={useTokenColumns(groups, actions)}
      rowName={({ name }) => name}
      rowClassName={({ status }) => (status === tokenStatus.enabled ? undefined : styles.off)}
      card={(token) => <TokenCard token={token} groups={groups} actions={actions} tick={selection.tickOf(token)} />}
      selection={selection.inTable(batch.actions)}
      newDrawer={<TokenDrawer onClosed={list.close} />}
      drawer={(token) =>
        !isForeign(token) && <TokenDrawer key={token.id} token={token} onLimits={setLimited} onClosed={list.close} />
      }
    >
      {shared && <ShareDrawer token={shared} onClosed={() => setShared(undefined)} />}
      {limited && <TokenLimits token={limited} onClosed={() => setLimited(undefined)} />}
      {recorded && <TokenRecords token={recorded} onClosed={() => setRecorded(undefined)} />}
      {batch.overlay}
    </ListPage>
  )
}

/** A text that begins like a key filters by key, any other by name. */
const readEither = (text: string) => (text.startsWith('sk-') ? { keyword: '', key: text } : { keyword: text, key: '' })

/** Name and key, each in its field; on a small screen one field takes either. */
function TokenFilterRow({ filters: { current, apply } }: { filters: UsedTokenFilters }) {
  const t = tokensText.use()
  if (useSmallScreen())
    return (
      <FilterRow>
        <SearchField
          main
          width={200}
          label={t('searchEither')}
          value={current.key || current.keyword}
          onSearch={(text) => apply(readEither(text))}
        />
      </FilterRow>
    )
  return (
    <FilterRow>
      <KeywordFilter width={200} label={t('searchName')} filters={current} onChange={apply} />
      <SearchField width={220} label={t('searchKey')} value={current.key} onSearch={(key) => apply({ key })} />
    </FilterRow>
  )
}

/** Saves every token that passes the filters as a CSV file. */
function useExport(filters: TokenFilters) {
  const t = tokensText.use()
  const statusOf = useStatusWord()
  const { perUnit } = useQuotaRate()
  return useMutation({
    mutationFn: async ({ hasKeys }: { hasKeys: boolean }) => {
      const tokens = await readAllTokens(filters)
      saveCsvFile(t('fileName'), tokenListCsv(tokens, { perUnit, hasKeys, statusOf }))
      return tokens.length
    },
    onSuccess: (count) => toast.success(t('exported', { count })),
  })
}

const pageSize = 100

/** Every token that passes the filters, page by page. */
async function readAllTokens({ keyword, key }: TokenFilters): Promise<Token[]> {
  const found: Token[] = []
  for (let p = 0; ; p++) {
    const query = { p, size: pageSize }
    const { data, total } = await (keyword || key
      ? call(tokenApi.search, { query: { ...query, keyword, token: key } })
      : call(tokenApi.list, { query }))
    found.push(...data)
    if (data.length === 0 || found.length >= total) return found
  }
}

type TokenFilters = { keyword: string; key: string }

/** One page of the person's tokens that pass the filters, newest first. */
const useTokens = ({ keyword, key }: TokenFilters) =>
  usePageQuery(['tokens', keyword, key], async ({ p, page_size }) => {
    const range = { p: p - 1, size: page_size } // the server counts the pages of tokens from 0
    const { data: items, total } = await (keyword || key
      ? call(tokenApi.search, { query: { ...range, keyword, token: key } })
      : call(tokenApi.list, { query: range }))
    return { items, total }
  })

const loadToken = (id: string): Promise<Token> => call(tokenApi.get, { params: { id } })
