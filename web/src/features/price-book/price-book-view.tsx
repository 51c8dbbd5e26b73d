import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ModelPriceChange, type PendingPriceChange, priceBookApi } from '@turnpike/contract/money/price-book'
import { useMemo, useState } from 'react'
import { LeaveGuard } from '../../components/form/leave-guard.tsx'
import {
  type Amounts,
  amountsOf,
  isPriced,
  type PriceMaps,
  readMaps,
  rowsOf,
} from '../../components/options/price-maps.ts'
import { PriceTabs } from '../../components/options/price-tabs.tsx'
import { useOptions } from '../../components/options/use-options.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { Page } from '../../components/page/page.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { DraftSheet } from './draft-sheet.tsx'
import { ListSheet } from './list-sheet.tsx'
import { PendingSheet, pendingKey } from './pending-sheet.tsx'
import styles from './price-book.module.css'
import { bookText } from './price-book.text.ts'
import { changedMaps, changeTo, type Draft } from './price-change.ts'
import { WhatIfSheet } from './what-if-sheet.tsx'

const PriceDrawer = lazyPart(
  async () => (await import('../../components/options/price-drawer/price-drawer.tsx')).PriceDrawer,
)

const noDraft: Draft = new Map()

/** Price changes with a date, their effect, and public price lists. */
export function PriceBookView() {
  const t = bookText.use()
  const options = useOptions()
  const pending = useQuery({ queryKey: pendingKey, queryFn: () => call(priceBookApi.pending) })
  const maps = useMemo(() => options.data && readMaps(options.data.texts), [options.data])
  const failed = options.error ?? pending.error
  return (
    <Page title={t('title')}>
      <PriceTabs />
      {failed && !maps ? (
        <ErrorState error={failed} onRetry={options.refetch} retrying={options.isFetching} />
      ) : (
        maps &&
        pending.data && (
          <PriceBook maps={maps} quotaPerUnit={Number(options.data?.texts.QuotaPerUnit)} pending={pending.data} />
        )
      )}
    </Page>
  )
}

type PriceBookProps = { maps: PriceMaps; quotaPerUnit: number; pending: readonly PendingPriceChange[] }

function PriceBook({ maps, quotaPerUnit, pending }: PriceBookProps) {
  const t = bookText.use()
  const [draft, setDraft] = useState(noDraft)
  const [time, setTime] = useState<number>()
  const [edited, setEdited] = useState<number>()
  const [open, setOpen] = useState<string>()
  const queries = useQueryClient()
  const whatIf = useMutation({
    mutationFn: (changes: ModelPriceChange[]) => call(priceBookApi.whatIf, { body: { changes } }),
  })
  const forget = () => {
    setDraft(noDraft)
    setTime(undefined)
    setEdited(undefined)
    whatIf.reset()
  }
  const save = useMutation({
    mutationFn: async (body: { effective_at: number; changes: ModelPriceChange[] }) =>
      edited === undefined
        ? call(priceBookApi.change, { body })
        : call(priceBookApi.edit, { body: { id: edited, ...body } }),
    async onSuccess(_, { effective_at }) {
      toast.success(t(effective_at * 1000 > Date.now() ? 'scheduled' : 'saved'))
      forget()
      await queries.invalidateQueries()
    },
  })
  const change = (next: Draft) => {
    setDraft(next)
    whatIf.reset() // its figures are those of other prices
  }
  const changes = [...draft].map(([model, amounts]) => ({ model, amounts }))
  const models = useMemo(() => rowsOf(maps).map(({ model }) => model), [maps])
  const wanted = useMemo(() => changedMaps(maps, draft), [maps, draft])
  const rows = [...draft.keys()].map((model) => ({
    model,
    before: amountsOf(maps, model),
    amounts: amountsOf(wanted, model),
  }))
  const set = (model: string, amounts: Amounts) =>
    change(new Map([...draft, [model, changeTo(maps, model, amounts, draft.get(model))]]))
  return (
    <div className={styles.stack}>
      <PendingSheet
        changes={pending}
        quotaPerUnit={quotaPerUnit}
        onEdit={({ id, effective_at, changes }) => {
          change(new Map(changes.map(({ model, amounts }) => [model, amounts])))
          setTime(effective_at)
          setEdited(id)
        }}
      />
      <DraftSheet
        rows={rows}
        quotaPerUnit={quotaPerUnit}
        models={models}
        isEditing={edited !== undefined}
        time={time}
        isSaving={save.isPending}
        isComputing={whatIf.isPending}
        onTime={setTime}
        onOpen={setOpen}
        onSet={set}
        onRemove={(model) => change(new Map([...draft].filter(([name]) => name !== model)))}
        onWhatIf={() => whatIf.mutate(changes)}
        onSave={() => save.mutate({ effective_at: time ?? 0, changes })}
        onCancel={forget}
      />
      {whatIf.data && <WhatIfSheet result={whatIf.data} isLater={time !== undefined} />}
      <ListSheet
        quotaPerUnit={quotaPerUnit}
        onTake={(taken) => {
          change(new Map([...draft, ...taken.map(({ model, amounts }) => [model, amounts] as const)]))
          toast.success(t('taken', { count: taken.length }))
        }}
      />
      {open !== undefined && (
        <PriceDrawer
          prices={{
            maps: wanted,
            quotaPerUnit,
            set,
          }}
          model={open}
          isNew={!isPriced(amountsOf(wanted, open))}
          suggestions={[]}
          onDone={() => {}}
          onClosed={() => setOpen(undefined)}
        />
      )}
      <LeaveGuard changes={changes.map(({ model }) => model).slice(0, 10)} />
    </div>
  )
}
