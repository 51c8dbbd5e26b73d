import type { ServiceTier } from '@turnpike/contract/money/price-tiers'
import { dictionary } from '../text/text.ts'

/** The names of service tiers. */
export const serviceTierNames = {
  priority: ['Priority', '优先'],
  flex: ['Flex', '弹性'],
  batch: ['Batch', '批处理'],
  fast: ['Claude fast', 'Claude 快速'],
  us: ['Claude US only', 'Claude 仅限美国'],
} as const satisfies Record<ServiceTier, readonly [en: string, zh: string]>

/** The names of what changes a model's price from call to call. */
export const tierText = dictionary({
  ...serviceTierNames,
  above: ['above {count} input tokens', '输入超过 {count} Token'],
  offPeak: ['off-peak ×{factor}', '谷时 ×{factor}'],
  peak: ['peak ×{factor}', '峰时 ×{factor}'],
})
