import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import { Switch } from 'antd'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { useRights } from '../use-rights.ts'
import { moved } from './method-values.ts'
import { methodsText } from './methods.text.ts'
import { useMethods, useSaveMethods } from './use-methods.ts'

export function useMethodColumns(open: (method: PayoutMethod) => void): TableColumns<PayoutMethod> {
  const t = methodsText.use()
  const { isRoot } = useRights()
  return titledColumns(
    t,
    {
      method: { width: 280, ellipsis: true, render: (_, method) => <Name method={method} /> },
      fields: { ellipsis: true, render: (_, method) => <Fields method={method} /> },
      offered: { width: 104, render: (_, method) => <Offered method={method} /> },
    },
    ...(isRoot
      ? [actionsColumn<PayoutMethod>(t('actions'), 112, (method) => <Actions method={method} open={open} />)]
      : []),
  )
}

type CellProps = { method: PayoutMethod }

/** The reader's language first, then the other. */
function Name({ method: { name, name_zh } }: CellProps) {
  const [own, other] = language.use() === 'zh' ? [name_zh, name] : [name, name_zh]
  return (
    <span title={`${own}\n${other}`}>
      <strong className={textStyles.medium}>{own}</strong> <span className={textStyles.quiet}>{other}</span>
    </span>
  )
}

function Fields({ method: { fields } }: CellProps) {
  const t = methodsText.use()
  const isChinese = language.use() === 'zh'
  const words = fields
    .map(({ label, label_zh, required }) => (isChinese ? label_zh : label) + (required ? '' : ` (${t('optional')})`))
    .join(' · ')
  return <span title={words}>{words}</span>
}

function Offered({ method }: CellProps) {
  const t = methodsText.use()
  const { isRoot } = useRights()
  const saving = useSaveMethods(() => {})
  const { id, name, enabled } = method
  return (
    <Switch
      size="small"
      aria-label={t('offeredOf', { name })}
      title={isRoot ? undefined : t('rootOnly')}
      disabled={!isRoot}
      checked={enabled}
      loading={saving.isPending}
      onChange={(isOn) =>
        saving.mutate((all) => all.map((each) => (each.id === id ? { ...each, enabled: isOn } : each)))
      }
    />
  )
}

function Actions({ method, open }: CellProps & { open: (method: PayoutMethod) => void }) {
  const t = methodsText.use()
  const { id, name } = method
  const all = useMethods().data ?? []
  const place = all.findIndex((each) => each.id === id)
  const ordering = useSaveMethods(() => {})
  const removing = useSaveMethods(() => toast.success(t('removed', { name })))
  const move = (by: -1 | 1) =>
    ordering.mutate((list) => {
      const from = list.findIndex((each) => each.id === id)
      return moved(list, from, by)
    })
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => open(method)}>{t('edit')}</QuietButton>
      <RowMenu
        name={name}
        entries={[
          { key: 'up', label: t('moveUp'), icon: <ArrowUp />, disabled: place <= 0, onSelect: () => move(-1) },
          {
            key: 'down',
            label: t('moveDown'),
            icon: <ArrowDown />,
            disabled: place === all.length - 1,
            onSelect: () => move(1),
          },
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { name }),
          explanation: t('removeText'),
          onConfirm: () => removing.mutate((list) => list.filter((each) => each.id !== id)),
        }}
      />
    </span>
  )
}

/** A method on a small screen. */
export function MethodCard({ method, open }: CellProps & { open: (method: PayoutMethod) => void }) {
  const { isRoot } = useRights()
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <span className={textStyles.ellipsis}>
          <Name method={method} />
        </span>
        <Offered method={method} />
      </header>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          <Fields method={method} />
        </span>
        {isRoot && <Actions method={method} open={open} />}
      </footer>
    </article>
  )
}
