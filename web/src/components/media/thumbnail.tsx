import { ImageOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { openedFile } from '../../lib/address/shown-file.ts'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './media.module.css'

const thumbnailText = dictionary({
  blocked: ['Open the image in a new tab', '在新标签页中打开图片'],
  broken: ['The image is no longer available', '图片已不存在'],
})

type ThumbnailProps = {
  /** The address that the upstream gave; empty where only the mark is shown. */
  address: string
  /** The action of a click: "Show picture". */
  label: string
  onOpen: () => void
  /** Over the picture, such as the triangle of a video. */
  mark?: ReactNode
  size?: 'small' | 'large'
}

/** A small picture that is loaded when it comes into view; a click opens it. One that this page may not show is a link. */
export function Thumbnail({ address, label, onOpen, mark, size = 'small' }: ThumbnailProps) {
  const t = thumbnailText.use()
  const source = useShownFile()(address)
  // A drawing in progress has a new address every few seconds: one that fails says nothing about the next.
  const [failed, setFailed] = useState('')
  const className = size === 'large' ? `${styles.frame} ${styles.large}` : styles.frame
  const link = source === undefined ? openedFile(address) : undefined
  if (link)
    return (
      <a
        className={className}
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        title={t('blocked')}
        aria-label={t('blocked')}
      >
        <ImageOff aria-hidden />
      </a>
    )
  const button = (content: ReactNode) => (
    <button type="button" className={className} aria-label={label} title={label} onClick={onOpen}>
      {content}
      {mark && <span className={styles.mark}>{mark}</span>}
    </button>
  )
  if (!address && mark) return button(null)
  if (source === undefined || failed === source)
    return (
      <span className={className} role="img" title={t('broken')} aria-label={t('broken')}>
        <ImageOff aria-hidden />
      </span>
    )
  return button(<img src={source} alt="" loading="lazy" decoding="async" onError={() => setFailed(source)} />)
}
