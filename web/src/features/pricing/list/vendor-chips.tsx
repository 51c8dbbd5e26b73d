import type { PricedModel } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { DropMenu } from '../../../components/menu/drop-menu.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { pricingText } from '../pricing.text.ts'
import { countVendors } from './list-models.ts'
import styles from './model-list.module.css'
import { useVendorName } from './vendors.ts'

const chipsMax = 9

type VendorChipsProps = { models: readonly PricedModel[]; chosen: string; onChoose: (vendor: string) => void }

/** The vendors with most models, one click each; the others are in a menu at the end. */
export function VendorChips({ models, chosen, onChoose }: VendorChipsProps) {
  const t = pricingText.use()
  const nameOf = useVendorName()
  const vendors = useMemo(() => countVendors(models), [models])
  const first = vendors.slice(0, chipsMax)
  const rest = vendors.slice(chipsMax)
  // One of the menu is shown beside the others while it is chosen.
  const shown = [...first, ...rest.filter(({ vendor }) => vendor === chosen)]
  const hidden = rest.filter(({ vendor }) => vendor !== chosen)
  const chip = (vendor: string, name: string, count: number) => (
    <button
      key={vendor}
      type="button"
      className={styles.chip}
      aria-pressed={vendor === chosen}
      onClick={() => onChoose(vendor === chosen ? '' : vendor)}
    >
      {name} <span className={styles.vendorChipsCount}>{formatCount(count)}</span>
    </button>
  )
  return (
    <fieldset className={layoutStyles.chips} aria-label={t('vendors')}>
      {chip('', t('all'), models.length)}
      {shown.map(({ vendor, count }) => chip(vendor, nameOf(vendor), count))}
      {hidden.length > 0 && (
        <DropMenu
          placement="bottomLeft"
          menu={{
            className: styles.menu ?? '',
            items: hidden.map(({ vendor, count }) => ({
              key: vendor,
              label: `${nameOf(vendor)} ${formatCount(count)}`,
              onClick: () => onChoose(vendor),
            })),
          }}
        >
          <button type="button" className={styles.chip}>
            {t('more')} <span className={styles.vendorChipsCount}>{hidden.length}</span>
            <ChevronDown aria-hidden />
          </button>
        </DropMenu>
      )}
    </fieldset>
  )
}
