import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import textStyles from '../../style/text.module.css'
import styles from './notice.module.css'

/** Information that needs no action. */
export const InfoNote = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.note} role="note">
    <FileText aria-hidden />
    <div>
      <strong>{title}</strong> <span className={textStyles.secondary}>{children}</span>
    </div>
  </div>
)
