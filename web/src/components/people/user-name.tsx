import { initials } from '../../lib/format/initials.ts'
import { dictionary } from '../../lib/text/text.ts'
import { fetchedPopup, PressedPart } from '../menu/pressed-part.tsx'
import textStyles from '../style/text.module.css'
import type { UserNameProps } from './opened-user.tsx'
import styles from './user-name.module.css'

const openedUser = fetchedPopup(async () => (await import('./opened-user.tsx')).OpenedUser)

const userText = dictionary({ about: ['About {name}', '{name} 的信息'] })

/** The user of a row, for administrators; a click shows the user's balance and usage. */
export function UserName(props: UserNameProps) {
  const { name } = props
  const t = userText.use()
  if (!name) return <span className={textStyles.quietSmall}>—</span>
  const button = (
    <button type="button" className={styles.user} title={t('about', { name })}>
      <span className={styles.avatar} aria-hidden="true">
        {initials(name)}
      </span>
      <span className={styles.name}>{name}</span>
    </button>
  )
  return <PressedPart popup={openedUser} button={button} opened={props} />
}
