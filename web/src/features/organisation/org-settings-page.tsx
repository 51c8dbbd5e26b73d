import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const orgSettingsText = dictionary({ title: ['Organization settings', '组织设置'] })

export function OrgSettingsPage() {
  const t = orgSettingsText.use()
  return <Page title={t('title')}>{null}</Page>
}
