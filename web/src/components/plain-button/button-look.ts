import styles from './plain-button.module.css'

export type ButtonLook = {
  kind?: 'primary' | 'default' | 'text' | 'link'
  size?: 'large' | 'small'
  /** As wide as its container. */
  block?: boolean
}

export const classNameOf = ({ kind = 'default', size, block = false }: ButtonLook, isLoading = false) =>
  [styles.button, styles[kind], size && styles[size], block && styles.block, isLoading && styles.loading]
    .filter(Boolean)
    .join(' ')
