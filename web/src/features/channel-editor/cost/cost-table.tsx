import { ratioBounds } from '@turnpike/contract/quota'
import type { ModelCost } from '@turnpike/contract/routing/channel-cost'
import { AutoComplete, Button, InputNumber } from 'antd'
import { Plus, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { MeantQuestion } from '../../../components/options/price-drawer/meant-question.tsx'
import { drawerText } from '../../../components/options/price-drawer/price-drawer.text.ts'
import { fullPrice, lineDollars } from '../../../components/options/price-lines.ts'
import { tierText } from '../../../components/options/tiers/tier.text.ts'
import { tierLines } from '../../../components/options/tiers/tier-words.ts'
import { meantPrice } from '../../../components/options/typing-guard.ts'
import textStyles from '../../../components/style/text.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { listedPrice } from '../../../lib/format/price-text.ts'
import styles from '../channel-editor.module.css'
import { costText } from './cost.text.ts'
import {
  type CostColumn,
  type CostRow,
  costColumns,
  costOfRow,
  costQuotaPerUnit,
  emptyRow,
  linesOfCost,
  pricesOfRows,
  rowsOfPrices,
} from './cost-rows.ts'

const CostDrawer = lazyPart(async () => (await import('./cost-drawer.tsx')).CostDrawer)

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
  const [before] = useState(prices)
  const change = (next: readonly CostRow[]) => {
    setRows(next)
    onChange(pricesOfRows(next))
  }
  const edit = (key: number, part: Partial<CostRow>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const labels = { ...Object.fromEntries(costColumns.map((name) => [name, t(name === 'call' ? 'onePrice' : name)])) }
  const [open, setOpen] = useState<number>()
  const opened = rows.find(({ key }) => key === open)
  const lines = opened && linesOfRow(opened)
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
              <CostLines
                key={row.key}
                row={row}
                before={before[row.model]}
                models={models}
                labels={labels}
                onEdit={(part) => edit(row.key, part)}
                onOpen={() => setOpen(row.key)}
                onRemove={() => change(rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isIncomplete && <p className={styles.costHint}>{t('incomplete')}</p>}
      <QuietButton
        icon={<Plus />}
        onClick={() => setRows([...rows, emptyRow(Math.max(-1, ...rows.map(({ key }) => key)) + 1)])}
      >
        {t('add')}
      </QuietButton>
      {opened && lines && (
        <CostDrawer
          model={opened.model}
          lines={lines}
          tiers={opened.more.tiers}
          onDone={(cost) => {
            const [row] = rowsOfPrices({ [opened.model]: cost })
            edit(opened.key, { ...row, key: opened.key })
          }}
          onClosed={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

type CostLinesProps = {
  row: CostRow
  /** The stored cost of the model. */
  before: ModelCost | undefined
  models: readonly string[]
  labels: Readonly<Record<string, string>>
  onEdit: (part: Partial<CostRow>) => void
  onOpen: () => void
  onRemove: () => void
}

/** A model of the list; below it the prices that have no column, and a question about an odd price. */
function CostLines({ row, before, models, labels, onEdit, onOpen, onRemove }: CostLinesProps) {
  const t = costText.use()
  const moreWords = useMoreWords()(row)
  const [active, setActive] = useState<CostColumn>()
  const [kept, setKept] = useState<readonly number[]>([])
  const meant = tokenColumns
    .filter((name) => name !== active && row.call === null && !kept.includes(row[name] ?? 0))
    .map((name) => ({
      name,
      price: meantPrice(String(row[name] ?? ''), before && 'input' in before ? before[name] : undefined),
    }))
    .find(({ price }) => price !== undefined)
  return (
    <>
      <tr className={styles.costRow}>
        <td>
          <AutoComplete
            className={styles.costModel}
            aria-label={t('model')}
            value={row.model}
            options={models.map((value) => ({ value }))}
            showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
            onChange={(model: string | undefined) => onEdit({ model: model ?? '' })}
          />
        </td>
        {costColumns.map((name) => (
          <td key={name} data-label={labels[name]}>
            <InputNumber
              className={styles.costNumber}
              aria-label={`${labels[name]} ${row.model}`.trim()}
              value={row[name]}
              min={ratioBounds.min}
              max={ratioBounds.max}
              controls={false}
              prefix="$"
              disabled={name !== 'call' && row.call !== null}
              onFocus={() => setActive(name)}
              onBlur={() => setActive(undefined)}
              onChange={(value) => onEdit({ [name]: value })}
            />
          </td>
        ))}
        <td className={styles.costActions}>
          <Button
            type="text"
            size="small"
            icon={<SlidersHorizontal />}
            disabled={linesOfRow(row) === undefined}
            aria-label={`${t('allPrices')} ${row.model}`.trim()}
            title={t('allPricesHelp')}
            onClick={onOpen}
          />
          <Button
            type="text"
            size="small"
            icon={<X />}
            aria-label={`${t('remove')} ${row.model}`.trim()}
            title={t('remove')}
            onClick={onRemove}
          />
        </td>
      </tr>
      {moreWords.length > 0 && (
        <tr>
          <td colSpan={costColumns.length + 2}>
            <ul className={`${textStyles.hint} ${styles.costMore}`}>
              {moreWords.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
      {meant?.price !== undefined && (
        <tr>
          <td colSpan={costColumns.length + 2}>
            <MeantQuestion
              price={meant.price}
              onTake={() => onEdit({ [meant.name]: Number(meant.price) })}
              onKeep={() => setKept([...kept, row[meant.name] ?? 0])}
            />
          </td>
        </tr>
      )}
    </>
  )
}

const tokenColumns = ['input', 'output', 'cache_read', 'cache_write'] as const

/** The ratios of a row with complete prices per token above 0. */
function linesOfRow(row: CostRow) {
  const cost = costOfRow(row)
  return cost && 'input' in cost ? linesOfCost(cost) : undefined
}

/** The prices of a row that have no column: "Audio input $6.00", and each tier. */
function useMoreWords(): (row: CostRow) => string[] {
  const price = drawerText.use()
  const tier = tierText.use()
  return (row) => {
    const lines = linesOfRow(row)
    const full = lines && fullPrice(lines)
    if (!full) return []
    const media = (['imageInput', 'imageOutput', 'audioInput', 'audioOutput'] as const)
      .filter((line) => lines[line] !== undefined)
      .map((line) => `${price(line)} $${listedPrice(lineDollars(full, line, costQuotaPerUnit))}`)
    const { tiers } = row.more
    return [...media, ...(tiers ? tierLines(tiers, lines, costQuotaPerUnit, tier) : [])]
  }
}
