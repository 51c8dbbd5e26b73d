import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { formatCount, ratioBounds } from '@turnpike/contract/quota'
import { isAmount, readMap } from '../../../../components/options/map-text.ts'
import {
  type Amounts,
  changesBetween,
  isPriced,
  type PriceChange,
  type PriceKey,
  priceKeys,
  priceWords,
  readMaps,
} from '../../../../components/options/price-maps.ts'
import { dollarsOfPrice } from '../../../../components/options/price-math.ts'
import { jsonRule } from '../../form/option-problem.ts'
import { type OptionForm, type OptionRow, option, type Words } from '../../form/section-table.ts'

const ratioMax = formatCount(ratioBounds.max)

const priceRow = (name: PriceKey, label: Words): OptionRow<never> => {
  const [en, zh] = label
  const rule = jsonRule((value): Words | undefined => {
    const map = readMap(JSON.stringify(value))
    if (!map) return [`${en}: an object such as { "model": 1 }`, `${zh}：应为形如 { "模型": 1 } 的对象`]
    if (![...map.keys()].every((model) => isTextWithin(modelNameBounds, model))) return priceWords.nameBad
    const [model] = [...map].find(([, amount]) => !isAmount(amount)) ?? []
    if (model === undefined) return undefined
    return [
      `${en}: “${model}” needs a number from 0 to ${ratioMax} with at most six decimals`,
      `${zh}：“${model}”的值应为 0 到 ${ratioMax} 之间、最多六位小数的数字`,
    ]
  })
  return option(name, label, { rule })
}

/** The three price maps. Two sections edit them: as JSON, and as a table. */
export const priceRows = [
  priceRow('ModelPrice', priceWords.callPrice),
  priceRow('ModelRatio', ['Model ratio', '模型倍率']),
  priceRow('CompletionRatio', ['Completion ratio', '补全倍率']),
]

/** The changed prices, for the save bar; the changed maps while one of them cannot be read. */
export function priceChanges({ stored, texts, isChanged }: OptionForm): Words[] {
  const [before, after] = [readMaps(stored), readMaps(texts)]
  if (before && after) return changesBetween(before, after).map(describeChange)
  return priceRows.filter(({ name }) => isChanged(name)).map(({ label }) => label)
}

const namesInLine: Record<PriceKey, Words> = {
  ModelPrice: ['price per call', '固定价格'],
  ModelRatio: ['ratio', '倍率'],
  CompletionRatio: ['completion ratio', '补全倍率'],
}

/** One line of the save bar: "gpt-5.4-mini ratio 0.4 → 0.375". */
function describeChange({ model, before, after }: PriceChange): Words {
  if (!isPriced(after)) return [`${model} removed`, `删除 ${model}`]
  if (!isPriced(before)) return [`${model} added`, `新增 ${model}`]
  const lineIn = (language: 0 | 1) => {
    const spell = (key: PriceKey, amounts: Amounts) => {
      const amount = amounts[key]
      if (amount === undefined) return ['none', '无'][language]
      return key === 'ModelPrice' ? `$${dollarsOfPrice(amount)}` : String(amount)
    }
    const parts = priceKeys
      .filter((key) => before[key] !== after[key])
      .map((key) => `${namesInLine[key][language]} ${spell(key, before)} → ${spell(key, after)}`)
    return `${model} ${parts.join([', ', '、'][language])}`
  }
  return [lineIn(0), lineIn(1)]
}
