import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** Something to know that needs no action. */
export const InfoNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.note} role="note">
    <FileText aria-hidden />
    <div>
      <strong>{title}</strong> <span className={styles.text}>{children}</span>
    </div>
  </div>
)
