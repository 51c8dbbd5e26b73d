import { formatCount, ratioBounds } from '@turnpike/contract/quota'

const ratioMax = formatCount(ratioBounds.max)

export const pricingWords = {
  billing: ['Billing', '计费方式'],
  token: ['Per token', '按 Token'],
  call: ['Per call', '按次'],
  add: ['Add model', '添加模型'],
  ratio: ['Ratio', '倍率'],
  completion: ['Completion ratio', '补全倍率'],
  number: ['Enter a number', '请输入数字'],
  range: [
    `Enter a number from 0 to ${ratioMax} with at most six decimals`,
    `请输入 0 到 ${ratioMax} 之间的数字，最多六位小数`,
  ],
  unreachable: [
    'This price cannot be stored exactly. Enter a slightly different price.',
    '此价格无法精确保存，请略微调整。',
  ],
  inputFirst: ['Set an input price first: output is a multiple of it', '请先设置输入价格，输出价格是它的倍数'],
} as const
