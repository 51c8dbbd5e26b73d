import { CopyButton } from '../../../../components/copy/copy-button.tsx'
import styles from './own-address.module.css'

type OwnAddressProps = {
  label: string
  value: string
  help?: string | undefined
}

/** An address of this server that another site asks for: to copy, not to edit. */
export function OwnAddress({ label, value, help }: OwnAddressProps) {
  return (
    <div>
      <div className={styles.label}>{label}</div>
      <div className={styles.value}>
        <code>{value}</code>
        <CopyButton text={value} name={label} />
      </div>
      {help && <p className={styles.help}>{help}</p>}
    </div>
  )
}
