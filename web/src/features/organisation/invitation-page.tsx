import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const invitationText = dictionary({ title: ['Invitation', '邀请'] })

export function InvitationPage() {
  const t = invitationText.use()
  return <Page title={t('title')}>{null}</Page>
}
