import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import styles from './copy.module.css'
import { copy } from './copy.ts'

const copyButtonText = dictionary({
  copy: [({ name }: { name: string }) => `Copy ${name}`, ({ name }) => `复制${/^\w/.test(name) ? ' ' : ''}${name}`],
})

const checkedMilliseconds = 1500

/** Copies `text` on a click; `name` names the text ("Key"). The icon is a check mark for a moment afterwards. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const t = copyButtonText.use()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), checkedMilliseconds)
    return () => clearTimeout(timer)
  }, [copied])
  const label = t('copy', { name })
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      title={label}
      onClick={async () => setCopied(await copy(text, name))}
    >
      {copied ? <Check className={styles.successText} /> : <Copy />}
    </button>
  )
}
