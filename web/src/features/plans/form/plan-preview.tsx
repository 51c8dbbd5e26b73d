import type { Language } from '@turnpike/contract/errors'
import type { PlanForm } from '@turnpike/contract/money/plans/plan'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { PlanCard } from '../../../components/plans/plan-card.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { language, PartLanguage } from '../../../lib/browser/preferences.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from './plan-form.module.css'
import { planFormText } from './plan-form.text.ts'

const buyText = dictionary({ buy: ['Buy', '购买'] })

const languages = [
  { value: 'zh', label: '中文' },
  { value: 'en', label: 'English' },
] satisfies { value: Language; label: string }[]

/** The card as buyers see it, in either language. */
export function PlanPreview({ plan }: { plan: PlanForm }) {
  const t = planFormText.use()
  const own = language.use()
  const [chosen, setChosen] = useState<Language>(own)
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <div className={`${layoutStyles.row} ${styles.previewHead}`}>
        <h2 className={textStyles.heading}>{t('preview')}</h2>
        <Segmented<Language>
          size="small"
          aria-label={t('previewLanguage')}
          value={chosen}
          options={languages}
          onChange={setChosen}
        />
      </div>
      <div lang={chosen}>
        <PartLanguage value={chosen}>
          <PreviewedCard plan={plan} />
        </PartLanguage>
      </div>
      <p className={textStyles.hint}>{t('previewText')}</p>
    </section>
  )
}

function PreviewedCard({ plan }: { plan: PlanForm }) {
  const t = planFormText.use()
  const buy = buyText.use()
  return (
    <PlanCard
      plan={{ ...plan, title: plan.title || t('untitled') }}
      action={
        <Button block disabled>
          {buy('buy')}
        </Button>
      }
    />
  )
}
