import { payoutBounds, payoutFieldsMax } from '@turnpike/contract/money/agents/withdrawal'
import { dictionary } from '../../../lib/text/text.ts'

const { name, field } = payoutBounds

export const methodsText = dictionary({
  method: ['Method', '收款方式'],
  fields: ['Fields', '字段'],
  offered: ['Offered', '可选'],
  offeredOf: ['{name} is offered to agents', '向代理提供 {name}'],
  emptyTitle: ['No payout methods yet', '还没有收款方式'],
  emptyText: [
    'Agents choose one of these, such as a bank account, and fill in its fields.',
    '代理申请提现时选择收款方式（例如银行账户）并填写字段。',
  ],
  addMethod: ['Add method', '添加收款方式'],
  rootOnly: ['Only the super administrator changes payout methods', '只有超级管理员可以修改收款方式'],
  moveUp: ['Move up', '上移'],
  moveDown: ['Move down', '下移'],
  removeQuestion: ['Delete “{name}”?', '删除“{name}”？'],
  removeText: [
    'Agents can no longer choose it. Requests that were made keep their account.',
    '代理不能再选择。已提交的申请保留其收款账户。',
  ],
  removed: ['{name} deleted', '{name} 已删除'],
  saved: ['{name} saved', '{name} 已保存'],

  newTitle: ['Add payout method', '添加收款方式'],
  editTitle: ['Edit payout method', '编辑收款方式'],
  naming: ['Name', '名称'],
  namingText: ['Agents see it in their language.', '代理会看到所用语言的名称。'],
  english: ['English', '英文'],
  chinese: ['Chinese', '中文'],
  englishPlaceholder: ['Bank account', 'Bank account'],
  chinesePlaceholder: ['银行账户', '银行账户'],
  on: ['Offered to agents', '向代理提供'],
  onText: ['When off, it can no longer be chosen.', '关闭后，代理不能再选择。'],
  fieldsText: [
    'What an agent fills in. Accounts are sealed, and only the super administrator sees them.',
    '代理需要填写的内容。收款账户会加密保存，只有超级管理员可以查看。',
  ],
  fieldNumber: ['Field {number}', '字段 {number}'],
  required: ['Required', '必填'],
  addField: ['Add field', '添加字段'],
  removeField: ['Remove field {number}', '移除字段 {number}'],
  mostFields: [`At most ${payoutFieldsMax} fields`, `最多 ${payoutFieldsMax} 个字段`],
  nameProblem: [`Use 1 to ${name.charactersMax} characters`, `请输入 1 到 ${name.charactersMax} 个字符`],
  labelProblem: [`Use 1 to ${field.charactersMax} characters`, `请输入 1 到 ${field.charactersMax} 个字符`],
  fieldsMissing: ['Add at least one field', '请至少添加一个字段'],
})
