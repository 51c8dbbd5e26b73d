import { isTextWithin } from '@turnpike/contract/bounds'
import { type PriceKey, priceKeys, type RatioKey } from '@turnpike/contract/money/price-book'
import { modelNameBounds } from '@turnpike/contract/names'
import { formatCount, multipleBounds, ratioBounds } from '@turnpike/contract/quota'
import { readMap } from '../../../../components/options/map-text.ts'
import {
  type Amounts,
  changesBetween,
  isPriced,
  isPriceValue,
  isSameAmount,
  type PriceChange,
  priceWords,
  readMaps,
} from '../../../../components/options/price-maps.ts'
import { dollarsOfPrice } from '../../../../components/options/price-math.ts'
import type { Words } from '../../../../lib/text/words.ts'
import { jsonRule } from '../../form/option-problem.ts'
import { type OptionForm, type OptionRow, option } from '../../form/section-table.ts'

const neededNumber = (max: number, decimals: Words): Words => [
  `needs a number from 0 to ${formatCount(max)} with at most ${decimals[0]} decimals`,
  `的值应为 0 到 ${formatCount(max)} 之间、最多${decimals[1]}位小数的数字`,
]

function needed(name: PriceKey): Words {
  if (name === 'ModelTiers')
    return ['needs tiers: lengths, services or times', '的值应为价格档位：lengths、services 或 times']
  return name === 'ModelPrice'
    ? neededNumber(ratioBounds.max, ['six', '六'])
    : neededNumber(multipleBounds.max, ['twelve', '十二'])
}

const priceRow = (name: PriceKey, label: Words): OptionRow<never> => {
  const [en, zh] = label
  const rule = jsonRule((value): Words | undefined => {
    const map = readMap(JSON.stringify(value))
    if (!map) return [`${en}: an object such as { "model": … }`, `${zh}：应为形如 { "模型": … } 的对象`]
    if (![...map.keys()].every((model) => isTextWithin(modelNameBounds, model))) return priceWords.nameBad
    const [model] = [...map].find(([, amount]) => !isPriceValue(name, amount)) ?? []
    if (model === undefined) return undefined
    const [inEnglish, inChinese] = needed(name)
    return [`${en}: “${model}” ${inEnglish}`, `${zh}：“${model}”${inChinese}`]
  })
  return option(name, label, { rule })
}

/** The options of prices. Two sections edit them: as JSON, and as a table. */
export const priceRows = [
  priceRow('ModelPrice', priceWords.callPrice),
  priceRow('ModelRatio', ['Model ratio', '模型倍率']),
  priceRow('CompletionRatio', ['Completion ratio', '补全倍率']),
  priceRow('CacheRatio', ['Cache ratio', '缓存倍率']),
  priceRow('CreateCacheRatio', ['Cache write ratio', '缓存写入倍率']),
  priceRow('ImageRatio', ['Image ratio', '图片倍率']),
  priceRow('ImageCompletionRatio', ['Generated image ratio', '生成图片倍率']),
  priceRow('AudioRatio', ['Audio ratio', '音频倍率']),
  priceRow('AudioCompletionRatio', ['Audio completion ratio', '音频补全倍率']),
  priceRow('ModelTiers', ['Price tiers', '价格档位']),
]

/** The changed prices, for the save bar; the changed maps while one of them cannot be read. */
export function priceChanges({ stored, texts, isChanged }: OptionForm): Words[] {
  const [before, after] = [readMaps(stored), readMaps(texts)]
  if (before && after) return changesBetween(before, after).map(describeChange)
  return priceRows.filter(({ name }) => isChanged(name)).map(({ label }) => label)
}

const namesInLine: Record<RatioKey, Words> = {
  ModelPrice: ['price per request', '固定价格'],
  ModelRatio: ['ratio', '倍率'],
  CompletionRatio: ['completion ratio', '补全倍率'],
  CacheRatio: ['cache ratio', '缓存倍率'],
  CreateCacheRatio: ['cache write ratio', '缓存写入倍率'],
  ImageRatio: ['image ratio', '图片倍率'],
  ImageCompletionRatio: ['generated image ratio', '生成图片倍率'],
  AudioRatio: ['audio ratio', '音频倍率'],
  AudioCompletionRatio: ['audio completion ratio', '音频补全倍率'],
}

/** One line of the save bar: "gpt-5.4-mini ratio 0.4 → 0.375". */
function describeChange({ model, before, after }: PriceChange): Words {
  if (!isPriced(after)) return [`${model} removed`, `删除 ${model}`]
  if (!isPriced(before)) return [`${model} added`, `新增 ${model}`]
  const lineIn = (language: 0 | 1) => {
    const spell = (key: RatioKey, amounts: Amounts) => {
      const amount = amounts[key]
      if (amount === undefined) return ['none', '无'][language]
      return key === 'ModelPrice' ? `$${dollarsOfPrice(amount)}` : String(amount)
    }
    const parts = priceKeys
      .filter((key) => !isSameAmount(before[key], after[key]))
      .map((key) =>
        key === 'ModelTiers'
          ? ['tiers', '价格档位'][language]
          : `${namesInLine[key][language]} ${spell(key, before)} → ${spell(key, after)}`,
      )
    return `${model} ${parts.join([', ', '、'][language])}`
  }
  return [lineIn(0), lineIn(1)]
}
