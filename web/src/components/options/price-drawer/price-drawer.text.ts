import { formatCount, multipleBounds, ratioBounds } from '@turnpike/contract/quota'
import { priceLineNames } from '../../../lib/models/price-line-names.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { priceWords } from '../price-maps.ts'

const ratioMax = formatCount(ratioBounds.max)
const multipleMax = formatCount(multipleBounds.max)

export const pricingWords = {
  billing: ['Billing', '计费方式'],
  token: ['Per token', '按 Token'],
  call: ['Per request', '按次'],
  add: ['Add model', '添加模型'],
  number: ['Enter a number', '请输入数字'],
  range: [
    `Enter a number from 0 to ${ratioMax} with at most six decimals`,
    `请输入 0 到 ${ratioMax} 之间的数字，最多六位小数`,
  ],
  multipleRange: [
    `Enter a number from 0 to ${multipleMax} with at most twelve decimals`,
    `请输入 0 到 ${multipleMax} 之间的数字，最多十二位小数`,
  ],
  unreachable: [
    'This price cannot be stored exactly. Enter a slightly different price.',
    '此价格无法精确保存，请略微调整。',
  ],
  inputFirst: ['Set an input price first: this price is a multiple of it', '请先设置输入价格，此价格是它的倍数'],
  meant: ['Did you mean {price} per million tokens?', '是否应为每百万 Token {price}？'],
  take: ['Use {price}', '使用 {price}'],
} as const

export const drawerText = dictionary({
  ...priceWords,
  ...pricingWords,
  nameMissing: ['Enter the name of the model', '请输入模型名称'],
  nameTaken: ['This model already exists', '模型名称已存在'],
  addTitle: ['Add model', '添加模型'],
  editTitle: ['Edit price', '编辑价格'],
  name: ['Model name', '模型名称'],
  nameHelp: ['The name used in requests.', '请求中使用的名称。'],
  unit: ['Prices as', '价格单位'],
  dollars: ['Dollars', '美元'],
  ...priceLineNames,
  inputRatio: ['Ratio', '倍率'],
  tierRatio: ['Times the model ratio', '模型倍率的倍数'],
  outputRatio: ['Completion ratio', '补全倍率'],
  cacheReadRatio: ['Cache ratio', '缓存倍率'],
  cacheWriteRatio: ['Cache write ratio', '缓存写入倍率'],
  imageInputRatio: ['Image ratio', '图片倍率'],
  imageOutputRatio: ['Generated image ratio', '生成图片倍率'],
  audioInputRatio: ['Audio ratio', '音频倍率'],
  audioOutputRatio: ['Audio completion ratio', '音频补全倍率'],
  media: ['Images and audio', '图片与音频'],
  defaults: [
    'Empty fields use the default in grey. The other prices are multiples of the input price and change with it.',
    '留空表示使用默认值（灰色数字）。其他价格是输入价格的倍数，会随之变化。',
  ],
  perMillion: ['/ 1M tokens', '/ 1M Token'],
  perCall: ['/ request', '/ 次'],
  apply: ['Apply', '应用'],
  later: ['Takes effect when you save.', '保存价格后生效。'],
  keep: ['Keep', '保留'],
  and: [', ', '、'],
})
