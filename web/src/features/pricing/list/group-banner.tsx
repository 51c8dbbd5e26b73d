import type { PricingGroups } from '@turnpike/contract/money/pricing'
import { Checkbox, Select } from 'antd'
import { Info } from 'lucide-react'
import { useId } from 'react'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { session } from '../../../lib/session/session.ts'
import { pricingText } from '../pricing.text.ts'
import styles from './model-list.module.css'
import type { PricingView } from './use-pricing-view.ts'

type GroupBannerProps = { groups: PricingGroups; group: string; view: PricingView }

/** Whose prices are shown: the reader's own group, a visitor's, or another one the reader may use. */
export function GroupBanner({ groups: { group_ratio, usable_group }, group, view }: GroupBannerProps) {
  const t = pricingText.use()
  const user = session.use()
  const id = useId()
  const ratio = group_ratio[group]
  const whose = !user ? 'visitorGroup' : user.group === group ? 'yourGroup' : 'shownGroup'
  return (
    <section className={styles.banner} aria-label={t('groups')}>
      <Info className={styles.icon} aria-hidden />
      <p className={styles.words}>
        {t(whose)} <strong>{group}</strong>
        {ratio !== undefined && (
          <>
            {' '}
            <RatioTag ratio={ratio} />
          </>
        )}
      </p>
      <Checkbox
        checked={Boolean(view.filters.usable)}
        onChange={({ target }) => view.setFilter({ usable: target.checked ? 'true' : '' })}
      >
        {t('onlyUsable')}
      </Checkbox>
      <span className={styles.choice}>
        <label htmlFor={id}>{t('pricesFor')}</label>
        <Select
          id={id}
          className={styles.select}
          popupMatchSelectWidth={false}
          value={group}
          options={Object.entries(group_ratio).map(([name, each]) => ({
            value: name,
            label: `${name} ×${each}`,
            title: usable_group[name] ?? name,
          }))}
          onChange={view.setGroup}
        />
      </span>
    </section>
  )
}
