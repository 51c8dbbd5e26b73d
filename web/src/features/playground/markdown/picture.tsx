import { Image } from 'lucide-react'
import { useState } from 'react'
import { isAllowed } from '../../../lib/browser/page-policy.ts'
import { useText } from '../../../lib/text/text.ts'
import styles from './markdown.module.css'
import { markdownText } from './markdown.text.ts'
import { isOwnPicture } from './plain-text.ts'

/** A picture in an answer. One of another site is fetched on a click alone: its address could carry out what was said. */
export function Picture({ address, text }: { address: string; text: string }) {
  const t = useText(markdownText)
  const [isShown, setIsShown] = useState(false)
  const url = URL.parse(address)
  if (isOwnPicture(address) || (isShown && url?.protocol === 'https:'))
    return <img src={address} alt={text} loading="lazy" referrerPolicy="no-referrer" />
  if (url?.protocol !== 'https:') return text
  if (!isAllowed('img-src', address))
    return (
      <a className={styles.picture} href={address} target="_blank" rel="noopener noreferrer">
        <Image aria-hidden /> {text ? `${text} · ` : ''}
        {t('openPicture', { host: url.host })}
      </a>
    )
  return (
    <button type="button" className={styles.picture} onClick={() => setIsShown(true)}>
      <Image aria-hidden /> {text ? `${text} · ` : ''}
      {t('showPicture', { host: url.host })}
    </button>
  )
}
