import { RichContent } from '../../../components/rich-content/rich-content.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { contentText } from './content.text.ts'
import styles from './content-preview.module.css'

type ContentPreviewProps = { text: string; empty: string; frames: boolean; small: boolean }

/** The text as everybody will see it, by the same road: sanitised, or a page in its sandbox. */
export function ContentPreview({ text, empty, frames, small }: ContentPreviewProps) {
  const t = useText(contentText)
  // A page in a frame must not be asked for at every letter of its address.
  const rested = useDebounced(text)
  return (
    <section className={small ? `${styles.preview} ${styles.small}` : styles.preview} aria-label={t('preview')}>
      {rested.trim() === '' ? <p className={styles.empty}>{empty}</p> : <RichContent text={rested} frames={frames} />}
    </section>
  )
}
