import { useQuery } from '@tanstack/react-query'
import { priceKeys } from '@turnpike/contract/money/price-book'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { RotateCcw, Trash2 } from 'lucide-react'
import { QuietButton } from '../../../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../../../components/menu/row-menu.tsx'
import {
  type FullPrice,
  fullPrice,
  lineDollars,
  lineRatio,
  linesOfAmounts,
  typeLine,
} from '../../../../components/options/price-lines.ts'
import { type Amounts, isPriced, isSameAmount, type PriceRow } from '../../../../components/options/price-maps.ts'
import { dollarsOfPrice, readDecimal } from '../../../../components/options/price-math.ts'
import { tierText } from '../../../../components/options/tiers/tier.text.ts'
import { tierLines } from '../../../../components/options/tiers/tier-words.ts'
import { meantPrice } from '../../../../components/options/typing-guard.ts'
import layoutStyles from '../../../../components/style/layout.module.css'
import { TypeMonogram } from '../../../../components/tags/channel-type-name.tsx'
import { Monogram } from '../../../../components/tags/monogram.tsx'
import { call } from '../../../../lib/api/call.ts'
import { listedPrice, listedRatio } from '../../../../lib/format/price-text.ts'
import { tableText } from './price-table.text.ts'
import styles from './pricing.module.css'
import type { Prices } from './use-prices.ts'

const cellLines = {
  ratio: { line: 'input', unit: 'ratios' },
  completion: { line: 'output', unit: 'ratios' },
  input: { line: 'input', unit: 'dollars' },
  output: { line: 'output', unit: 'dollars' },
} as const
export type TokenCellName = keyof typeof cellLines

/** A cell whose typed price is probably another one. */
export type MeantCell = {
  model: string
  name: TokenCellName
  price: string
  /** The typed price can be stored, and is until the user decides. */
  isKept: boolean
}

const priceOf = (amounts: Amounts | undefined): FullPrice | undefined => fullPrice(linesOfAmounts(amounts ?? {}))

/** The value of each cell of a row, whether it differs from the stored one, and its callbacks. */
export function usePriceCells({ storedOf, shippedOf, set, quotaPerUnit }: Prices, onMeant: (meant: MeantCell) => void) {
  const t = tableText.use()
  return ({ model, amounts }: PriceRow) => {
    const stored = storedOf(model)
    const shared = { state: amounts, onRestore: (before: Amounts) => set(model, before) }
    const price = priceOf(amounts)
    const textOf = (of: FullPrice | undefined, name: TokenCellName) => {
      const { line, unit } = cellLines[name]
      if (!of) return ''
      return unit === 'ratios' ? lineRatio(of, line) : lineDollars(of, line, quotaPerUnit)
    }
    return {
      token: (name: TokenCellName) => {
        const { line, unit } = cellLines[name]
        const value = textOf(price, name)
        const typeOf = (text: string) => typeLine(price, line, text, unit, quotaPerUnit)
        const type = (text: string) => {
          const typed = typeOf(text)
          if ('problem' in typed) return t(typed.problem)
          set(model, { ...amounts, [line === 'input' ? 'ModelRatio' : 'CompletionRatio']: typed.ratio })
          return undefined
        }
        return {
          ...shared,
          value,
          listed: unit === 'dollars' ? listedPrice(value) : listedRatio(value),
          isChanged: value !== textOf(priceOf(stored), name),
          onType: type,
          /** Asks about a price per token where one per million tokens is meant. */
          onLeave(text: string) {
            const known = priceOf(shippedOf(model)) ?? priceOf(stored)
            const reference = known && Number(lineDollars(known, line, quotaPerUnit))
            const price = unit === 'dollars' ? meantPrice(text, reference) : undefined
            if (price !== undefined) onMeant({ model, name, price, isKept: !('problem' in typeOf(text)) })
            return price !== undefined
          },
        }
      },
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
    <span className={layoutStyles.shrinkingRow} title={model} translate="no">
      {type === undefined ? (
        <Monogram letters={model.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)} />
      ) : (
        <TypeMonogram type={type} />
      )}
      <span className={styles.name}>{model}</span>
    </span>
  )
}

/** Marks a price with tiers; its title lists them. */
export function TierMark({ amounts, quotaPerUnit }: { amounts: Amounts; quotaPerUnit: number }) {
  const t = tierText.use()
  if (!amounts.ModelTiers || amounts.ModelPrice !== undefined) return null
  const lines = tierLines(amounts.ModelTiers, linesOfAmounts(amounts), quotaPerUnit, t)
  return (
    <span className={styles.tierMark} title={lines.join('\n')}>
      {t('tiers')}
    </span>
  )
}

type PriceActionsProps = { row: PriceRow; prices: Prices; onEdit: (model: string) => void }

/** These actions only change the form, which is saved later, so they need no confirmation. */
export function PriceActions({ row: { model, amounts }, prices, onEdit }: PriceActionsProps) {
  const t = tableText.use()
  const shipped = prices.shippedOf(model)
  const isShipped = shipped === undefined || priceKeys.every((key) => isSameAmount(shipped[key], amounts[key]))
  const canRestore = shipped !== undefined && isPriced(shipped) && !isShipped
  return (
    <div className={styles.actions}>
      <QuietButton aria-label={t('of', { action: t('edit'), model })} onClick={() => onEdit(model)}>
        {t('edit')}
      </QuietButton>
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
