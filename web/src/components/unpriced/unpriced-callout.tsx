import { role } from '@turnpike/contract/identity/user'
import { Link } from 'react-router'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import { Callout } from '../states/callout.tsx'
import { pricesPath, setPricePath } from './price-path.ts'

const unpricedText = dictionary({
  title: [
    ({ count }: { count: number }) => (count === 1 ? '1 model has no price' : `${count} models have no price`),
    ({ count }) => `${count} 个模型没有价格`,
  ],
  refused: ['Requests for these models are refused: {names}.', '这些模型的请求会被拒绝：{names}。'],
  andMore: ['{names} and {count} more', '{names} 等，另有 {count} 个'],
  ask: ['Ask the administrator to set their prices.', '请联系管理员设置价格。'],
  setPrice: ['Set price', '设置价格'],
})

const namesMax = 5

/** Names the models without a price, and links to the page that sets prices. */
export function UnpricedCallout({ models }: { models: readonly string[] }) {
  const t = unpricedText.use()
  const isRoot = (session.use()?.role ?? 0) >= role.root
  if (models.length === 0) return null
  const only = models.length === 1 ? models[0] : undefined
  const shown = models.slice(0, namesMax).join(', ')
  const more = models.length - namesMax
  const names = more > 0 ? t('andMore', { names: shown, count: more }) : shown
  return (
    <Callout
      tone="warning"
      title={t('title', { count: models.length })}
      text={`${t('refused', { names })}${isRoot ? '' : ` ${t('ask')}`}`}
      action={isRoot && <Link to={only ? setPricePath(only) : pricesPath}>{t(only ? 'setPrice' : 'setPrices')}</Link>}
    />
  )
}
