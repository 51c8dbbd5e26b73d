import { quotaType } from '@turnpike/contract/money/pricing'
import { dollarsOfCall, dollarsOfTokens, listedPrice, million } from '../../../lib/format/price-text.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { useText } from '../../../lib/text/text.ts'
import { usePlayground, useSettings } from '../store/use-playground.ts'
import { settingsText } from './settings.text.ts'

/** What the model costs in the chosen group. */
export function PriceLine({ model }: { model: string }) {
  const t = useText(settingsText)
  const { models } = usePlayground()
  const settings = useSettings()
  const { perUnit } = useQuotaRate()
  const priced = models.priced.get(model)
  if (!priced) return null
  const ratio = models.groups[settings.group || models.ownGroup]?.ratio ?? 1
  if (priced.quota_type === quotaType.call) return t('perCall', { price: dollarsOfCall(priced.model_price, ratio) })
  const price = (...ratios: number[]) =>
    listedPrice(dollarsOfTokens(million, perUnit, priced.model_ratio, ratio, ...ratios))
  return t('prices', { input: price(), output: price(priced.completion_ratio) })
}
