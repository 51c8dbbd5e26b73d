import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import textStyles from '../../style/text.module.css'
import styles from './price-drawer.module.css'

type FoldedPartProps = {
  title: string
  /** One grey line beside the title. */
  facts?: string
  /** Whether it is open at first. */
  isOpen: boolean
  children: ReactNode
}

/** Fields that few prices need, behind their title. */
export function FoldedPart({ title, facts, isOpen, children }: FoldedPartProps) {
  const [isOpenAtFirst] = useState(isOpen)
  return (
    <details className={styles.folded} open={isOpenAtFirst}>
      <summary>
        <ChevronRight aria-hidden />
        <span>{title}</span>
        {facts && <span className={textStyles.quietEllipsis}>{facts}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
