import { dictionary } from '../../../../../lib/text/text.ts'

/** The words of the table alone: the tabs of the settings carry those of the section. */
export const tableText = dictionary({
  en: {
    withoutPrice: ({ count }: { count: number }) => `${count} without a price`,
    book: 'Dates and price lists',
    unpriced: 'These models cannot be called because they have no price.',
    setPrice: 'Set a price',
    setPriceOf: ({ model }: { model: string }) => `Set a price for ${model}`,
    callPrice: 'Call $',
    cell: ({ model, column }: { model: string; column: string }) => `${model}: ${column}`,
    edit: 'Edit',
    of: ({ action, model }: { action: string; model: string }) => `${action}: ${model}`,
    hint: ({ price }: { price: string }) =>
      `Edit dollars or ratios; the other is updated. Ratio 1 = ${price} per 1M tokens.`,
    broken: 'The JSON is not valid. Fix it in the JSON view to restore the table.',
  },
  zh: {
    withoutPrice: ({ count }) => `${count} 个没有价格`,
    book: '定时与价目表',
    unpriced: '这些模型没有价格，无法调用。',
    setPrice: '设置价格',
    setPriceOf: ({ model }) => `为 ${model} 设置价格`,
    callPrice: '每次 $',
    cell: ({ model, column }) => `${model}：${column}`,
    edit: '编辑',
    of: ({ action, model }) => `${action}：${model}`,
    hint: ({ price }) => `修改美元价格或倍率，另一个会随之变化。倍率 1 = 每 1M Token ${price}。`,
    broken: 'JSON 格式有误，请在 JSON 视图中修正。',
  },
})
