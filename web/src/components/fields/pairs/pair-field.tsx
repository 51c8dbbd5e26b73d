import { Segmented } from 'antd'
import { useState } from 'react'
import { JsonField } from '../json-field.tsx'
import { pairText } from './pair.text.ts'
import type { PairFieldProps } from './pair-field-props.ts'
import styles from './pair-table.module.css'
import { PairTable } from './pair-table.tsx'
import { readPairs } from './pair-text.ts'

/** JSON that is a list of pairs, as a table with two columns. It can be switched to the text, for pasting. */
export function PairField(props: PairFieldProps) {
  const { value, onChange, shape, columns, add, template, emptyText, wrongCell, rows, ...field } = props
  const t = pairText.use()
  const [isJson, setIsJson] = useState(false)
  const stored = readPairs(value, shape)
  // Text that does not fit stays as text until it is switched back: a table must not appear while somebody types.
  const [isForced, setIsForced] = useState(stored === undefined)
  const isShownAsJson = isJson || isForced
  const viewSwitch = (
    <Segmented
      size="small"
      className={styles.view}
      aria-label={t('view', { label: field.label })}
      title={stored === undefined && isShownAsJson ? t('noTable') : undefined}
      value={isShownAsJson ? 'json' : 'table'}
      options={[
        { value: 'table', label: t('table'), disabled: isShownAsJson && stored === undefined },
        { value: 'json', label: t('json') },
      ]}
      onChange={(view) => {
        setIsJson(view === 'json')
        setIsForced(false)
      }}
    />
  )
  if (isShownAsJson)
    return (
      <JsonField {...field} value={value} template={template} rows={rows} beside={viewSwitch} onChange={onChange} />
    )
  return (
    <PairTable
      {...{ value, shape, columns, add, template, emptyText, wrongCell, field, viewSwitch, onChange }}
      onUnreadable={() => setIsForced(true)}
    />
  )
}
