import { Button, Drawer } from 'antd'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOpened } from '../../lib/address/use-opened.ts'
import { dictionary, useText } from '../../lib/text/text.ts'
import styles from './filter-drawer.module.css'

const filterText = dictionary({
  en: { filter: 'Filter', filters: 'Filters', done: 'Show results' },
  zh: { filter: '筛选', filters: '筛选', done: '查看结果' },
})

type FilterDrawerProps = {
  /** How many filters are set. */
  count: number
  children: ReactNode
}

/** Small screens: every filter but the search, behind one button, in a drawer from below. */
export function FilterDrawer({ count, children }: FilterDrawerProps) {
  const t = useText(filterText)
  const { value, open, close } = useOpened('filters')
  return (
    <>
      <Button icon={<ListFilter />} onClick={() => open('shown')}>
        {t('filter')}
        {count > 0 && <span className={styles.count}>{count}</span>}
      </Button>
      <Drawer
        open={value !== undefined}
        placement="bottom"
        size="auto"
        title={t('filters')}
        closable={{ placement: 'end' }}
        onClose={close}
        footer={
          <Button block type="primary" onClick={close}>
            {t('done')}
          </Button>
        }
      >
        <div className={styles.fields}>{children}</div>
      </Drawer>
    </>
  )
}
