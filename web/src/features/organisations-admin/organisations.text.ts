import { orgBounds } from '@turnpike/contract/identity/organisation-api'
import { dictionary } from '../../lib/text/text.ts'

const { charactersMin, charactersMax } = orgBounds.name

export const organisationsText = dictionary({
  title: ['Organizations', '组织'],
  facts: ['{total} total', '共 {total} 个'],
  search: ['ID, name or member', 'ID、名称或成员'],
  organisation: ['Organization', '组织'],
  owner: ['Owner', '所有者'],
  members: ['Members', '成员'],
  active: ['Active', '正常'],
  deleted: ['Deleted', '已删除'],
  reserved: ['Reserved', '预留'],
  emptyTitle: ['No organizations yet', '还没有组织'],
  emptyText: [
    'Members of an organization share one balance. Users create organizations themselves.',
    '组织成员共享一份余额。组织由用户自行创建。',
  ],
  noMatch: ['No organizations match', '没有符合条件的组织'],
  matching: ['matching “{text}”', '匹配“{text}”'],
  changeBalance: ['Change balance', '调整余额'],
  disableQuestion: ['Disable {name}?', '禁用 {name}？'],
  disableText: [
    'Its tokens stop working and its members can no longer send requests for it. You can enable it again.',
    '组织的令牌停止工作，成员不能再以组织名义发送请求。之后可以再次启用。',
  ],
  enabledText: [
    'When off, its tokens do not work and members send no requests for it.',
    '关闭后，组织的令牌不能使用，成员不能以组织名义发送请求。',
  ],
  makeOwner: ['Make owner', '设为所有者'],
  makeOwnerQuestion: ['Make {name} the owner?', '将 {name} 设为所有者？'],
  makeOwnerText: [
    'The present owner becomes an administrator of the organization.',
    '现在的所有者将成为组织的管理员。',
  ],
  madeOwner: ['{name} is now the owner', '{name} 已成为所有者'],
  disabledOne: ['{name} disabled', '{name} 已禁用'],
  enabledOne: ['{name} enabled', '{name} 已启用'],
  deleteTitle: ['Delete {name}?', '删除 {name}？'],
  deleteText: [
    'All members leave, and its tokens are deleted. What is left of the balance is written off.',
    '所有成员将退出，令牌会被删除，剩余余额会被核销。',
  ],
  writtenOff: ['Written off', '核销金额'],
  delete: ['Delete', '删除'],
  deletedOne: ['{name} deleted', '{name} 已删除'],
  editTitle: ['Edit organization', '编辑组织'],
  about: ['Organization', '组织'],
  aboutText: ['Members see the name.', '成员可以看到名称。'],
  nameProblem: [
    `Enter a name of ${charactersMin} to ${charactersMax} characters`,
    `请输入 ${charactersMin} 到 ${charactersMax} 个字符的名称`,
  ],
  money: ['Group and balance', '分组与余额'],
  moneyText: ['The group sets prices and models.', '分组决定价格和可用模型。'],
  limitsText: ['They apply to all members together.', '适用于全部成员的合计。'],
  membersText: ['Who belongs to the organization.', '组织中的成员。'],
  moreMembers: ['Show more', '显示更多'],
  noMembers: ['No members', '没有成员'],
  history: ['Balance history', '余额记录'],
  historyText: ['Balance changes other than requests, newest first.', '除请求之外的余额变动，最新的在前。'],
  saved: ['Organization saved', '组织已保存'],
  unsaved: ['Not saved yet: {names}', '尚未保存：{names}'],
})
