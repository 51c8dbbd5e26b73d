import { X } from 'lucide-react'
import type { Key, ReactNode } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import styles from './batch-bar.module.css'

export type Selection = {
  keys: Key[]
  onChange: (keys: Key[]) => void
  /** "3 channels selected" */
  words: (count: number) => string
  /** `BatchAction` elements: the actions on all selected rows. */
  actions: ReactNode
}

const batchText = dictionary({ clear: ['Clear selection', '取消选择'] })

/** Shown while rows are selected: their number, the actions, and a button that clears the selection. */
export function BatchBar({ selection: { keys, onChange, words, actions } }: { selection: Selection }) {
  const clear = batchText.use()('clear')
  return (
    <div className={styles.bar} data-foot role="toolbar" aria-label={words(keys.length)}>
      <strong className={textStyles.medium}>{words(keys.length)}</strong>
      <div className={styles.actions}>{actions}</div>
      <button type="button" className={styles.clear} aria-label={clear} title={clear} onClick={() => onChange([])}>
        <X />
      </button>
    </div>
  )
}

type BatchActionProps = { icon: ReactNode; danger?: boolean; onClick: () => void; children: ReactNode }

/** One of the batch bar's buttons; deleting is red and comes last. */
export function BatchAction({ icon, danger = false, onClick, children }: BatchActionProps) {
  return (
    <button type="button" className={danger ? `${styles.action} ${styles.danger}` : styles.action} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
