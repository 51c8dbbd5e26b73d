import type { Overview } from '@turnpike/contract/system/overview'
import { Link } from 'react-router'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import textStyles from '../../../components/style/text.module.css'
import { formatTime } from '../../../lib/format/format-time.ts'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

type PricesBlockProps = Pick<Overview, 'scheduled_prices' | 'price_proposals' | 'model_proposals'>

/** Prices that will change, and proposals that wait for a decision; administrators see proposals of models only. */
export function PricesBlock({ scheduled_prices, price_proposals = 0, model_proposals }: PricesBlockProps) {
  const t = overviewText.use()
  const { count = 0, rows = [] } = scheduled_prices ?? {}
  const { appeared, vanished } = model_proposals
  const proposals = [
    { words: t('priceProposals', { count: price_proposals }), of: price_proposals, to: '/proposals' },
    { words: t('appeared', { count: appeared }), of: appeared, to: '/proposals?tab=models' },
    { words: t('vanished', { count: vanished }), of: vanished, to: '/proposals?tab=models' },
  ].filter(({ of }) => of > 0)
  return (
    <Block
      title={t('prices')}
      count={count + proposals.length}
      shown={rows.length + proposals.length}
      to={count > 0 ? '/price-book' : '/proposals'}
      none={t('pricesNone')}
    >
      {rows.map(({ id, names, models, effective_at, actor_name }) => (
        <BlockRow
          key={id}
          title={<Link to="/price-book">{t('modelsAnd', { names, more: models - names.length })}</Link>}
          detail={t('newPrices', { name: actor_name })}
          figure={
            <span className={textStyles.oneLine} title={formatTime(effective_at)}>
              <RelativeTime seconds={effective_at} />
            </span>
          }
        />
      ))}
      {proposals.map(({ words, to }) => (
        <BlockRow
          key={words}
          title={<Link to={to}>{words}</Link>}
          detail={undefined}
          actions={
            <LinkButton type="text" size="small" to={to} aria-label={`${t('decide')}: ${words}`}>
              {t('decide')}
            </LinkButton>
          }
        />
      ))}
    </Block>
  )
}
