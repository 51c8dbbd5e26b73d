import { useQueryClient } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router'
import { agentKey, useAgentSelf } from '../../components/earnings/use-agent-self.ts'
import { useTransferMinimum } from '../../components/earnings/use-transfer-minimum.ts'
import { useAmountWords } from '../../components/figures/use-amount-words.ts'
import { HelpLink } from '../../components/help/help-link.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { SectionState } from '../../components/row-list/section-state.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import styles from './agent.module.css'
import { agentText } from './agent.text.ts'
import { OverviewTab } from './overview/overview-tab.tsx'
import { isOrWasAgent } from './standing.ts'
import { StatusCallout } from './status-callout.tsx'
import type { TabProps } from './tab-props.ts'

const Application = lazyPart(async () => (await import('./application/application.tsx')).Application)
const ApplyDialog = lazyPart(async () => (await import('./application/apply-dialog.tsx')).ApplyDialog)
const TransferDialog = lazyPart(
  async () => (await import('../../components/earnings/transfer-dialog.tsx')).TransferDialog,
)
const PayoutDrawer = lazyPart(async () => (await import('./payout/payout-drawer.tsx')).PayoutDrawer)

const tabs = {
  overview: OverviewTab,
  invited: lazyPart(async () => (await import('./invited/invited-tab.tsx')).InvitedTab),
  dividends: lazyPart(async () => (await import('./dividends/dividends-tab.tsx')).DividendsTab),
  withdrawals: lazyPart(async () => (await import('./withdrawals/withdrawals-tab.tsx')).WithdrawalsTab),
  terms: lazyPart(async () => (await import('./terms/terms-tab.tsx')).TermsTab),
} satisfies Record<string, ComponentType<TabProps>>
const tabNames = Object.keys(tabs) as (keyof typeof tabs)[]

/** For everyone: what an agent is and how to become one; for agents, what they bring and earn. */
export function AgentPage() {
  const isOff = useStatus()?.enable_agents === false
  const self = useAgentSelf()
  const { data } = self
  // Agents keep what they have earned after agents were switched off.
  if (data && isOrWasAgent(data)) return <AgentView self={data} isOff={isOff} />
  return isOff && (data || self.error) ? <Off /> : <Before query={self} />
}

function Off() {
  const t = agentText.use()
  const isRoot = session.use()?.role === role.root
  return (
    <Page title={t('title')} width="form">
      <EmptyState
        title={t('offTitle')}
        text={t('offText')}
        action={
          isRoot && (
            <LinkButton to="/setting?tab=operation&section=quota&option=AgentsEnabled">{t('toSettings')}</LinkButton>
          )
        }
      />
    </Page>
  )
}

/** While the status loads, and for those who are no agents. */
function Before({ query }: { query: ReturnType<typeof useAgentSelf> }) {
  const t = agentText.use()
  return (
    <Page title={t('title')} width="form" actions={<HelpLink to="agents#what" about={t('title')} />}>
      <SectionState query={query} lines={8}>
        {(self) => <Application self={self} />}
      </SectionState>
    </Page>
  )
}

function AgentView({ self, isOff }: TabProps & { isOff: boolean }) {
  const t = agentText.use()
  const small = useSmallScreen()
  const queries = useQueryClient()
  const [isReloading, setReloading] = useState(false)
  const [params] = useSearchParams()
  const opened = useOpened()
  const minimum = useTransferMinimum().quota
  const words = useAmountWords()
  const tab = tabNames.find((name) => name === params.get('tab')) ?? 'overview'
  const Tab = tabs[tab]
  const { terms, earnings } = self
  async function reload() {
    setReloading(true)
    await queries.invalidateQueries({ queryKey: [agentKey] })
    setReloading(false)
  }
  const buttons = (
    <>
      <Button disabled={earnings.available < minimum} onClick={() => opened.open('transfer')}>
        {t('move')}
      </Button>
      <Button
        type="primary"
        disabled={earnings.available < Math.max(1, terms.withdrawal_min)}
        onClick={() => opened.open('payout')}
      >
        {t('request')}
      </Button>
    </>
  )
  return (
    <Page
      title={t('title')}
      facts={
        !small &&
        t(terms.basis === 'spend' ? 'factsSpend' : 'factsPayments', {
          percent: terms.share,
          amount: words(earnings.available),
        })
      }
      bar={buttons}
      actions={
        <>
          <HelpLink to="agents#what" about={t('title')} />
          <RefreshButton onClick={reload} busy={isReloading} />
          {!small && buttons}
        </>
      }
    >
      {(isOff || self.status !== 'active') && (
        <div className={styles.callout}>
          <StatusCallout
            self={self}
            isOff={isOff}
            action={self.may_apply && <Button onClick={() => opened.open('apply')}>{t('applyAgain')}</Button>}
          />
        </div>
      )}
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={tabNames.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === tab }))}
        />
      </div>
      <Tab self={self} />
      {opened.value === 'transfer' && <TransferDialog available={earnings.available} onClose={opened.close} />}
      {opened.value === 'payout' && <PayoutDrawer self={self} onClosed={opened.close} />}
      {opened.value === 'apply' && self.may_apply && <ApplyDialog self={self} onClose={opened.close} />}
    </Page>
  )
}
