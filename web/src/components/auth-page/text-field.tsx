import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './auth-page.module.css'
import { authPageText } from './auth-page.text.ts'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & {
  label: string
  secret?: boolean
  optional?: boolean
  /** Right of the field, such as the button that sends a code to it. */
  beside?: ReactNode
  help?: ReactNode
  /** Shown instead of the help. */
  problem?: string | undefined
}

/**
 * A labelled field that looks like Ant's. Ant's own field imports the whole of its form library, a tenth of the size
 * that these pages may have.
 */
export function TextField({
  label,
  secret = false,
  optional = false,
  beside,
  help,
  problem,
  ...input
}: TextFieldProps) {
  const t = authPageText.use()
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  const Icon = isRevealed ? Eye : EyeOff
  const below = problem || help
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {optional && <span className={textStyles.quietLight}> {t('optional')}</span>}
      </label>
      <div className={layoutStyles.buttons}>
        <div className={styles.box}>
          <input
            {...input}
            id={id}
            type={secret && !isRevealed ? 'password' : 'text'}
            aria-invalid={problem ? true : undefined}
            aria-describedby={below ? `${id}-below` : undefined}
          />
          {secret && (
            <button
              type="button"
              className={styles.reveal}
              aria-label={t('showPassword')}
              aria-pressed={isRevealed}
              onClick={() => setIsRevealed(!isRevealed)}
            >
              <Icon aria-hidden />
            </button>
          )}
        </div>
        {beside}
      </div>
      {below && (
        <p id={`${id}-below`} role={problem ? 'alert' : undefined} className={problem ? styles.problem : styles.help}>
          {below}
        </p>
      )}
    </div>
  )
}
