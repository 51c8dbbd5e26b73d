import type { MemberChoice, VirtualModel } from '@turnpike/contract/routing/virtual-models'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import textStyles from '../../components/style/text.module.css'
import { GroupTags } from '../../components/tags/group-tags.tsx'
import { useText } from '../../lib/text/text.ts'
import { VirtualModelActions, type VirtualModelHandlers } from './virtual-model-actions.tsx'
import { Members, Switched, Warnings } from './virtual-model-cells.tsx'
import styles from './virtual-models.module.css'
import { virtualModelsText } from './virtual-models.text.ts'

export function useVirtualModelColumns(
  handlers: VirtualModelHandlers,
  choices: readonly MemberChoice[] | undefined,
): TableColumns<VirtualModel> {
  const t = useText(virtualModelsText)
  return [
    {
      key: 'name',
      title: t('name'),
      width: 208,
      ellipsis: true,
      render: (_, { name, description }) => (
        <code className={styles.name} title={description ? `${name}\n${description}` : name}>
          {name}
        </code>
      ),
    },
    { key: 'status', title: t('status'), width: 104, render: (_, virtual) => <Switched virtual={virtual} /> },
    { key: 'mode', title: t('mode'), width: 96, render: (_, { mode }) => t(mode) },
    {
      key: 'models',
      title: t('models'),
      ellipsis: true,
      render: (_, virtual) => <Members virtual={virtual} choices={choices} shownMax={3} />,
    },
    {
      key: 'warnings',
      title: <span className={textStyles.unseen}>{t('warningsTitle')}</span>,
      width: 116,
      render: (_, virtual) => <Warnings virtual={virtual} choices={choices} />,
    },
    {
      key: 'groups',
      title: t('groups'),
      width: 148,
      render: (_, { groups }) =>
        groups.length > 0 ? <GroupTags names={groups} /> : <span className={styles.quiet}>{t('allGroups')}</span>,
    },
    {
      key: 'actions',
      title: <span className={textStyles.unseen}>{t('actions')}</span>,
      width: 104,
      fixed: 'end',
      align: 'right',
      render: (_, virtual) => <VirtualModelActions virtual={virtual} handlers={handlers} />,
    },
  ]
}
