import { Inbox } from 'lucide-react'
import { PriceTabs } from '../../components/options/price-tabs.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { dictionary } from '../../lib/text/text.ts'

const pricesText = dictionary({
  title: ['Prices', '价格'],
  proposals: ['Proposals', '变更建议'],
})

const PricesForm = lazyPart(async () => (await import('./operation/pricing/prices-form.tsx')).PricesForm)

/** The prices in force, as the settings edit them; the side bar leads here. */
export function PricesPage() {
  const t = pricesText.use()
  return (
    <Page
      title={t('title')}
      actions={
        <LinkButton icon={<Inbox />} to="/proposals">
          {t('proposals')}
        </LinkButton>
      }
    >
      <PriceTabs />
      <PricesForm />
    </Page>
  )
}
