import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { dictionary } from '../../lib/text/text.ts'
import copyStyles from './copy.module.css'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-key.module.css'

const secretText = dictionary({
  show: ['Show {name}', '显示{name}'],
  hide: ['Hide {name}', '隐藏{name}'],
})

type SecretKeyProps = {
  text: string
  /** The name of the secret: "Key". */
  name: string
  /** At the right end of its row, so that the revealed secret extends to the left. */
  atEnd?: boolean
}

/** A secret in a row: masked until it is revealed, copied in one click. */
export function SecretKey({ text, name, atEnd = false }: SecretKeyProps) {
  const t = secretText.use()
  const [isShown, setIsShown] = useState(false)
  const label = t(isShown ? 'hide' : 'show', { name })
  const className = [styles.secret, isShown && styles.shown, isShown && atEnd && styles.atEnd].filter(Boolean).join(' ')
  return (
    <span className={styles.wrapper}>
      <span className={className}>
        <code className={styles.text}>{isShown ? text : maskSecret(text)}</code>
        <button
          type="button"
          className={copyStyles.icon}
          aria-label={label}
          title={label}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </button>
        <CopyButton text={text} name={name} />
      </span>
    </span>
  )
}
