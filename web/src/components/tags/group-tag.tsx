import styles from './group-tag.module.css'

/** The name of a group; where there is too little room, the whole of it on hover. */
export function GroupTag({ name }: { name: string }) {
  return (
    <span className={styles.group} title={name}>
      {name}
    </span>
  )
}
