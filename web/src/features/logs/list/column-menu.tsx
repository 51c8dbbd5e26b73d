import { Button, Checkbox, Popover } from 'antd'
import { Columns3 } from 'lucide-react'
import { useText } from '../../../lib/text/text.ts'
import { logsText } from '../logs.text.ts'
import styles from './column-menu.module.css'
import { columnsOf, hiddenColumns, shownColumns, withColumn } from './shown-columns.ts'

/** Which columns are shown; the browser remembers it. */
export function ColumnMenu({ isAdmin }: { isAdmin: boolean }) {
  const t = useText(logsText)
  const hidden = hiddenColumns.use()
  const shown = shownColumns(isAdmin, hidden)
  const list = (
    <fieldset className={styles.list} aria-label={t('columns')}>
      {columnsOf(isAdmin).map((column) => (
        <Checkbox
          key={column}
          checked={shown.includes(column)}
          onChange={({ target }) => hiddenColumns.set(withColumn(isAdmin, hidden, column, target.checked))}
        >
          {t(column)}
        </Checkbox>
      ))}
    </fieldset>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={list}>
      <Button icon={<Columns3 />} aria-label={t('columns')} title={t('columns')} />
    </Popover>
  )
}
