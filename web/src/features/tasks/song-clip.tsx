import { ExternalLink, Music } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import mediaStyles from '../../components/media/media.module.css'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { openedFile } from '../../lib/address/shown-file.ts'
import { useShownFile } from '../../lib/address/use-shown-file.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import type { Clip } from './task-result.ts'
import styles from './tasks.module.css'
import { tasksText } from './tasks.text.ts'

type SongClipProps = { clip: Clip; number: number; isDone: boolean }

/** One song with its cover, a player and its words. */
export function SongClip({ clip, number, isDone }: SongClipProps) {
  const t = tasksText.use()
  const shownFile = useShownFile()
  const cover = shownFile(clip.cover)
  const video = openedFile(clip.video)
  const facts = [
    t('version', { number }),
    clip.seconds > 0 && formatDuration(clip.seconds),
    clip.tags,
    !isDone && t('stillWorking'),
  ]
  return (
    <article className={styles.clip} aria-label={t('version', { number })}>
      <div className={layoutStyles.wideRow}>
        <span className={`${mediaStyles.frame} ${mediaStyles.large} ${styles.cover}`}>
          <Music aria-hidden />
          {cover && <img src={cover} alt="" decoding="async" />}
        </span>
        <div className={textStyles.shrinkingAnywhere}>
          <h2 className={styles.clipTitle}>{clip.title || t('noTitle')}</h2>
          <p className={textStyles.quietSmall}>{facts.filter(Boolean).join(' · ')}</p>
          {video && (
            <a href={video} target="_blank" rel="noopener noreferrer">
              {t('musicVideo')}
            </a>
          )}
        </div>
      </div>
      <Sound address={clip.audio} label={`${clip.title || t('noTitle')} · ${t('version', { number })}`} />
      {clip.lyrics && (
        <details>
          <summary className={styles.summary}>{t('lyrics')}</summary>
          <p className={styles.words}>{clip.lyrics}</p>
        </details>
      )}
    </article>
  )
}

function Sound({ address, label }: { address: string; label: string }) {
  const t = tasksText.use()
  const shownFile = useShownFile('media-src')
  const player = useRef<HTMLAudioElement>(null)
  const [isBroken, setIsBroken] = useState(false)
  const [played, setPlayed] = useState(address)
  // A song that can be heard while it is made has another address once it is done; who listens is not interrupted.
  useEffect(() => {
    if (player.current?.paused === false) return
    setPlayed(address)
    setIsBroken(false)
  }, [address])
  const source = shownFile(played)
  const link = openedFile(played)
  if (source && !isBroken)
    return (
      // biome-ignore lint/a11y/useMediaCaption: the words of a song are below it
      <audio
        ref={player}
        className={styles.sound}
        src={source}
        aria-label={label}
        controls
        preload="none"
        onPlay={pauseOthers}
        onError={() => setIsBroken(true)}
      />
    )
  return (
    <p className={textStyles.quietSmall}>
      {isBroken && `${t('soundBroken')} · `}
      {link && (
        <a className={styles.external} href={link} target="_blank" rel="noopener noreferrer">
          {t('openSound')} <ExternalLink aria-hidden />
        </a>
      )}
    </p>
  )
}

/** Two songs at once are noise. */
function pauseOthers({ currentTarget }: SyntheticEvent<HTMLAudioElement>) {
  for (const other of document.querySelectorAll('audio')) if (other !== currentTarget) other.pause()
}
