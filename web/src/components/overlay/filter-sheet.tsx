import { Button } from 'antd'
import type { ReactNode } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import layoutStyles from '../style/layout.module.css'
import { Drawer } from './ant-overlays.tsx'

const sheetText = dictionary({ filters: ['Filters', '筛选'], done: ['Show results', '查看结果'] })

/** The filters in a drawer from below. */
export function FilterSheet({ open, close, children }: { open: boolean; close: () => void; children: ReactNode }) {
  const t = sheetText.use()
  return (
    <Drawer
      open={open}
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
      <div className={layoutStyles.stack16}>{children}</div>
    </Drawer>
  )
}
