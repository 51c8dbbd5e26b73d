import { isNumberWithin } from '@turnpike/contract/bounds'
import { planBounds } from '@turnpike/contract/money/plans/plan'
import { formatCount } from '@turnpike/contract/quota'
import { Switch } from 'antd'
import { RotateCcw, Trash2, Users } from 'lucide-react'
import { useNavigate } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { InlineNumber, type Reading } from '../../../components/fields/inline-number.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { planListText } from './plan-list.text.ts'
import type { PlanActs, PlanRow } from './use-plan-list.ts'

export function usePlanColumns(acts: PlanActs): TableColumns<PlanRow> {
  const t = planListText.use()
  const words = usePlanWords()
  const allowanceOf = useAllowance()
  return titledColumns(
    t,
    {
      plan: {
        width: 240,
        ellipsis: true,
        render: (_, { plan: { title, subtitle } }) => (
          <span title={subtitle ? `${title}\n${subtitle}` : title}>
            <strong className={textStyles.medium}>{title}</strong> <span className={textStyles.quiet}>{subtitle}</span>
          </span>
        ),
      },
      price: { width: 160, render: (_, { plan }) => words.priced(plan) },
      allowance: {
        ellipsis: true,
        render: (_, row) => <span title={allowanceOf(row)}>{allowanceOf(row)}</span>,
      },
      sold: {
        width: 128,
        align: 'right',
        render: (_, { running, sold }) => (
          <span title={t('runningSold', { running: formatCount(running), sold: formatCount(sold) })}>
            {formatCount(running)} <span className={textStyles.quiet}>/ {formatCount(sold)}</span>
          </span>
        ),
      },
      order: { width: 88, align: 'right', render: (_, row) => <OrderField row={row} acts={acts} /> },
      onSale: { width: 88, render: (_, row) => <OnSale row={row} acts={acts} /> },
    },
    actionsColumn<PlanRow>(t('actions'), 112, (row) => <PlanActions row={row} acts={acts} />),
  )
}

type CellProps = { row: PlanRow; acts: PlanActs }

/** What one may spend, the longest span first. */
function useAllowance() {
  const t = planListText.use()
  const words = usePlanWords()
  return ({ plan }: PlanRow) => words.amounts(plan).join(' · ') || t('unlimited')
}

function OnSale({ row, acts }: CellProps) {
  const t = planListText.use()
  return (
    <Switch
      size="small"
      aria-label={t('onSaleOf', { title: row.plan.title })}
      checked={row.plan.enabled}
      loading={acts.switched === row.id}
      onChange={(enabled) => acts.switchTo(row, enabled)}
    />
  )
}

function OrderField({ row, acts }: CellProps) {
  const t = planListText.use()
  function read(text: string): Reading {
    if (text === '') return { kind: 'nothing' }
    const isRight = /^-?\d+$/.test(text) && isNumberWithin(planBounds.sort_order, Number(text))
    return isRight ? { kind: 'number', value: Number(text) } : { kind: 'refused', why: t('orderProblem') }
  }
  return (
    <InlineNumber
      label={t('orderOf', { title: row.plan.title })}
      value={row.plan.sort_order}
      read={read}
      onSave={(sort_order) => acts.order(row, sort_order)}
    />
  )
}

function PlanActions({ row, acts }: CellProps) {
  const t = planListText.use()
  const navigate = useNavigate()
  const { title } = row.plan
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => acts.edit(row)}>{t('edit')}</QuietButton>
      <RowMenu
        name={title}
        entries={[
          {
            key: 'subscribers',
            label: t('subscribers'),
            icon: <Users />,
            onSelect: () => void navigate(`/subscriptions?plan_id=${row.id}`),
          },
          {
            key: 'reset',
            label: t('resetAll'),
            icon: <RotateCcw />,
            disabled: row.running === 0,
            confirm: { question: t('resetQuestion', { title }), explanation: t('resetText') },
            onSelect: () => acts.reset(row),
          },
        ]}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { title }),
          explanation: t('removeText'),
          onConfirm: () => acts.remove(row),
        }}
      />
    </span>
  )
}

/** A plan on a small screen. */
export function PlanRowCard({ row, acts }: CellProps) {
  const t = planListText.use()
  const words = usePlanWords()
  const allowanceOf = useAllowance()
  const { plan, running, sold } = row
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{plan.title}</strong>
        <OnSale row={row} acts={acts} />
      </header>
      <p>{words.priced(plan)}</p>
      <p className={textStyles.secondary}>{allowanceOf(row)}</p>
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          {t('runningSold', { running: formatCount(running), sold: formatCount(sold) })}
        </span>
        <PlanActions row={row} acts={acts} />
      </footer>
    </article>
  )
}
