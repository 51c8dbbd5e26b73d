import { ratioBounds } from '@turnpike/contract/quota'
import type { ModelCost } from '@turnpike/contract/routing/channel-cost'
import { AutoComplete, Button, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import styles from '../channel-editor.module.css'
import { costText } from './cost.text.ts'
import { type CostRow, costColumns, costOfRow, emptyRow, pricesOfRows, rowsOfPrices } from './cost-rows.ts'

type CostTableProps = {
  prices: Readonly<Record<string, ModelCost>>
  /** The models of the channel, to choose from. */
  models: readonly string[]
  onChange: (prices: Record<string, ModelCost>) => void
}

/** The price list of an upstream, one row per model. Rows that are not complete are not part of it yet. */
export function CostTable({ prices, models, onChange }: CostTableProps) {
  const t = costText.use()
  const [rows, setRows] = useState<readonly CostRow[]>(() => {
    const stored = rowsOfPrices(prices)
    return stored.length > 0 ? stored : [emptyRow(0)]
  })
  const change = (next: readonly CostRow[]) => {
    setRows(next)
    onChange(pricesOfRows(next))
  }
  const edit = (key: number, part: Partial<CostRow>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const labels = { ...Object.fromEntries(costColumns.map((name) => [name, t(name === 'call' ? 'onePrice' : name)])) }
  const isIncomplete = rows.some((row) => row.model.trim() !== '' && !costOfRow(row))
  return (
    <div>
      <div className={styles.costScroll}>
        <table className={styles.costTable}>
          <thead>
            <tr>
              <th scope="col">{t('model')}</th>
              {costColumns.map((name) => (
                <th key={name} scope="col">
                  {labels[name]}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <td>
                  <AutoComplete
                    className={styles.costModel}
                    aria-label={t('model')}
                    value={row.model}
                    options={models.map((value) => ({ value }))}
                    showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
                    onChange={(model: string | undefined) => edit(row.key, { model: model ?? '' })}
                  />
                </td>
                {costColumns.map((name) => (
                  <td key={name}>
                    <InputNumber
                      className={styles.costNumber}
                      aria-label={`${labels[name]} ${row.model}`.trim()}
                      value={row[name]}
                      min={ratioBounds.min}
                      max={ratioBounds.max}
                      controls={false}
                      prefix="$"
                      disabled={name !== 'call' && row.call !== null}
                      onChange={(value) => edit(row.key, { [name]: value })}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    type="text"
                    icon={<X />}
                    aria-label={`${t('remove')} ${row.model}`.trim()}
                    onClick={() => change(rows.filter(({ key }) => key !== row.key))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isIncomplete && <p className={styles.costHint}>{t('incomplete')}</p>}
      <Button
        type="text"
        size="small"
        icon={<Plus />}
        onClick={() => setRows([...rows, emptyRow(Math.max(-1, ...rows.map(({ key }) => key)) + 1)])}
      >
        {t('add')}
      </Button>
    </div>
  )
}
