import { Button } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { dictionary, useText } from '../../../../../lib/text/text.ts'
import { tableText } from './price-table.text.ts'
import styles from './unpriced-models.module.css'

const moreText = dictionary({
  en: { more: ({ count }: { count: number }) => `Show ${count} more` },
  zh: { more: ({ count }) => `再显示 ${count} 个` },
})

const shownMax = 5

type UnpricedModelsProps = { models: readonly string[]; onPrice: (model: string) => void }

/** Models of channels without a price, with a button that sets one. */
export function UnpricedModels({ models, onPrice }: UnpricedModelsProps) {
  const t = useText(tableText)
  const tMore = useText(moreText)
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? models : models.slice(0, shownMax)
  return (
    <section className={styles.sheet} aria-label={t('unpriced')}>
      <p className={styles.words}>
        <TriangleAlert aria-hidden />
        {t('unpriced')}
      </p>
      <ul className={styles.models}>
        {shown.map((model) => (
          <li key={model} className={styles.row}>
            <span className={styles.model}>{model}</span>
            <Button size="small" aria-label={t('setPriceOf', { model })} onClick={() => onPrice(model)}>
              {t('setPrice')}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < models.length && (
        <Button type="link" size="small" onClick={() => setIsOpen(true)}>
          {tMore('more', { count: models.length - shown.length })}
        </Button>
      )}
    </section>
  )
}
