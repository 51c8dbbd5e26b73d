import type { PricedModel } from '@turnpike/contract/money/pricing'
import { type CSSProperties, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useVisibleRows } from '../../../components/data-table/use-visible-rows.ts'
import { Tick } from '../../../components/fields/tick.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { isPerCall, type Terms } from '../../../lib/prices/price-lines.ts'
import { pricingText } from '../pricing.text.ts'
import cellStyles from './model-cells.module.css'
import { Amount, BillingTag, ModelGroups, ModelName } from './model-cells.tsx'
import { useVendorName } from './vendors.ts'

type ModelCardsProps = {
  models: readonly PricedModel[]
  terms: Terms
  group: string
  selected: ReadonlySet<string>
  onTick: (model: string) => void
  onOpen: (model: PricedModel) => void
}

// As in the style sheet: all cards have one height, so that the place of each is known before it is drawn.
const cardHeight = 148
const gap = 12

/** The models as cards; only those near the window are drawn. */
export function ModelCards({ models, selected, ...shared }: ModelCardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const columns = useGridColumns(list)
  const rows = Math.ceil(models.length / columns)
  const { first, end, room } = useVisibleRows(list, cardHeight + gap, rows)
  return (
    <ul ref={list} className={cellStyles.cards} style={room as CSSProperties}>
      {models.slice(first * columns, end * columns).map((model) => (
        <ModelCard key={model.model_name} model={model} isTicked={selected.has(model.model_name)} {...shared} />
      ))}
    </ul>
  )
}

type ModelCardProps = Omit<ModelCardsProps, 'models' | 'selected'> & { model: PricedModel; isTicked: boolean }

function ModelCard({ model, isTicked, terms, group, onTick, onOpen }: ModelCardProps) {
  const t = pricingText.use()
  const vendorName = useVendorName()
  const { model_name, vendor, enable_groups } = model
  const figures = isPerCall(model)
    ? [{ line: 'call' as const, name: t('perCall') }]
    : (['input', 'cacheRead', 'output'] as const).map((line) => ({ line, name: t(line) }))
  const className = enable_groups.includes(group) ? cellStyles.card : `${cellStyles.card} ${cellStyles.light}`
  return (
    <li className={className}>
      <div className={layoutStyles.cardLine}>
        <ModelName model={model} />
        <Tick label={t('select', { model: model_name })} isTicked={isTicked} onTick={() => onTick(model_name)} />
      </div>
      <p className={`${layoutStyles.row} ${textStyles.secondary} ${textStyles.small}`}>
        {vendorName(vendor)} <BillingTag model={model} />
      </p>
      <dl className={cellStyles.figures}>
        {figures.map(({ line, name }) => (
          <div key={line}>
            <dt>{name}</dt>
            <dd>
              <Amount model={model} line={line} terms={terms} />
            </dd>
          </div>
        ))}
      </dl>
      <div className={`${layoutStyles.row} ${cellStyles.foot}`}>
        <ModelGroups model={model} group={group} />
        <button
          type="button"
          className={cellStyles.open}
          aria-label={t('details', { model: model_name })}
          onClick={() => onOpen(model)}
        >
          {t('open')}
        </button>
      </div>
    </li>
  )
}

/** How many columns a grid has that the style sheet fills by the width of the window. */
function useGridColumns(grid: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    if (!grid.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setColumns(getComputedStyle(entry.target).gridTemplateColumns.split(' ').length)
    })
    observer.observe(grid.current)
    return () => observer.disconnect()
  }, [grid])
  return columns
}
