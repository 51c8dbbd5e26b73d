import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const organisationsText = dictionary({ title: ['Organizations', '组织'] })

export function OrganisationsPage() {
  const t = organisationsText.use()
  return <Page title={t('title')}>{null}</Page>
}
