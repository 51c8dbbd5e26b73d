import { dictionary } from '../../../lib/text/text.ts'

export const costText = dictionary({
  title: ['Cost', '成本'],
  text: [
    'What this upstream charges you. The dashboard calculates margins from it. Only administrators see it.',
    '该上游向你收取的费用，用于计算看板中的毛利。只有管理员可见。',
  ],
  kind: ['Priced by the upstream', '上游计价方式'],
  none: ['Unknown', '未知'],
  multiple: ['As a share of the public price', '按公开价格的比例'],
  prices: ['By its own price list', '按自己的价目表'],
  call: ['The same for every call', '每次调用同价'],
  noneHelp: ['Calls of this channel have no margin.', '此渠道的调用没有毛利。'],
  multipleHelp: [
    'The public price of the model before the group ratio, times this number: 0.4 means 40%.',
    '模型的公开价格（乘分组倍率之前）乘以此数：0.4 表示 40%。',
  ],
  callHelp: ['Dollars per call, regardless of its content.', '每次调用的美元价格，与内容无关。'],
  share: ['Times the public price', '公开价格的倍数'],
  perCall: ['Dollars per call', '每次调用（美元）'],
  list: ['Price list', '价目表'],
  listHelp: [
    'Dollars per million tokens, or per call, picture or task. Use the model names of the upstream or your own. Models that are not listed have no margin. Without a price, cached input costs as much as input, and images and audio as much as text. The button of each row sets all prices and the tiers.',
    '单位为美元/百万 Token，或美元/次（张、任务）。模型名可填上游的名称或你的名称。未列出的模型没有毛利。缓存读取留空时按输入价格计算，图片和音频留空时按文本计算。全部价格和档位通过每行的按钮设置。',
  ],
  cache_read: ['Cached', '缓存读取'],
  cache_write: ['Cache write', '缓存写入'],
  onePrice: ['Per call', '每次'],
  add: ['Add model', '添加模型'],
  allPrices: ['All prices', '全部价格'],
  allPricesHelp: ['Images, audio and tiers', '图片、音频与价格档位'],
  later: ['Takes effect when you save the channel.', '保存渠道后生效。'],
  remove: ['Remove', '移除'],
  incomplete: [
    'A row needs a model, and a price per call or prices for input and output.',
    '每行需要模型名，以及每次价格或输入和输出价格。',
  ],
})
