import type { MemberChoice, VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { Power, PowerOff, Trash2 } from 'lucide-react'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../components/data-table/titled-columns.ts'
import { HelpLink } from '../../components/help/help-link.tsx'
import { useUndoToast } from '../../components/history/use-undo.ts'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { useListPage } from '../../components/list-page/use-list-page.ts'
import { RowMenu } from '../../components/menu/row-menu.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { GroupTags } from '../../components/tags/group-tags.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import {
  loadVirtualModel,
  undoVirtualModel,
  useChoices,
  useRemove,
  useSwitch,
  useVirtualModels,
  virtualModelsKey,
} from './use-virtual-models.ts'
import { Members, Switched, Warnings } from './virtual-model-cells.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'

const VirtualModelDrawer = lazyPart(async () => (await import('./virtual-model-drawer.tsx')).VirtualModelDrawer)

/** Names that stand for lists of models. */
export function VirtualModelsPage() {
  const t = virtualModelsText.use()
  const small = useSmallScreen()
  const virtual = useVirtualModels()
  const choices = useChoices()
  const list = useListPage({
    name: virtualModelsKey,
    query: virtual,
    keyOf: ({ id }: VirtualModel) => id,
    load: loadVirtualModel,
  })
  const told = useUndoToast(undoVirtualModel, virtualModelsKey)
  const switching = useSwitch((undoId, { name, is_enabled }) => {
    if (is_enabled) told(t('disabledOne', { name }), undoId)
  })
  const removing = useRemove((undoId, { name }) => told(t('removed', { name }), undoId))
  const handlers: VirtualModelHandlers = {
    edit: list.open,
    toggle: (each) => switching.mutate(each),
    remove: (each) => removing.mutate(each),
  }
  const { data } = virtual
  return (
    <ListPage
      list={list}
      words={t}
      facts={data && data.total > 0 && t('facts', { total: data.total, on: data.on })}
      create={t('create')}
      firstActions={<HelpLink to="channels#virtual-models" about={t('title')} />}
      // The bar of a small screen has the button already.
      {...(small && { emptyAction: null })}
      columns={useVirtualModelColumns(handlers, choices)}
      rowClassName={({ is_enabled }) => (is_enabled ? undefined : styles.off)}
      card={(each) => <VirtualModelCard virtual={each} handlers={handlers} choices={choices} />}
      newDrawer={<VirtualModelDrawer choices={choices} onClosed={list.close} />}
      drawer={(each) => <VirtualModelDrawer key={each.id} virtual={each} choices={choices} onClosed={list.close} />}
    />
  )
}

type VirtualModelCardProps = {
  virtual: VirtualModel
  handlers: VirtualModelHandlers
  choices: readonly MemberChoice[] | undefined
}

/** A virtual model on a small screen. */
function VirtualModelCard({ virtual, handlers, choices }: VirtualModelCardProps) {
  const t = virtualModelsText.use()
  const { name, description, mode, groups } = virtual
  return (
    <>
      <div className={layoutStyles.cardLine}>
        <code className={styles.name}>{name}</code>
        <Switched virtual={virtual} />
      </div>
      {description && <p className={textStyles.quiet}>{description}</p>}
      <Members virtual={virtual} choices={choices} />
      <Warnings virtual={virtual} choices={choices} />
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quiet}>
          {t(mode)} · {groups.length > 0 ? groups.join(', ') : t('allGroups')}
        </span>
        <VirtualModelActions virtual={virtual} handlers={handlers} />
      </div>
    </>
  )
}

function useVirtualModelColumns(
  handlers: VirtualModelHandlers,
  choices: readonly MemberChoice[] | undefined,
): TableColumns<VirtualModel> {
  const t = virtualModelsText.use()
  return titledColumns(
    t,
    {
      name: {
        width: 208,
        ellipsis: true,
        render: (_, { name, description }) => (
          <code className={styles.name} title={description ? `${name}\n${description}` : name}>
            {name}
          </code>
        ),
      },
      status: { width: 104, render: (_, virtual) => <Switched virtual={virtual} /> },
      mode: { width: 96, render: (_, { mode }) => t(mode) },
      models: { ellipsis: true, render: (_, virtual) => <Members virtual={virtual} choices={choices} shownMax={3} /> },
      warnings: {
        title: <span className={textStyles.unseen}>{t('warningsTitle')}</span>,
        width: 116,
        render: (_, virtual) => <Warnings virtual={virtual} choices={choices} />,
      },
      groups: {
        width: 148,
        render: (_, { groups }) =>
          groups.length > 0 ? <GroupTags names={groups} /> : <span className={textStyles.quiet}>{t('allGroups')}</span>,
      },
    },
    actionsColumn<VirtualModel>(t('actions'), 104, (virtual) => (
      <VirtualModelActions virtual={virtual} handlers={handlers} />
    )),
  )
}

type VirtualModelHandlers = {
  edit: (virtual: VirtualModel) => void
  toggle: (virtual: VirtualModel) => void
  remove: (virtual: VirtualModel) => void
}

function VirtualModelActions({ virtual, handlers }: { virtual: VirtualModel; handlers: VirtualModelHandlers }) {
  const t = virtualModelsText.use()
  const { name, is_enabled } = virtual
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => handlers.edit(virtual)}>{t('edit')}</QuietButton>
      <RowMenu
        name={name}
        entries={[
          {
            key: 'toggle',
            label: t(is_enabled ? 'disable' : 'enable'),
            icon: is_enabled ? <PowerOff /> : <Power />,
            onSelect: () => handlers.toggle(virtual),
          },
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { name }),
          explanation: t('removeText'),
          onConfirm: () => handlers.remove(virtual),
        }}
      />
    </span>
  )
}
