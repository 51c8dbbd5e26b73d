import { pricingWords } from '../../../../components/options/price-drawer/price-drawer.text.ts'
import { dictionary } from '../../../../lib/text/text.ts'

/** The words of the table, which are loaded with it and not with the tab. */
export const tableText = dictionary({
  ...pricingWords,
  search: ['Model name', '模型名称'],
  allBilling: ['All billing', '全部计费方式'],
  count: ['{count} models', '{count} 个模型'],
  withoutPrice: ['{count} without a price', '{count} 个没有价格'],
  view: ['View', '视图'],
  book: ['Schedule & import', '定时与导入'],
  unpriced: ['Requests to these models are refused because they have no price.', '这些模型没有价格，请求会被拒绝。'],
  more: ['Show {count} more', '再显示 {count} 个'],
  setPrice: ['Set a price', '设置价格'],
  setPriceOf: ['Set a price for {model}', '为 {model} 设置价格'],
  completion: ['Completion ratio', '补全倍率'],
  input: ['Input $ / 1M', '输入 $ / 1M'],
  output: ['Output $ / 1M', '输出 $ / 1M'],
  callPrice: ['Request $', '每次 $'],
  cell: ['{model}: {column}', '{model}：{column}'],
  of: ['{action}: {model}', '{action}：{model}'],
  restore: ['Restore the built-in price', '恢复内置价格'],
  keepTyped: ['Keep the typed price', '保留输入的价格'],
  keepBefore: ['Keep the former price', '保留原价格'],
  noMatch: ['No model matches', '没有匹配的模型'],
  and: [', ', '、'],
  hint: [
    'Edit dollars or ratios; the other is updated. Ratio 1 = {price} per 1M tokens.',
    '修改美元价格或倍率，另一个会随之变化。倍率 1 = 每 1M Token {price}。',
  ],
  broken: [
    'The JSON is not valid. Fix it in the JSON view to restore the table.',
    'JSON 格式有误，请在 JSON 视图中修正。',
  ],
})
