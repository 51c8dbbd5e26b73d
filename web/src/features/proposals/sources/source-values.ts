import { isNumberText, isTextWithin } from '@turnpike/contract/bounds'
import type { PriceListFormat } from '@turnpike/contract/money/price-book'
import {
  type NewPriceSource,
  priceSourceBounds,
  priceSourceDefaults,
  type SourceModels,
  sourcePatternBounds,
  sourcePatternsMax,
} from '@turnpike/contract/money/price-sources'
import { groupNameBounds } from '@turnpike/contract/names'
import { isWebAddress } from '@turnpike/contract/web-address'
import { linesIn } from '../../../lib/text/lines-in.ts'

/** The fields of the form; numbers as they are typed. */
export type SourceValues = {
  name: string
  kind: PriceListFormat
  address: string
  is_enabled: boolean
  interval_hours: number
  models: SourceModels
  patterns: string
  factor: string
  group: string
  recharge_factor: string
  apply_percent: string
}

/** Public lists with a fixed address. */
const addresses: Partial<Record<PriceListFormat, string>> = {
  litellm: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
  'models-dev': 'https://models.dev/api.json',
  openrouter: 'https://openrouter.ai/api/v1/models',
}
export const isGateway = (kind: PriceListFormat) => addresses[kind] === undefined

export const valuesOf = (source: NewPriceSource): SourceValues => ({
  ...source,
  patterns: source.patterns.join('\n'),
  factor: String(source.factor),
  recharge_factor: String(source.recharge_factor),
  apply_percent: String(source.apply_percent),
})

export const newValues = valuesOf({
  ...priceSourceDefaults,
  name: 'LiteLLM',
  kind: 'litellm',
  address: addresses.litellm ?? '',
})

/** Another kind brings its address and name, unless somebody typed others. */
export function withKind(
  values: SourceValues,
  kind: PriceListFormat,
  names: Record<PriceListFormat, string>,
): SourceValues {
  const isOwnAddress = values.address !== '' && values.address !== addresses[values.kind]
  const isOwnName = values.name !== '' && values.name !== names[values.kind]
  return {
    ...values,
    kind,
    address: isOwnAddress ? values.address : (addresses[kind] ?? ''),
    name: isOwnName ? values.name : isGateway(kind) ? '' : names[kind],
  }
}

export type SourceField =
  | 'name'
  | 'address'
  | 'interval'
  | 'patterns'
  | 'factor'
  | 'gatewayGroup'
  | 'recharge'
  | 'apply'

/** The fields that cannot be saved as they are. */
export function problemsOf(values: SourceValues): SourceField[] {
  const { interval_hours, factor, recharge_factor, apply_percent } = priceSourceBounds
  const patterns = linesIn(values.patterns)
  const arePatterns =
    patterns.some((each) => !each.startsWith('!')) &&
    patterns.length <= sourcePatternsMax &&
    patterns.every((each) => isTextWithin(sourcePatternBounds, each))
  const group = values.group.trim()
  const rules: [SourceField, boolean][] = [
    ['name', isTextWithin(priceSourceBounds.name, values.name.trim())],
    ['address', isWebAddress(values.address.trim())],
    ['interval', isNumberText(interval_hours, String(values.interval_hours))],
    ['patterns', values.models !== 'patterns' || arePatterns],
    ['factor', isNumberText(factor, values.factor.trim())],
    ['gatewayGroup', !isGateway(values.kind) || group === '' || isTextWithin(groupNameBounds, group)],
    ['recharge', !isGateway(values.kind) || isNumberText(recharge_factor, values.recharge_factor.trim())],
    ['apply', isNumberText(apply_percent, values.apply_percent.trim())],
  ]
  return rules.filter(([, isFine]) => !isFine).map(([field]) => field)
}

/** The source that the form describes. What only gateways have stays at its default for other lists. */
export function sourceOf(values: SourceValues): NewPriceSource {
  const { kind, is_enabled, interval_hours, models } = values
  return {
    name: values.name.trim(),
    kind,
    address: values.address.trim(),
    is_enabled,
    interval_hours,
    models,
    patterns: models === 'patterns' ? linesIn(values.patterns) : [],
    factor: Number(values.factor),
    group: isGateway(kind) ? values.group.trim() : '',
    recharge_factor: isGateway(kind) ? Number(values.recharge_factor) : 1,
    apply_percent: Number(values.apply_percent),
  }
}
