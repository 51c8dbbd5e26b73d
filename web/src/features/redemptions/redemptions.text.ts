import { codeBounds } from '@turnpike/contract/money/redemption'
import type { Count } from '../../components/text/phrase.ts'
import { dictionary } from '../../lib/text/text.ts'

const codeNameMax = codeBounds.name.charactersMax
const codesAtOnceMax = codeBounds.count.max

export const redemptionsText = dictionary({
  title: ['Redemption codes', '兑换码'],
  facts: ['{total} total', '共 {total} 个'],
  create: ['Create codes', '新建兑换码'],
  selectFirst: ['Select at least one code', '请至少选择一个兑换码'],
  selected: ['{count code} selected', '已选 {count} 个兑换码'],
  copyCodes: ['Copy names and codes', '复制名称和兑换码'],
  codes: ['{count code}', '{count} 个兑换码'],
  select: ['Select codes', '选择兑换码'],
  search: ['ID or name', 'ID 或名称'],
  quota: ['Amount', '面额'],
  redeemed: ['Redeemed', '兑换时间'],
  usedBy: ['Used by', '兑换人'],
  code: ['Code', '兑换码'],
  unused: ['Unused', '未使用'],
  used: ['Used', '已使用'],
  user: ['User {id}', '用户 {id}'],
  removeQuestion: ['Delete “{name}”?', '删除“{name}”？'],
  removeText: [
    'The code can no longer be redeemed. Amounts already credited stay.',
    '删除后无法再兑换，已到账的金额不受影响。',
  ],
  removed: ['Code deleted', '兑换码已删除'],
  disabledOne: ['{name} disabled', '{name} 已禁用'],
  emptyTitle: ['No redemption codes yet', '还没有兑换码'],
  emptyText: ['A code adds its amount to a balance once.', '每个兑换码可为余额充值一次。'],
  noMatch: ['No codes match', '没有符合条件的兑换码'],
  matching: ['matching “{text}”', '匹配“{text}”'],
  createTitle: ['Create redemption codes', '新建兑换码'],
  editTitle: ['Edit redemption code', '编辑兑换码'],
  createMany: [
    ({ count }: Count) => (count === 1 ? 'Create code' : `Create ${count} codes`),
    ({ count }) => `创建 ${count} 个兑换码`,
  ],
  saved: ['Code saved', '兑换码已保存'],
  nameHelp: ['Defaults to the amount.', '默认为面额。'],
  nameLong: [`Use 1 to ${codeNameMax} characters`, `名称须为 1 到 ${codeNameMax} 个字符`],
  quotaHelp: ['Amount of each code.', '每个兑换码的面额。'],
  quotaInvalid: ['Enter an amount above 0', '请输入大于 0 的金额'],
  count: ['Number of codes', '数量'],
  countHelp: [`At most ${codesAtOnceMax} at a time.`, `一次最多 ${codesAtOnceMax} 个。`],
  countInvalid: [`Enter a whole number from 1 to ${codesAtOnceMax}`, `请输入 1 到 ${codesAtOnceMax} 的整数`],
  summary: ['{count} × {each} = {total}', '{count} × {each} = {total}'],
  createdTitle: ['{count code} created', '已创建 {count} 个兑换码'],
  createdHelp: ['Each can be redeemed once. They stay in the list.', '每个只能兑换一次。之后可以在列表中再次找到。'],
  download: ['Download as text', '下载为文本文件'],
})
