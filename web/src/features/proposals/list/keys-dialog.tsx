import { Dialog } from '../../../components/overlay/dialog.tsx'
import styles from './list.module.css'
import { listText } from './list.text.ts'

type KeysDialogProps = {
  acts: readonly { key: string; label: string }[]
  hasUndo: boolean
  onClose: () => void
}

/** The keys of the list. */
export function KeysDialog({ acts, hasUndo, onClose }: KeysDialogProps) {
  const t = listText.use()
  const rows: [keys: string[], words: string][] = [
    [['j', '↓'], t('next')],
    [['k', '↑'], t('previous')],
    [['Home', 'End'], t('ends')],
    [['x'], t('toggle')],
    [['Shift', 'x'], t('toggleAll')],
    ...acts.map(({ key, label }): [string[], string] => [keysOf(key), label]),
    ...(hasUndo ? [[['u'], t('undoLast')] satisfies [string[], string]] : []),
    [['Enter'], t('details')],
    [['Esc'], t('clear')],
    [['/'], t('search')],
    [['?'], t('keys')],
  ]
  return (
    <Dialog width={400} title={t('keys')} footer={null} onCancel={onClose}>
      <p className={styles.keysText}>{t('keysText')}</p>
      <dl className={styles.keys}>
        {rows.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** An upper-case letter is typed with the shift key. */
const keysOf = (key: string) => (key === key.toLowerCase() ? [key] : ['Shift', key.toLowerCase()])
