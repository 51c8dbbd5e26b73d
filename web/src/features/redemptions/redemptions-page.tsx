import { type Redemption, redemptionApi, redemptionStatus } from '@turnpike/contract/money/redemption'
import { formatCount } from '@turnpike/contract/quota'
import { Button, Checkbox } from 'antd'
import { Copy } from 'lucide-react'
import { copy } from '../../components/copy/copy.ts'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import { actionsColumn } from '../../components/data-table/actions-column.tsx'
import { BatchAction } from '../../components/data-table/batch-bar.tsx'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../components/data-table/titled-columns.ts'
import { FilterRow, FilterSelect, KeywordFilter } from '../../components/fields/filter-row.tsx'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { useRowChanges } from '../../components/list-page/use-row-changes.ts'
import { type Tick, useRowSelection } from '../../components/list-page/use-row-selection.tsx'
import { MoreMenu } from '../../components/menu/more-menu.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { useFilters } from '../../lib/address/use-filters.ts'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useCardScreen } from '../../lib/browser/use-card-screen.ts'
import { namedCodes } from './code-values.ts'
import { type CodeHandlers, RedemptionActions } from './redemption-actions.tsx'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'
import { loadCode, useRedemptions } from './use-redemptions.ts'

const RedemptionDrawer = lazyPart(async () => (await import('./redemption-drawer.tsx')).RedemptionDrawer)

const statuses = ['unused', 'disabled', 'used'] as const

/** The list of redemption codes, which are created here and redeemed in a user's wallet. */
export function RedemptionsPage() {
  const t = redemptionsText.use()
  const showsCards = useCardScreen()
  const { filters, set, clear } = useFilters(['keyword', 'status'])
  const codes = useRedemptions(filters)
  const list = useListPage({ name: 'redemptions', query: codes, keyOf: ({ id }: Redemption) => id, load: loadCode })
  const selection = useRowSelection(list.rows, t)
  const changes = useRowChanges({
    list: 'redemptions',
    switchTo: (body) => call(redemptionApi.update, { query: { status_only: 'true' }, body }),
    remove: (id) => call(redemptionApi.remove, { params: { id: String(id) } }),
    undo: (id) => call(redemptionApi.undo, { body: { id } }),
    offStatus: redemptionStatus.disabled,
    onRemoved: selection.forget,
    words: t,
  })
  const actions = { ...changes, edit: list.open }

  function copySelected() {
    const { rows } = selection
    if (rows.length === 0) return toast.warning(t('selectFirst'))
    void copy(namedCodes(rows), t('codes', { count: rows.length }))
  }
  const chosen = statuses.find((status) => String(redemptionStatus[status]) === filters.status)
  const words = [filters.keyword && t('matching', { text: filters.keyword }), chosen ? t(chosen) : filters.status]
  const copying = { key: 'copy', label: t('copySelected'), icon: <Copy />, onSelect: copySelected }
  return (
    <ListPage
      list={list}
      words={t}
      views="redemptions"
      facts={codes.data && t('facts', { total: formatCount(codes.data.total) })}
      create={t('create')}
      lastActions={
        showsCards ? (
          <MoreMenu entries={[selection.menuEntry, copying]} />
        ) : (
          <Button icon={<Copy />} onClick={copySelected}>
            {t('copySelected')}
          </Button>
        )
      }
      filters={
        <FilterRow>
          <KeywordFilter width={200} label={t('search')} filters={filters} onChange={set} />
          <FilterSelect
            label={t('status')}
            all={t('allStatuses')}
            value={filters.status}
            width={136}
            options={statuses.map((status) => ({ value: String(redemptionStatus[status]), label: t(status) }))}
            onChange={(status) => set({ status })}
          />
        </FilterRow>
      }
      filtered={{ title: t('noMatch'), words, onClear: clear }}
      columns={useRedemptionColumns(actions)}
      rowName={({ name }) => name}
      rowClassName={({ status }) => (status === redemptionStatus.unused ? undefined : styles.off)}
      card={(code) => <RedemptionCard code={code} actions={actions} tick={selection.tickOf(code)} />}
      selection={selection.inTable(
        <BatchAction icon={<Copy />} onClick={copySelected}>
          {t('copyCodes')}
        </BatchAction>,
      )}
      newDrawer={<RedemptionDrawer onClosed={list.close} />}
      drawer={(code) => <RedemptionDrawer key={code.id} code={code} onClosed={list.close} />}
    />
  )
}

