import { ChevronDown, ChevronRight, Tag } from 'lucide-react'
import textStyles from '../../../components/style/text.module.css'
import { channelsText } from '../channels.text.ts'
import type { TagRow } from '../list/channel-rows.ts'
import styles from './tags.module.css'

/** Shows and hides the channels of a tag. */
export function TagArrow({ row, onToggle }: { row: TagRow; onToggle: (tag: string) => void }) {
  const t = channelsText.use()
  const label = t(row.isOpen ? 'fold' : 'unfold', { tag: row.tag })
  return (
    <button
      type="button"
      className={styles.arrow}
      aria-expanded={row.isOpen}
      aria-label={label}
      title={label}
      onClick={() => onToggle(row.tag)}
    >
      {row.isOpen ? <ChevronDown /> : <ChevronRight />}
    </button>
  )
}

/** A tag and how many channels have it. */
export function TagName({ row: { tag, channels } }: { row: TagRow }) {
  const t = channelsText.use()
  return (
    <span className={styles.name}>
      <Tag aria-hidden />
      <strong className={`${textStyles.ellipsis} ${styles.tag}`} title={tag}>
        {tag}
      </strong>
      <span className={textStyles.quietLabel}>{t('channelCount', { count: channels.length })}</span>
    </span>
  )
}
