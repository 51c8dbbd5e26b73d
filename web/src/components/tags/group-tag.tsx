import styles from './tags.module.css'

/** The name of a group; a name that is cut is whole on hover. */
export function GroupTag({ name }: { name: string }) {
  return (
    <span className={styles.group} title={name}>
      {name}
    </span>
  )
}
