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
import { dictionary } from '../../lib/text/text.ts'
import styles from './proposals.module.css'

/** The page around the tabs. */
const pageText = dictionary({
  title: ['Proposals', '变更建议'],
  facts: ['New prices and models take effect after you accept them', '新价格和新模型经你接受后生效'],
  modelFacts: ['Review models that providers add or remove', '审核服务商新增或移除的模型'],
  tabs: ['Sources and proposals', '来源与变更建议'],
  applied: ['Applied prices', '已应用的价格'],
  sources: ['Price sources', '价格来源'],
  lists: ['Model lists', '模型列表'],
  book: ['Price book', '价格簿'],
})

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
