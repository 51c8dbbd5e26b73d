import { agentApi, type InvitedAccount } from '@turnpike/contract/money/agents/agent-api'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { agentKey } from '../../../components/earnings/use-agent-self.ts'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import type { TabProps } from '../tab-props.ts'
import { invitedText } from './invited.text.ts'

/** The server names nobody, so a row is known by its place on the page. */
type Row = InvitedAccount & { key: number }

const useInvited = () =>
  usePageQuery([agentKey, 'invited'], async (range) => {
    const { items, ...page } = await call(agentApi.invited, { query: range })
    return { ...page, items: items.map((account, key) => ({ ...account, key })) }
  })

/** Whom the agent has invited, and whom those have, with what they brought. */
export function InvitedTab({ self: { terms } }: TabProps) {
  const t = invitedText.use()
  const invited = useInvited()
  const isSpend = terms.basis === 'spend'
  const hasLevels = terms.second_share > 0 || (invited.data?.items.some(({ level }) => level > 1) ?? false)
  return (
    <DataTable
      query={invited}
      columns={useColumns({ isSpend, hasLevels })}
      rowKey={({ key }) => key}
      card={(row) => <InvitedCard row={row} isSpend={isSpend} hasLevels={hasLevels} />}
      empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
    />
  )
}

type Shown = { isSpend: boolean; hasLevels: boolean }

function useColumns({ isSpend, hasLevels }: Shown): TableColumns<Row> {
  const t = invitedText.use()
  const columns = titledColumns<Row, 'name' | 'level' | 'joined' | 'paid' | 'earned'>(t, {
    name: { ellipsis: true, render: (_, { name }) => <span title={t('masked')}>{name}</span> },
    level: { width: 160, render: (_, { level }) => <Level level={level} /> },
    joined: { width: 160, render: (_, { joined_at }) => <RelativeTime seconds={joined_at} /> },
    paid: {
      title: t(isSpend ? 'spent' : 'paid'),
      width: 144,
      align: 'right',
      render: (_, { base }) => <Base base={base} />,
    },
    earned: { width: 144, align: 'right', render: (_, { earned }) => <Earned earned={earned} /> },
  })
  return hasLevels ? columns : columns.filter(({ key }) => key !== 'level')
}

function Level({ level }: { level: number }) {
  const t = invitedText.use()
  return t(level > 1 ? 'level2' : 'level1')
}

function Base({ base }: { base: number }) {
  const t = invitedText.use()
  return base > 0 ? <Money quota={base} /> : <span className={textStyles.quiet}>{t('notPaid')}</span>
}

const Earned = ({ earned }: { earned: number }) => (earned > 0 ? <Money quota={earned} of="credit" /> : '—')

function InvitedCard({ row, isSpend, hasLevels }: Shown & { row: Row }) {
  const t = invitedText.use()
  const { name, level, joined_at, base, earned } = row
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{name}</strong>
        <Earned earned={earned} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietSmall}>
          <RelativeTime seconds={joined_at} />
          {hasLevels && (
            <>
              {' · '}
              <Level level={level} />
            </>
          )}
        </span>
        <span className={textStyles.quietSmall}>
          {t(isSpend ? 'spent' : 'paid')} <Base base={base} />
        </span>
      </div>
    </div>
  )
}
