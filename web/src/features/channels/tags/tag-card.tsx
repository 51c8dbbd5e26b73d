import layoutStyles from '../../../components/style/layout.module.css'
import type { TagRow } from '../list/channel-rows.ts'
import { TagStatus } from '../list/channel-status.tsx'
import { TagActions } from './tag-actions.tsx'
import { TagArrow, TagName } from './tag-name.tsx'
import { summaryOf } from './tag-summary.ts'
import styles from './tags.module.css'

type TagCardProps = { row: TagRow; onToggle: (tag: string) => void; onEdit: (row: TagRow) => void }

/** A tag on a small screen: a line above the cards of its channels. */
export function TagCard({ row, onToggle, onEdit }: TagCardProps) {
  return (
    <div className={styles.line}>
      <TagArrow row={row} onToggle={onToggle} />
      <div className={layoutStyles.growing}>
        <TagName row={row} />
      </div>
      <TagStatus on={summaryOf(row.channels).on} all={row.channels.length} />
      <TagActions row={row} onEdit={onEdit} />
    </div>
  )
}
