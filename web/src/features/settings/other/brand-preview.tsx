import { BrandLine } from '../../../components/brand/brand-line.tsx'
import { useLogo } from '../../../components/brand/use-logo.ts'
import { useText } from '../../../lib/text/text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { brandText } from './brand.text.ts'
import styles from './brand-preview.module.css'

/** Name and logo as the top bar will show them. */
export function BrandPreview({ name, logo: address }: { name: string; logo: string }) {
  const t = useText(brandText)
  const { isBroken, ...logo } = useLogo(useDebounced(address))
  return (
    <figure>
      <figcaption className={styles.label}>{t('look')}</figcaption>
      <div className={styles.bar}>
        <BrandLine name={name} {...logo} />
      </div>
      {isBroken && <p className={styles.broken}>{t('broken')}</p>}
    </figure>
  )
}
