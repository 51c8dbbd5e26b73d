import { useState } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './media.module.css'

const videoText = dictionary({ broken: ['The browser cannot play this video', '浏览器无法播放此视频'] })

/** A video with the browser's own controls. */
export function VideoPlayer({ source, label }: { source: string; label: string }) {
  const t = videoText.use()
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <p className={textStyles.quiet}>{t('broken')}</p>
  return (
    // biome-ignore lint/a11y/useMediaCaption: generated videos come without captions
    <video
      className={styles.video}
      src={source}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onError={() => setIsBroken(true)}
    />
  )
}
