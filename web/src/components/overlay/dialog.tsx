import type { ModalProps } from 'antd'
import { useFocusReturn } from '../../lib/browser/focus-return.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import styles from './overlay.module.css'

const Modal = lazyPart<ModalProps>(async () => (await import('./ant-overlays.tsx')).Modal)

/** A dialog that is open as long as it is mounted, unless `open` says otherwise. The focus returns to where it was. */
export function Dialog({ title, ...props }: ModalProps) {
  useFocusReturn()
  return <Modal open centered title={title && <h2 className={styles.dialogHeading}>{title}</h2>} {...props} />
}
