import { Button, Checkbox, Popover } from 'antd'
import { Columns3 } from 'lucide-react'
import { returnFocus } from '../../lib/browser/focus-return.ts'
import { dictionary } from '../../lib/text/text.ts'
import type { ColumnChoice } from './column-choice.ts'
import styles from './data-table.module.css'

const columnText = dictionary({ columns: ['Columns', '列设置'] })

type ColumnMenuProps<Column extends string> = {
  choice: ColumnChoice<Column>
  isAdmin: boolean
  nameOf: (column: Column) => string
}

/** Which columns are shown; the browser remembers it. */
export function ColumnMenu<Column extends string>({ choice, isAdmin, nameOf }: ColumnMenuProps<Column>) {
  const label = columnText.use()('columns')
  const shown = choice.useShown(isAdmin)
  const list = (
    <fieldset className={styles.list} aria-label={label}>
      {choice.columnsOf(isAdmin).map((column) => (
        <Checkbox
          key={column}
          checked={shown.includes(column)}
          onChange={({ target }) => choice.set(isAdmin, column, target.checked)}
        >
          {nameOf(column)}
        </Checkbox>
      ))}
    </fieldset>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={list}
      onOpenChange={(open) => !open && requestAnimationFrame(returnFocus)}
    >
      <Button icon={<Columns3 />} aria-label={label} title={label} />
    </Popover>
  )
}
