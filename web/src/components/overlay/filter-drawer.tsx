import { Button } from 'antd'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './overlay.module.css'

const FilterSheet = lazyPart(async () => (await import('./filter-sheet.tsx')).FilterSheet)

const filterText = dictionary({ filter: ['Filter', '筛选'] })

type FilterDrawerProps = {
  /** How many filters are set. */
  count: number
  children: ReactNode
}

/** Every filter but the search. On a small screen they are behind one button, in a drawer from below. */
export function FilterDrawer({ count, children }: FilterDrawerProps) {
  const t = filterText.use()
  const { value, open, close } = useOpened('filters')
  const isOpen = value !== undefined
  // Fetched when it is first opened, and kept for its closing animation.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!useSmallScreen()) return children
  return (
    <>
      <Button icon={<ListFilter />} onClick={() => open('shown')}>
        {t('filter')}
        {count > 0 && <span className={styles.count}>{count}</span>}
      </Button>
      {wasOpen && (
        <FilterSheet open={isOpen} close={close}>
          {children}
        </FilterSheet>
      )}
    </>
  )
}
