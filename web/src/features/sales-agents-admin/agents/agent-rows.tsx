import type { ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { formatCount } from '@turnpike/contract/quota'
import { CircleStop, RotateCcw } from 'lucide-react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { Money } from '../../../components/figures/money.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import type { AskedAgent } from './agent-acts.tsx'
import { AgentStatus } from './agent-status.tsx'
import { agentsText } from './agents.text.ts'

export type AgentHandlers = { open: (agent: ListedAgent) => void; ask: (asked: AskedAgent) => void }

const amount = (quota: number) => (quota === 0 ? <span className={textStyles.quiet}>—</span> : <Money quota={quota} />)

export function useAgentColumns(handlers: AgentHandlers): TableColumns<ListedAgent> {
  const t = agentsText.use()
  return titledColumns(
    t,
    {
      agent: {
        ellipsis: true,
        render: (_, { username, note }) => (
          <span title={note ? `${username}\n${note}` : username}>
            <strong className={textStyles.medium}>{username}</strong> <span className={textStyles.quiet}>{note}</span>
          </span>
        ),
      },
      group: { width: 104, render: (_, { group }) => <GroupTag name={group} /> },
      status: { width: 104, render: (_, { status }) => <AgentStatus status={status} /> },
      paying: { width: 120, align: 'right', render: (_, agent) => <Invited agent={agent} /> },
      base: { width: 104, align: 'right', render: (_, { base }) => amount(base) },
      shares: { width: 100, align: 'right', render: (_, { shares }) => amount(shares) },
      earnings: { width: 100, align: 'right', render: (_, { earnings }) => amount(earnings) },
      withdrawn: { width: 100, align: 'right', render: (_, { withdrawn }) => amount(withdrawn) },
      debt: { width: 88, align: 'right', render: (_, { debt }) => <Debt debt={debt} /> },
    },
    actionsColumn<ListedAgent>(t('actions'), 144, (agent) => <AgentActions agent={agent} handlers={handlers} />),
  )
}

type CellProps = { agent: ListedAgent }

function Invited({ agent: { invited, paying } }: CellProps) {
  const t = agentsText.use()
  return (
    <span title={t('payingOf', { invited: formatCount(invited), paying: formatCount(paying) })}>
      {formatCount(invited)} <span className={textStyles.quiet}>/ {formatCount(paying)}</span>
    </span>
  )
}

const Debt = ({ debt }: { debt: number }) =>
  debt === 0 ? (
    amount(0)
  ) : (
    <span className={textStyles.problem}>
      <Money quota={debt} />
    </span>
  )

function AgentActions({ agent, handlers }: CellProps & { handlers: AgentHandlers }) {
  const t = agentsText.use()
  const { status, username } = agent
  const ask = (act: AskedAgent['act']) => () => handlers.ask({ agent, act })
  if (status === 'applied')
    return (
      <span className={layoutStyles.rowActions}>
        <QuietButton onClick={ask('approve')}>{t('approve')}</QuietButton>
        <QuietButton onClick={ask('refuse')}>{t('refuse')}</QuietButton>
      </span>
    )
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton onClick={() => handlers.open(agent)}>{t('details')}</QuietButton>
      <RowMenu
        name={username}
        entries={
          status === 'active'
            ? [{ key: 'end', label: t('endDots'), icon: <CircleStop />, danger: true, onSelect: ask('end') }]
            : [
                {
                  key: 'resume',
                  label: t(status === 'ended' ? 'resume' : 'appoint'),
                  icon: <RotateCcw />,
                  onSelect: ask(status === 'ended' ? 'resume' : 'approve'),
                },
              ]
        }
      />
    </span>
  )
}

/** An agent on a small screen. */
export function AgentCard({ agent, handlers }: CellProps & { handlers: AgentHandlers }) {
  const t = agentsText.use()
  const { username, status, note, group, shares, earnings, debt, invited, paying } = agent
  return (
    <article className={layoutStyles.card}>
      <header className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{username}</strong>
        <AgentStatus status={status} />
      </header>
      {status === 'applied' ? (
        note && <p className={textStyles.secondary}>{note}</p>
      ) : (
        <>
          <div className={layoutStyles.cardLine}>
            <span className={textStyles.quiet}>{t('shares')}</span>
            <Money quota={shares} />
          </div>
          <div className={layoutStyles.cardLine}>
            <span className={textStyles.quiet}>{t('earnings')}</span>
            <Money quota={earnings} />
          </div>
          {debt > 0 && (
            <div className={layoutStyles.cardLine}>
              <span className={textStyles.quiet}>{t('debt')}</span>
              <Debt debt={debt} />
            </div>
          )}
        </>
      )}
      <footer className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          {group} · {t('payingOf', { invited: formatCount(invited), paying: formatCount(paying) })}
        </span>
        <AgentActions agent={agent} handlers={handlers} />
      </footer>
    </article>
  )
}
