import { dictionary } from '../text/text.ts'

/** The names of what changes a model's price from call to call. */
export const tierText = dictionary({
  above: ['above {count} input tokens', '输入超过 {count} Token'],
  priority: ['Priority', '优先'],
  flex: ['Flex', '弹性'],
  batch: ['Batch', '批处理'],
  fast: ['Fast', '快速'],
  us: ['US only', '仅限美国'],
  offPeak: ['off-peak ×{factor}', '谷时 ×{factor}'],
  peak: ['peak ×{factor}', '峰时 ×{factor}'],
})
