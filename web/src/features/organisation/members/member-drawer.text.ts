import { dictionary } from '../../../lib/text/text.ts'

export const memberDrawerText = dictionary({
  title: ['Edit member {name}', '编辑成员 {name}'],
  role: ['Role', '角色'],
  roleText: ['What the member may see and do.', '成员可以看到和操作的内容。'],
  ownerRole: ['The owner’s role changes by a transfer.', '所有者的角色只能通过转让变更。'],
  caps: ['Caps', '上限'],
  capsText: [
    'They apply to all tokens of the member and to the playground. Requests over a cap get status 429.',
    '适用于该成员的所有令牌和操练场，超出上限的请求返回状态 429。',
  ],
  use: ['Models and groups', '模型和分组'],
  useText: ['Leave empty to allow all that the organization may use.', '留空表示可以使用组织的全部模型和分组。'],
  models: ['Allowed models', '允许的模型'],
  groups: ['Allowed groups', '允许的分组'],
  any: ['Any', '不限'],
  saved: ['Member saved', '成员已保存'],
})
