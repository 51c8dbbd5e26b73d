import { role } from '@turnpike/contract/identity/user'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import { LinkButton } from '../page/link-button.tsx'
import textStyles from '../style/text.module.css'
import { setPricePath } from './price-path.ts'

const setPriceText = dictionary({
  setPrice: ['Set price', '设置价格'],
  ask: ['Ask the administrator to set its price.', '请联系管理员设置价格。'],
})

/** What mends a missing price: the drawer of the model's price for the super administrator, a sentence for others. */
export function SetPrice({ model }: { model: string }) {
  const t = setPriceText.use()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  if (!isRoot) return <span className={textStyles.secondarySmall}>{t('ask')}</span>
  return (
    <LinkButton size="small" to={setPricePath(model)}>
      {t('setPrice')}
    </LinkButton>
  )
}
