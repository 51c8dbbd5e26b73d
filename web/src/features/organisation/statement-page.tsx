import { Page } from '../../components/page/page.tsx'
import { dictionary } from '../../lib/text/text.ts'

const statementText = dictionary({ title: ['Statement', '对账单'] })

export function StatementPage() {
  const t = statementText.use()
  return <Page title={t('title')}>{null}</Page>
}
