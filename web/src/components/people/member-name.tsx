import { initials } from '../../lib/format/initials.ts'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './user-name.module.css'

const memberText = dictionary({ only: ['Show only {name}', '只看 {name}'] })

/** The member of a row, for those who see the rows of all members; a click filters by the member. */
export function MemberName({ name, onOnly }: { name: string; onOnly: () => void }) {
  const t = memberText.use()
  if (!name) return <span className={textStyles.quietSmall}>—</span>
  return (
    <button type="button" className={styles.user} title={t('only', { name })} onClick={onOnly}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <span className={styles.name}>{name}</span>
    </button>
  )
}
