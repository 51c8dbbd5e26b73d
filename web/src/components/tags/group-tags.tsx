import textStyles from '../style/text.module.css'
import { GroupTag } from './group-tag.tsx'
import styles from './tags.module.css'

const shownMax = 2

/** Groups side by side: two, or the first and how many more there are, by name on hover. */
export function GroupTags({ names }: { names: string[] }) {
  const shown = names.length > shownMax ? shownMax - 1 : shownMax
  const hidden = names.slice(shown)
  return (
    <span className={styles.tags}>
      {names.slice(0, shown).map((name) => (
        <GroupTag key={name} name={name} />
      ))}
      {hidden.length > 0 && (
        <span className={textStyles.quietLabel} title={hidden.join(' · ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  )
}
