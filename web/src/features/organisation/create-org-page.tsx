import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const createOrgText = dictionary({ title: ['Create an organization', '创建组织'] })

export function CreateOrgPage() {
  const t = createOrgText.use()
  return <Page title={t('title')}>{null}</Page>
}
