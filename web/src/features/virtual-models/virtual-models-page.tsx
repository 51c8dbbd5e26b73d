import type { VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { HelpLink } from '../../components/help/help-link.tsx'
import { useUndoToast } from '../../components/history/use-undo.ts'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import {
  loadVirtualModel,
  undoVirtualModel,
  useChoices,
  useRemove,
  useSwitch,
  useVirtualModels,
  virtualModelsKey,
} from './use-virtual-models.ts'
import type { VirtualModelHandlers } from './virtual-model-actions.tsx'
import { VirtualModelCard } from './virtual-model-card.tsx'
import { useVirtualModelColumns } from './virtual-model-columns.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'

const VirtualModelDrawer = lazyPart(async () => (await import('./virtual-model-drawer.tsx')).VirtualModelDrawer)

/** In the address, in place of the number of a virtual model. */
const isNew = 'new'

/** Names that stand for lists of models. */
export function VirtualModelsPage() {
  const t = useText(virtualModelsText)
  const small = useSmallScreen()
  const virtual = useVirtualModels()
  const choices = useChoices()
  const opened = useOpened()
  const row = useOpenedRow({
    value: opened.value === isNew ? undefined : opened.value,
    rows: virtual.data?.items,
    keyOf: ({ id }: VirtualModel) => String(id),
    load: loadVirtualModel,
    list: virtualModelsKey,
  })
  const told = useUndoToast(undoVirtualModel, virtualModelsKey)
  const switching = useSwitch((undoId, { name, is_enabled }) => {
    if (is_enabled) told(t('disabledOne', { name }), undoId)
  })
  const removing = useRemove((undoId, { name }) => told(t('removed', { name }), undoId))
  const handlers: VirtualModelHandlers = {
    edit: ({ id }) => opened.open(id),
    toggle: (each) => switching.mutate(each),
    remove: (each) => removing.mutate(each),
  }
  const columns = useVirtualModelColumns(handlers, choices)
  const create = (
    <Button type="primary" icon={<Plus />} onClick={() => opened.open(isNew)}>
      {t('create')}
    </Button>
  )
  const { data } = virtual
  return (
    <Page
      title={t('title')}
      facts={data && data.total > 0 && t('facts', { total: data.total, on: data.on })}
      bar={create}
      actions={
        <>
          <HelpLink to="channels#virtual-models" about={t('title')} />
          <RefreshButton onClick={virtual.refetch} busy={virtual.isFetching} />
          {!small && create}
        </>
      }
    >
      <DataTable
        query={virtual}
        columns={columns}
        rowKey={({ id }) => id}
        rowClassName={({ is_enabled }) => (is_enabled ? undefined : styles.off)}
        card={(each) => <VirtualModelCard virtual={each} handlers={handlers} choices={choices} />}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} action={small ? undefined : create} />}
      />
      <Suspense>{opened.value === isNew && <VirtualModelDrawer choices={choices} onClosed={opened.close} />}</Suspense>
      <OpenedDrawer of={row} onClosed={opened.close}>
        {(each) => <VirtualModelDrawer key={each.id} virtual={each} choices={choices} onClosed={opened.close} />}
      </OpenedDrawer>
    </Page>
  )
}
