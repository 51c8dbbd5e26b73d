import { useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { formatCount } from '@turnpike/contract/quota'
import { channelStatus } from '@turnpike/contract/routing/channel-status'
import {
  type ModelProposal,
  modelListApi,
  type ProposalAct,
  proposalKinds,
} from '@turnpike/contract/routing/model-lists'
import { Asterisk, Check, EyeOff, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LongColumn } from '../../../components/data-table/long-table.tsx'
import { FilterSelect } from '../../../components/fields/filter-row.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { useUndo } from '../../../components/history/use-undo.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { NoMatch } from '../../../components/states/no-match.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { session } from '../../../lib/session/session.ts'
import { ProposalFilters } from '../list/proposal-filters.tsx'
import { ProposalList } from '../list/proposal-list.tsx'
import type { ListAct } from '../list/use-list-keys.ts'
import styles from './models.module.css'
import { modelsText } from './models.text.ts'
import { undoChannels } from './undo-channels.ts'
import { modelListsKey, useModelAct, useModelProposals } from './use-model-proposals.ts'

const PatternDialog = lazyPart(async () => (await import('./pattern-dialog.tsx')).PatternDialog)

/** With the gap below it. */
const cardHeight = 156

type Rows = readonly ModelProposal[]

const doneWords = {
  accept: 'accepted',
  ignore_once: 'ignoredDone',
  ignore_always: 'ignoredDone',
  open: 'openedDone',
} as const satisfies Record<ProposalAct, string>

const lacksPrice = ({ kind, is_priced }: ModelProposal) => kind === 'appeared' && !is_priced
const pricePath = (model: string) =>
  `/setting?tab=operation&section=visual-pricing&open=${encodeURIComponent(`new:${model}`)}`
const pricesPath = '/setting?tab=operation&section=visual-pricing'

/** Models that appeared in the lists of upstreams or vanished from them. */
export function ModelProposals() {
  const t = modelsText.use()
  const navigate = useNavigate()
  const { filters, count, set, clear } = useFilters(['keyword', 'channel', 'kind', 'state'])
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const kind = proposalKinds.find((each) => each === filters.kind)
  const query = useModelProposals({
    keyword: filters.keyword || undefined,
    channel: /^\d+$/.test(filters.channel) ? Number(filters.channel) : undefined,
    kind,
    state: filters.state === 'ignored' ? 'ignored' : undefined,
  })
  const [keysOpen, setKeysOpen] = useState(false)
  const [ignored, setIgnored] = useState<ModelProposal>()
  const [lastActs, setLastActs] = useState<readonly (() => void)[]>([])
  const undo = useUndo(undoChannels, modelListsKey)
  const acting = useModelAct(({ data, undo_id }, { act, ids }) => {
    const [skipped] = data.skipped
    if (skipped) toast.warning(t('skipped', { count: data.skipped.length }), { detail: t(skipped.reason) })
    if (data.count === 0) return
    const words = t(doneWords[act], { count: data.count })
    const takeBack = () => {
      setLastActs((now) => now.filter((each) => each !== takeBack))
      if (undo_id !== undefined) void undo(undo_id)
      else acting.mutate({ ids, act: 'open' })
    }
    const canTakeBack = undo_id !== undefined || act === 'ignore_once'
    if (canTakeBack) setLastActs((now) => [...now, takeBack])
    toast.success(words, canTakeBack ? { action: { text: t('undo'), onPress: takeBack } } : {})
  })
  const act = (act: ProposalAct, rows: Rows) => {
    if (rows.length > 0) acting.mutate({ ids: rows.map(({ id }) => id), act })
  }
  const accept = (rows: Rows) => {
    const unpriced = rows.filter(lacksPrice)
    const [first] = unpriced
    if (first)
      toast.warning(t('needsPrice', { count: unpriced.length }), {
        detail: isRoot ? t('setPrice') : t('askPrice'),
        ...(isRoot && {
          link: { text: t('setPrices'), to: unpriced.length === 1 ? pricePath(first.model) : pricesPath },
        }),
      })
    act(
      'accept',
      rows.filter((row) => !lacksPrice(row)),
    )
  }
  const acts: ListAct<ModelProposal>[] = [
    {
      key: 'a',
      label: t('accept'),
      rowLabel: (row) => (lacksPrice(row) ? undefined : t(row.kind === 'appeared' ? 'add' : 'drop')),
      icon: <Check />,
      run: accept,
    },
    filters.state === 'ignored'
      ? {
          key: 'b',
          label: t('putBack'),
          rowLabel: () => t('putBack'),
          icon: <RotateCcw />,
          run: (rows) => act('open', rows),
        }
      : {
          key: 'i',
          label: t('ignoreOnce'),
          rowLabel: () => t('ignore'),
          icon: <X />,
          run: (rows) => act('ignore_once', rows),
        },
    { key: 'I', label: t('ignoreAlways'), icon: <EyeOff />, run: (rows) => act('ignore_always', rows) },
    { key: 'p', label: t('ignorePattern'), icon: <Asterisk />, run: ([row]) => setIgnored(row) },
  ]
  const rows = query.data?.items ?? []
  const total = query.data?.total ?? 0
  return (
    <>
      <ProposalFilters
        keyword={filters.keyword}
        count={[filters.channel, filters.kind, filters.state].filter(Boolean).length}
        query={query}
        onSearch={(keyword) => set({ keyword })}
        onKeys={() => setKeysOpen(true)}
      >
        <ModelFilters filters={filters} onChange={set} />
      </ProposalFilters>
      {rows.length > 0 && (
        <p className={styles.facts}>
          {t('facts', { count: total })}
          {total > rows.length && ` · ${t('cut', { shown: formatCount(rows.length), total: formatCount(total) })}`}
        </p>
      )}
      <ProposalList
        query={query}
        columns={useModelColumns(isRoot)}
        card={(row) => <ModelCard row={row} isRoot={isRoot} />}
        cardHeight={cardHeight}
        nameOf={({ model, channel_name }) => `${model} · ${channel_name}`}
        wordsOf={({ model, channel_name, kind }) => `${model}, ${t(kind)}, ${channel_name}`}
        drawnFor={String(isRoot)}
        acts={acts}
        actsWidth={140}
        onOpen={({ channel_id }) => void navigate(`/channel/edit/${channel_id}`)}
        onUndo={lastActs.at(-1)}
        selectedWords={(count) => t('selected', { count })}
        none={<NoModels filters={filters} count={count} onClear={clear} />}
        keysOpen={keysOpen}
        onKeys={setKeysOpen}
      />
      {ignored && <PatternDialog proposal={ignored} onClose={() => setIgnored(undefined)} />}
    </>
  )
}

type Filters = { keyword: string; channel: string; kind: string; state: string }
type ModelFiltersProps = { filters: Filters; onChange: (change: Partial<Filters>) => void }

function ModelFilters({ filters, onChange }: ModelFiltersProps) {
  const t = modelsText.use()
  const channels = useWatchedNames()
  return (
    <>
      <FilterSelect
        label={t('channel')}
        all={t('allChannels')}
        showSearch
        value={filters.channel}
        width={160}
        options={channels}
        onChange={(channel) => onChange({ channel })}
      />
      <FilterSelect
        label={t('kind')}
        all={t('allKinds')}
        value={filters.kind}
        width={184}
        options={[
          { value: 'appeared', label: t('onlyAppeared') },
          { value: 'vanished', label: t('onlyVanished') },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('state')}
        all={t('open')}
        value={filters.state}
        width={128}
        options={[{ value: 'ignored', label: t('ignored') }]}
        onChange={(state) => onChange({ state })}
      />
    </>
  )
}

function useModelColumns(isRoot: boolean): readonly LongColumn<ModelProposal>[] {
  const t = modelsText.use()
  return [
    { key: 'model', title: t('model'), render: (row) => <ModelName row={row} /> },
    { key: 'kind', title: t('change'), width: 112, render: (row) => <KindTag row={row} /> },
    {
      key: 'channel',
      title: t('channel'),
      width: 200,
      render: ({ channel_name, channel_status }) => (
        <span className={styles.channel} title={channel_name}>
          {channel_name}
          {channel_status !== channelStatus.enabled && (
            <span className={textStyles.quietSmall}> · {t('channelOff')}</span>
          )}
        </span>
      ),
    },
    { key: 'price', title: t('price'), width: 176, render: (row) => <PriceState row={row} isRoot={isRoot} /> },
    {
      key: 'seen',
      title: t('firstSeen'),
      width: 112,
      render: ({ first_seen_at }) => <RelativeTime seconds={first_seen_at} />,
    },
  ]
}

function ModelName({ row: { model, upstream_model, taken_back } }: { row: ModelProposal }) {
  const t = modelsText.use()
  return (
    <span className={layoutStyles.shrinkingRow}>
      <span className={`${textStyles.mono} ${styles.name}`} title={model}>
        {model}
      </span>
      {upstream_model !== model && (
        <span className={textStyles.quietEllipsis}>{t('upstreamName', { name: upstream_model })}</span>
      )}
      {taken_back && (
        <span title={t('takenBackHelp')}>
          <StatusTag kind="attention">{t('takenBack')}</StatusTag>
        </span>
      )}
    </span>
  )
}

function KindTag({ row: { kind } }: { row: ModelProposal }) {
  const t = modelsText.use()
  return (
    <span title={t(kind === 'appeared' ? 'appearedHelp' : 'vanishedHelp')}>
      <StatusTag kind={kind === 'appeared' ? 'on' : 'off'}>{t(kind)}</StatusTag>
    </span>
  )
}

/** A model without a price is refused when it is called, so its price comes first. */
function PriceState({ row, isRoot }: { row: ModelProposal; isRoot: boolean }) {
  const t = modelsText.use()
  if (!lacksPrice(row)) return <span className={textStyles.quiet}>{row.kind === 'appeared' ? t('priced') : '—'}</span>
  if (!isRoot) return <span className={textStyles.quiet}>{t('askPrice')}</span>
  return <Link to={pricePath(row.model)}>{t('setPrice')}</Link>
}

function ModelCard({ row, isRoot }: { row: ModelProposal; isRoot: boolean }) {
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <KindTag row={row} />
        <span className={textStyles.quietSmall}>
          <RelativeTime seconds={row.first_seen_at} />
        </span>
      </div>
      <div className={layoutStyles.cardLine}>
        <PriceState row={row} isRoot={isRoot} />
      </div>
    </>
  )
}

function NoModels({ filters, count, onClear }: { filters: Filters; count: number; onClear: () => void }) {
  const t = modelsText.use()
  const channels = useWatchedNames()
  if (count === 0)
    return (
      <EmptyState
        title={t('emptyTitle')}
        text={t('emptyText')}
        action={<LinkButton to="?tab=lists">{t('toLists')}</LinkButton>}
      />
    )
  const channel = channels.find(({ value }) => value === filters.channel)?.label ?? filters.channel
  const words = [
    filters.keyword && t('matching', { text: filters.keyword }),
    filters.channel && t('ofChannel', { name: channel }),
    filters.kind && t(filters.kind === 'vanished' ? 'onlyVanished' : 'onlyAppeared'),
    filters.state && t('ignored'),
  ]
  return <NoMatch title={t('noMatch')} filters={words.filter(Boolean).join(t('comma'))} onClear={onClear} />
}

/** The channels whose model lists are watched, for a filter: the first hundred. */
function useWatchedNames(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [modelListsKey, 'channels', 'names'],
    queryFn: () => call(modelListApi.channels, { query: { p: 1, page_size: pageSizeMax } }),
    staleTime: 60_000,
  })
  return (data?.items ?? []).map(({ channel_id, channel_name }) => ({ value: String(channel_id), label: channel_name }))
}
