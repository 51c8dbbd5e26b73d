import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { Button } from 'antd'
import { RotateCcw, Trash2 } from 'lucide-react'
import { RowMenu } from '../../../../components/menu/row-menu.tsx'
import { type Amounts, isPriced, type PriceRow, priceKeys } from '../../../../components/options/price-maps.ts'
import { dollarsOfPrice, readDecimal } from '../../../../components/options/price-math.ts'
import { fieldsOf, ratiosOf, type TokenFieldName, typeField } from '../../../../components/options/token-fields.ts'
import layoutStyles from '../../../../components/style/layout.module.css'
import { TypeMonogram } from '../../../../components/tags/channel-type-name.tsx'
import { Monogram } from '../../../../components/tags/monogram.tsx'
import { call } from '../../../../lib/api/call.ts'
import { listedPrice } from '../../../../lib/format/price-text.ts'
import { tableText } from './price-table.text.ts'
import styles from './pricing.module.css'
import type { Prices } from './use-prices.ts'

const completionRatioOf = ({ CompletionRatio = 1 }: Amounts) => CompletionRatio

/** The value of each cell of a row, whether it differs from the stored one, and its callbacks. */
export function usePriceCells({ storedOf, set, quotaPerUnit }: Prices) {
  const t = tableText.use()
  return ({ model, amounts }: PriceRow) => {
    const stored = storedOf(model)
    const shared = { state: amounts, onRestore: (before: Amounts) => set(model, before) }
    const fields = fieldsOf(amounts.ModelRatio, completionRatioOf(amounts), quotaPerUnit)
    const isRatioChanged = stored.ModelRatio !== amounts.ModelRatio
    const isCompletionChanged = completionRatioOf(stored) !== completionRatioOf(amounts)
    const isTokenChanged: Record<TokenFieldName, boolean> = {
      ratio: isRatioChanged,
      input: isRatioChanged,
      completion: isCompletionChanged,
      output: isRatioChanged || isCompletionChanged,
    }
    return {
      token: (name: TokenFieldName) => ({
        ...shared,
        value: fields[name],
        listed: name === 'input' || name === 'output' ? listedPrice(fields[name]) : fields[name],
        isChanged: isTokenChanged[name],
        onType(text: string) {
          const { fields: next, problem } = typeField(fields, name, text, quotaPerUnit)
          const ratios = ratiosOf(next)
          if (problem || !ratios) return t(problem ?? 'number')
          const isInput = name === 'ratio' || name === 'input'
          set(model, {
            ...amounts,
            ...(isInput ? { ModelRatio: ratios.ratio } : { CompletionRatio: ratios.completion }),
          })
          return undefined
        },
      }),
      call: {
        ...shared,
        value: amounts.ModelPrice === undefined ? '' : dollarsOfPrice(amounts.ModelPrice),
        isChanged: stored.ModelPrice !== amounts.ModelPrice,
        onType(text: string) {
          const read = readDecimal(text)
          if ('problem' in read) return t(read.problem)
          set(model, { ...amounts, ModelPrice: Number(read.text) })
          return undefined
        },
      },
    }
  }
}

const typesOf = (models: Record<string, string[]>): ReadonlyMap<string, number> =>
  // The first type that lists a model is usually its vendor, so it is written last and wins.
  new Map(
    Object.entries(models)
      .reverse()
      .flatMap(([type, names]) => names.map((name) => [name, Number(type)] as const)),
  )

/** Which channel type usually serves a model, for the tile in front of its name. */
const useModelTypes = () =>
  useQuery({
    queryKey: ['catalogue', 'models by type'],
    queryFn: () => call(catalogueApi.modelsByType),
    select: typesOf,
    staleTime: 60_000,
  })

/** A model by the tile of its usual vendor and its name. */
export function ModelName({ model }: { model: string }) {
  const type = useModelTypes().data?.get(model)
  return (
    <span className={layoutStyles.shrinkingRow} title={model}>
      {type === undefined ? (
        <Monogram letters={model.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)} />
      ) : (
        <TypeMonogram type={type} />
      )}
      <span className={styles.name}>{model}</span>
    </span>
  )
}

type PriceActionsProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** These actions only change the form, which is saved later, so they need no confirmation. */
export function PriceActions({ row: { model, amounts }, prices, onEdit }: PriceActionsProps) {
  const t = tableText.use()
  const shipped = prices.shippedOf(model)
  const isShipped = shipped === undefined || priceKeys.every((key) => shipped[key] === amounts[key])
  const canRestore = shipped !== undefined && isPriced(shipped) && !isShipped
  return (
    <div className={styles.actions}>
      <Button type="text" size="small" aria-label={t('of', { action: t('edit'), model })} onClick={() => onEdit(model)}>
        {t('edit')}
      </Button>
      <RowMenu
        name={model}
        entries={[
          {
            key: 'restore',
            label: t('restore'),
            icon: <RotateCcw />,
            disabled: !canRestore,
            onSelect: () => shipped && prices.set(model, shipped),
          },
          { key: 'remove', label: t('remove'), icon: <Trash2 />, danger: true, onSelect: () => prices.set(model, {}) },
        ]}
      />
    </div>
  )
}
