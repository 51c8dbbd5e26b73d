import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useText } from '../../lib/text.ts'
import { loginText } from './login.text.ts'
import styles from './text-field.module.css'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'> & { label: string; secret?: boolean }

/**
 * A labelled field that looks like Ant's. Ant's own brings the whole of its form library along, a tenth of what this
 * page may weigh.
 */
export function TextField({ label, secret = false, ...input }: TextFieldProps) {
  const t = useText(loginText)
  const id = useId()
  const [isRevealed, setIsRevealed] = useState(false)
  const Icon = isRevealed ? Eye : EyeOff
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} type={secret && !isRevealed ? 'password' : 'text'} />
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
  )
}
