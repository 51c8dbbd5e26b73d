import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { HelpLink } from '../../components/help/help-link.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { Callout } from '../../components/states/callout.tsx'
import { useOpened } from '../../lib/address/use-opened.ts'
import { useStatus } from '../../lib/api/status.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import styles from './sales-agents.module.css'
import { salesAgentsText } from './sales-agents.text.ts'
import { useRights } from './use-rights.ts'

const panels = {
  agents: lazyPart(async () => (await import('./agents/agents-tab.tsx')).AgentsTab),
  payouts: lazyPart(async () => (await import('./payouts/payouts-tab.tsx')).PayoutsTab),
  shares: lazyPart(async () => (await import('./shares/shares-tab.tsx')).SharesTab),
  terms: lazyPart(async () => (await import('./terms/terms-tab.tsx')).TermsTab),
  methods: lazyPart(async () => (await import('./methods/methods-tab.tsx')).MethodsTab),
}
const tabs = ['agents', 'payouts', 'shares', 'terms', 'methods'] as const
type Tab = (typeof tabs)[number]

/** For administrators: sales agents, the payouts that they ask for, held shares, terms and payout methods. */
export function SalesAgentsPage() {
  const t = salesAgentsText.use()
  const small = useSmallScreen()
  const [params] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'agents'
  const Panel = panels[tab]
  const create = useCreateButton(tab)
  return (
    <Page
      title={t('title')}
      bar={create}
      actions={
        <>
          <HelpLink to="agent-program#on" about={t('title')} />
          {!small && create}
        </>
      }
    >
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={tabs.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === tab }))}
        />
      </div>
      <OffNote />
      <Panel />
    </Page>
  )
}

/** The one primary button: it opens the drawer or dialog of a new row of the tab. */
function useCreateButton(tab: Tab) {
  const t = salesAgentsText.use()
  const { isRoot } = useRights()
  const { open } = useOpened()
  const words = tab === 'agents' ? t('appoint') : tab === 'methods' && isRoot ? t('addMethod') : undefined
  if (!words) return null
  return (
    <Button type="primary" icon={<Plus />} onClick={() => open('new')}>
      {words}
    </Button>
  )
}

/** Says that nothing brings shares yet; root gets the way to the switch. */
function OffNote() {
  const t = salesAgentsText.use()
  const { isRoot } = useRights()
  const isOff = useStatus()?.enable_agents === false
  if (!isOff) return null
  return (
    <div className={styles.note}>
      <Callout
        tone="warning"
        title={t('offTitle')}
        text={t('offText')}
        action={
          isRoot && (
            <LinkButton size="small" to="/setting?tab=operation&section=quota">
              {t('openSettings')}
            </LinkButton>
          )
        }
      />
    </div>
  )
}
