import { role } from '@turnpike/contract/identity/user'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { session } from '../../../lib/session/session.ts'
import { dictionary } from '../../../lib/text/text.ts'

const setUpText = dictionary({
  setUp: ['Set up payment', '设置支付'],
})

/** Leads to the settings of payment; only the super administrator can open them. */
export function SetUpPayment() {
  const t = setUpText.use()
  if (session.use()?.role !== role.root) return null
  return <LinkButton to="/setting?tab=system&section=payment">{t('setUp')}</LinkButton>
}
