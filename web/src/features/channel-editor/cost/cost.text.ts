import { dictionary } from '../../../lib/text/text.ts'

export const costText = dictionary({
  title: ['Cost', '成本'],
  text: [
    'What this provider charges you. Used to calculate margin. Only administrators see it.',
    '该服务商向你收取的费用，用于计算毛利。只有管理员可见。',
  ],
  kind: ['Provider pricing', '服务商计价方式'],
  none: ['Unknown', '未知'],
  multiple: ['As a share of the public price', '按公开价格的比例'],
  prices: ['By its own price list', '按自己的价目表'],
  call: ['The same for every request', '每次请求同价'],
  noneHelp: ['Margin is unknown.', '毛利未知。'],
  multipleHelp: [
    'The public price of the model before the group ratio, times this number: 0.4 means 40%.',
    '模型的公开价格（乘分组倍率之前）乘以此数：0.4 表示 40%。',
  ],
  callHelp: ['Dollars per request, regardless of its content.', '每次请求的美元价格，与内容无关。'],
  share: ['Times the public price', '公开价格的倍数'],
  perCall: ['Dollars per request', '每次请求（美元）'],
  list: ['Price list', '价目表'],
  listHelp: [
    'Dollars per million tokens, or per request, image or task. Use the provider’s model names or your own. Models not listed have no margin.',
    '单位为美元/百万 Token，或美元/次（张、任务）。可填服务商的模型名或你的名称。未列出的模型没有毛利。',
  ],
  cache_read: ['Cached', '缓存读取'],
  cache_write: ['Cache write', '缓存写入'],
  onePrice: ['Per request', '每次'],
  add: ['Add model', '添加模型'],
  allPrices: ['All prices', '全部价格'],
  allPricesHelp: ['Images, audio and tiers', '图片、音频与价格档位'],
  later: ['Takes effect when you save the channel.', '保存渠道后生效。'],
  remove: ['Remove', '移除'],
  incomplete: [
    'A row needs a model, and a price per request or prices for input and output.',
    '每行需要模型名，以及每次价格或输入和输出价格。',
  ],
})
