import { role } from '@turnpike/contract/identity/user'
import { BookOpen } from 'lucide-react'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import styles from './proposals.module.css'
import { pageText } from './proposals.text.ts'

const rootTabs = ['prices', 'models', 'applied', 'sources', 'lists'] as const
/** Prices belong to the super administrator. */
const adminTabs = ['models', 'lists'] as const
type Tab = (typeof rootTabs)[number]

const parts: Record<Tab, ComponentType> = {
  prices: lazyPart(async () => (await import('./prices/price-proposals.tsx')).PriceProposals),
  models: lazyPart(async () => (await import('./models/model-proposals.tsx')).ModelProposals),
  applied: lazyPart(async () => (await import('./applied/applied-changes.tsx')).AppliedChanges),
  sources: lazyPart(async () => (await import('./sources/price-sources.tsx')).PriceSources),
  lists: lazyPart(async () => (await import('./lists/model-lists.tsx')).ModelLists),
}

/** Proposed prices and models, where they come from, and the prices that were applied. */
export function ProposalsPage() {
  const t = pageText.use()
  const small = useSmallScreen()
  const [params] = useSearchParams()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  const tabs: readonly Tab[] = isRoot ? rootTabs : adminTabs
  const tab = tabs.find((name) => name === params.get('tab')) ?? tabs[0] ?? 'models'
  const Part = parts[tab]
  return (
    <Page
      title={t('title')}
      facts={!small && t(isRoot ? 'facts' : 'modelFacts')}
      actions={
        isRoot && (
          <LinkButton icon={<BookOpen />} to="/price-book">
            {t('book')}
          </LinkButton>
        )
      }
    >
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={tabs.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === tab }))}
        />
      </div>
      <Part key={tab} />
    </Page>
  )
}
