import textStyles from '../style/text.module.css'
import styles from './brand-line.module.css'
import { Mark } from './mark.tsx'

type BrandLineProps = { name: string; logo: string | undefined; onBroken: () => void }

/** Logo and name of this installation, beside each other. */
export function BrandLine({ name, logo, onBroken }: BrandLineProps) {
  return (
    <span className={styles.brand}>
      {logo === undefined ? (
        <Mark />
      ) : (
        <img className={styles.logo} src={logo} alt="" referrerPolicy="no-referrer" onError={onBroken} />
      )}
      <span className={`${textStyles.ellipsis} ${styles.name}`}>{name}</span>
    </span>
  )
}
