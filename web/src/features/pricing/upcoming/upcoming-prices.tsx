import type { PricedModel } from '@turnpike/contract/money/pricing'
import { TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { priceLineNames } from '../../../lib/models/price-line-names.ts'
import type { Terms } from '../../../lib/prices/price-lines.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { raisesOf } from './raises.ts'
import styles from './upcoming.module.css'

const upcomingText = dictionary({
  ...priceLineNames,
  cacheWriteHour: ['Cache write, 1 hour', '缓存写入（1 小时）'],
  call: ['Per request', '每次请求'],
  title: ['{count model} will cost more', '{count} 个模型即将涨价'],
  from: ['From {time}: {prices}', '{time} 起：{prices}'],
  raise: ['{part} {before} → {after}', '{part} {before} → {after}'],
  otherParts: ['long prompts, service tiers or some hours cost more', '长提示词、服务档位或部分时段涨价'],
  showAll: ['Show all {count}', '显示全部 {count} 个'],
})

/** The next increase of a model in words: "From Dec 1, 2026, 09:00: Input $0.30 → $0.40". */
function useUpcomingWords(): (model: PricedModel, terms: Terms) => string | undefined {
  const t = upcomingText.use()
  const spoken = language.use()
  return (model, terms) => {
    const { upcoming } = model
    if (!upcoming) return undefined
    const time = new Intl.DateTimeFormat(spoken, { dateStyle: 'medium', timeStyle: 'short' })
    const raises = raisesOf(model, upcoming, terms).map(({ line, before, after }) =>
      t('raise', { part: t(line), before, after }),
    )
    return t('from', {
      time: time.format(upcoming.effective_at * 1000),
      prices: raises.length > 0 ? raises.join(t('comma')) : t('otherParts'),
    })
  }
}

/** The amber line of one model. */
export function UpcomingLine({ model, terms }: { model: PricedModel; terms: Terms }) {
  const words = useUpcomingWords()(model, terms)
  if (words === undefined) return null
  return (
    <p className={styles.line}>
      <TrendingUp aria-hidden /> {words}
    </p>
  )
}

/** An amber mark before a price, with the words on hover. */
export function UpcomingMark({ model, terms }: { model: PricedModel; terms: Terms }) {
  const words = useUpcomingWords()(model, terms)
  if (words === undefined) return null
  return (
    <span className={styles.mark} role="img" aria-label={words} title={words}>
      <TrendingUp aria-hidden />
    </span>
  )
}

const shownMax = 3

type UpcomingPricesProps = { models: readonly PricedModel[]; terms: Terms; onOpen: (model: PricedModel) => void }

/** Every model that a scheduled change makes dearer, the next one first. */
export function UpcomingPrices({ models, terms, onOpen }: UpcomingPricesProps) {
  const t = upcomingText.use()
  const wordsOf = useUpcomingWords()
  const [isOpen, setOpen] = useState(false)
  const raised = models
    .filter(({ upcoming }) => upcoming)
    .sort((one, other) => (one.upcoming?.effective_at ?? 0) - (other.upcoming?.effective_at ?? 0))
  if (raised.length === 0) return null
  const shown = isOpen ? raised : raised.slice(0, shownMax)
  return (
    <section className={styles.notice} aria-label={t('title', { count: raised.length })}>
      <h2 className={styles.title}>
        <TrendingUp aria-hidden /> {t('title', { count: raised.length })}
      </h2>
      <ul>
        {shown.map((model) => (
          <li key={model.model_name}>
            <button type="button" className={styles.model} onClick={() => onOpen(model)}>
              {model.model_name}
            </button>{' '}
            <span className={textStyles.secondary}>{wordsOf(model, terms)}</span>
          </li>
        ))}
      </ul>
      {raised.length > shown.length && (
        <QuietButton onClick={() => setOpen(true)}>{t('showAll', { count: raised.length })}</QuietButton>
      )}
    </section>
  )
}