type RedemptionCardProps = {
  code: Redemption
  actions: CodeHandlers
  /** Present while rows are being selected. */
  tick?: Tick | undefined
}

/** A code on a small screen. */
function RedemptionCard({ code, actions, tick }: RedemptionCardProps) {
  const t = redemptionsText.use()
  const isUsed = code.status === redemptionStatus.used
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <span className={styles.cardName}>
          {tick && <Checkbox checked={tick.isTicked} onChange={tick.onTick} aria-label={code.name} />}
          <strong className={textStyles.mediumEllipsis}>{code.name}</strong>
        </span>
        <RedemptionStatus status={code.status} />
      </div>
      <SecretKey text={code.key} name={t('code')} />
      <div className={layoutStyles.cardLine}>
        <span className={styles.cardLabel}>{t('quota')}</span>
        <Money quota={code.quota} />
      </div>
      {isUsed && (
        <div className={layoutStyles.cardLine}>
          <span className={styles.cardLabel}>{t('usedBy')}</span>
          <span className={textStyles.ellipsis}>
            <RedemptionUser code={code} /> · <RelativeTime seconds={code.redeemed_time} />
          </span>
        </div>
      )}
      <div className={`${layoutStyles.row} ${styles.cardFoot}`}>
        <span className={textStyles.quietSmall}>
          #{code.id} · <RelativeTime seconds={code.created_time} />
        </span>
        <RedemptionActions code={code} actions={actions} />
      </div>
    </>
  )
}

function useRedemptionColumns(actions: CodeHandlers): TableColumns<Redemption> {
  const t = redemptionsText.use()
  return titledColumns(
    t,
    {
      id: { width: 72, render: (_, { id }) => <span className={textStyles.quiet}>{id}</span> },
      name: {
        ellipsis: true,
        render: (_, { name }) => (
          <span className={styles.name} title={name}>
            {name}
          </span>
        ),
      },
      status: { width: 112, render: (_, { status }) => <RedemptionStatus status={status} /> },
      code: { width: 204, render: (_, { key }) => <SecretKey text={key} name={t('code')} /> },
      quota: { width: 112, align: 'right', render: (_, { quota }) => <Money quota={quota} /> },
      created: { width: 104, render: (_, { created_time }) => <RelativeTime seconds={created_time} /> },
      redeemed: {
        width: 104,
        render: (_, { redeemed_time }) => (redeemed_time > 0 ? <RelativeTime seconds={redeemed_time} /> : '—'),
      },
      usedBy: { width: 136, ellipsis: true, render: (_, code) => <RedemptionUser code={code} /> },
    },
    actionsColumn<Redemption>(t('actions'), 112, (code) => <RedemptionActions code={code} actions={actions} />),
  )
}

const appearances = new Map<number, { kind: StatusKind; text: keyof typeof redemptionStatus }>([
  [redemptionStatus.unused, { kind: 'on', text: 'unused' }],
  [redemptionStatus.disabled, { kind: 'attention', text: 'disabled' }],
  [redemptionStatus.used, { kind: 'off', text: 'used' }],
])

/** Whether a code can still be redeemed. */
function RedemptionStatus({ status }: { status: number }) {
  const t = redemptionsText.use()
  const appearance = appearances.get(status)
  return <StatusTag kind={appearance?.kind ?? 'attention'}>{t(appearance?.text ?? 'unknown')}</StatusTag>
}

/** The user who redeemed a code; a cancelled account is shown by its number. */
function RedemptionUser({ code: { used_user_id, used_username } }: { code: Redemption }) {
  const t = redemptionsText.use()
  if (used_user_id === 0) return '—'
  const user = t('user', { id: used_user_id })
  return <span title={user}>{used_username || user}</span>
}
