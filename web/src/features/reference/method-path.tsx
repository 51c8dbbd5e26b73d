import styles from './reference.module.css'

export const Method = ({ method }: { method: string }) => (
  <span className={styles.method} data-method={method}>
    {method}
  </span>
)

/** A path that breaks at its slashes only. */
export const Path = ({ path }: { path: string }) => (
  <code className={styles.path}>
    {path.split(/(?=[/:])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text have no other identity
      <span key={index}>
        {index > 0 && <wbr />}
        {part}
      </span>
    ))}
  </code>
)
