import type { ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { drawerName } from '../../../lib/address/opened.ts'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { formatMinute } from '../../../lib/format/format-time.ts'
import styles from '../sales-agents.module.css'
import { TermsFacts } from '../terms/terms-facts.tsx'
import { useCurrent } from '../use-current.ts'
import { useRights } from '../use-rights.ts'
import type { AskedAgent } from './agent-acts.tsx'
import { AgentStatus } from './agent-status.tsx'
import { agentsText } from './agents.text.ts'
import { DividendsOf, WithdrawalsOf } from './records-of.tsx'
import { loadAgent } from './use-agents.ts'

const TermsDrawer = lazyPart(async () => (await import('../terms/terms-drawer.tsx')).TermsDrawer)

type AgentDrawerProps = {
  agent: ListedAgent
  onAsk: (asked: AskedAgent) => void
  onClosed: () => void
}

/** One agent: what is brought and earned, the terms, dividends and withdrawals. */
export function AgentDrawer({ agent: row, onAsk, onClosed }: AgentDrawerProps) {
  const t = agentsText.use()
  const agent = useCurrent('agent', row, () => loadAgent(String(row.id)))
  const { isRoot } = useRights()
  const editing = useOpened(drawerName)
  const { id, username: name, status, group, own_terms: own } = agent
  return (
    <>
      <SideDrawer
        title={
          <>
            {name} <span className={styles.which}>#{id}</span>
          </>
        }
        windowTitle={t('windowTitle', { name })}
        onClosed={onClosed}
        buttons={({ close }) => (
          <>
            <Button onClick={close}>{t('close')}</Button>
            <DecisionButtons agent={agent} onAsk={onAsk} />
          </>
        )}
      >
        <div className={styles.drawer}>
          <State agent={agent} />
          {status !== 'applied' && <Results agent={agent} />}
          <FormSection title={t('ownTerms')} text={t('ownTermsText')}>
            <TermsFacts terms={agent.terms} own={own} />
            <div>
              <Button
                size="small"
                icon={<Pencil />}
                disabled={!isRoot}
                title={isRoot ? undefined : t('rootOnly')}
                onClick={() => editing.open('terms')}
              >
                {t('editTerms')}
              </Button>
            </div>
          </FormSection>
          {status !== 'applied' && (
            <>
              <FormSection
                title={t('dividends')}
                text={<Link to={`/agent/manage?tab=shares&view=every&agent_id=${id}`}>{t('itsDividends')}</Link>}
              >
                <DividendsOf agent={agent} />
              </FormSection>
              <FormSection title={t('withdrawals')}>
                <WithdrawalsOf agent={agent} />
              </FormSection>
            </>
          )}
        </div>
      </SideDrawer>
      {isRoot && editing.value === 'terms' && (
        <TermsDrawer subject={{ scope: 'agent', id, name, group, own }} onClosed={editing.close} />
      )}
    </>
  )
}

/** The decisions that the status allows, the usual one last. */
function DecisionButtons({ agent, onAsk }: Omit<AgentDrawerProps, 'onClosed'>) {
  const t = agentsText.use()
  const ask = (act: AskedAgent['act']) => () => onAsk({ agent, act })
  switch (agent.status) {
    case 'applied':
      return (
        <>
          <Button danger onClick={ask('refuse')}>
            {t('refuseDots')}
          </Button>
          <Button type="primary" onClick={ask('approve')}>
            {t('approve')}
          </Button>
        </>
      )
    case 'active':
      return (
        <Button danger onClick={ask('end')}>
          {t('endDots')}
        </Button>
      )
    case 'ended':
      return <Button onClick={ask('resume')}>{t('resume')}</Button>
    default:
      return <Button onClick={ask('approve')}>{t('appoint')}</Button>
  }
}

type PartProps = { agent: ListedAgent }

function State({ agent }: PartProps) {
  const t = agentsText.use()
  const { id, username, status, group, applied_at, active_from, ended_at, note, reason } = agent
  const times = [
    { name: t('appliedAt'), at: applied_at },
    { name: t('activeFrom'), at: active_from },
    { name: t('endedAt'), at: ended_at },
  ]
  return (
    <section className={styles.state}>
      <Facts>
        <Fact name={t('status')}>
          <AgentStatus status={status} />
        </Fact>
        <Fact name={t('user')}>
          <Link to={`/user/edit/${id}`} title={t('openUser')}>
            {username}
          </Link>
        </Fact>
        <Fact name={t('group')}>
          <GroupTag name={group} />
        </Fact>
        {times
          .filter(({ at }) => at > 0)
          .map(({ name, at }) => (
            <Fact key={name} name={name}>
              {formatMinute(at)}
            </Fact>
          ))}
        {reason && <Fact name={t('reason')}>{reason}</Fact>}
      </Facts>
      {note && (
        <p className={styles.quote}>
          {t('note')}: {note}
        </p>
      )}
    </section>
  )
}

function Results({ agent }: PartProps) {
  const t = agentsText.use()
  const { invited, paying } = agent
  const amounts = ['base', 'shares', 'held', 'earnings', 'withdrawn', 'debt'] as const
  return (
    <FormSection title={t('results')} text={t('resultsText')}>
      <Facts>
        <Fact name={t('invited')}>{formatCount(invited)}</Fact>
        <Fact name={t('payingOnly')}>{formatCount(paying)}</Fact>
        {amounts.map((name) => (
          <Fact key={name} name={t(name)}>
            <Money quota={agent[name]} />
          </Fact>
        ))}
      </Facts>
    </FormSection>
  )
}
