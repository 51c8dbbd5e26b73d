import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const membersText = dictionary({ title: ['Members', '成员'] })

export function MembersPage() {
  const t = membersText.use()
  return <Page title={t('title')}>{null}</Page>
}
