import { orgBounds } from '@turnpike/contract/identity/organisation-api'
import { dictionary } from '../../../lib/text/text.ts'

const { charactersMin, charactersMax } = orgBounds.name

export const orgSettingsText = dictionary({
  title: ['Organization settings', '组织设置'],
  about: ['Name and warning', '名称与提醒'],
  aboutText: ['Who manages the organization can change them.', '组织的管理者可以修改。'],
  nameProblem: [
    `Enter a name of ${charactersMin} to ${charactersMax} characters`,
    `请输入 ${charactersMin} 到 ${charactersMax} 个字符的名称`,
  ],
  warn_below: ['Warn below', '余额提醒'],
  warnHelp: [
    'Owner and billing members get an email when the balance falls below it. Empty: no email.',
    '余额低于此金额时，所有者和财务成员会收到邮件。留空则不提醒。',
  ],
  warnProblem: ['Enter an amount of 0 or more', '请输入不小于 0 的金额'],
  saved: ['Settings saved', '设置已保存'],
  facts: ['Organization', '组织信息'],
  factsText: ['The administrator of this site sets group and limits.', '分组和限制由本站管理员设置。'],
  yourRole: ['Your role', '你的角色'],
  members: ['Members', '成员'],
  reserved: ['Reserved', '预留'],
  spent: ['Spent in all', '累计消耗'],
  states: ['Limits of the organization', '组织的限制'],
  noLimits: ['No limits of its own.', '没有单独的限制。'],
  ownership: ['Ownership', '所有权'],
  ownershipText: [
    'The owner can offer the organization to a member in the list of members.',
    '所有者可以在成员列表中将组织转让给一位成员。',
  ],
  toMembers: ['Open members', '打开成员列表'],
  noTransfer: ['No transfer is open.', '没有进行中的转让。'],
  pending: ['{from} asked {to} to become the owner.', '{from} 已邀请 {to} 成为所有者。'],
  leaving: ['Leave', '退出'],
  leavingText: ['Your tokens of the organization stop working.', '你在组织中的令牌将停止工作。'],
  leave: ['Leave organization', '退出组织'],
  deletion: ['Delete', '删除'],
  deletionText: [
    'Possible once the balance is 0 and no request is running.',
    '余额为 0 且没有进行中的请求时可以删除。',
  ],
  delete: ['Delete organization', '删除组织'],
  deleteTitle: ['Delete {name}?', '删除 {name}？'],
  deleteText: [
    'All members leave, and their tokens of the organization are deleted. Logs and statements can no longer be opened. This cannot be undone.',
    '所有成员将退出，组织的令牌会被删除，日志和对账单不能再打开。此操作无法撤销。',
  ],
  typeName: ['Type “{name}” to confirm', '输入“{name}”以确认'],
  nameDiffers: ['This is not the name of the organization', '与组织名称不一致'],
  deleted: ['{name} deleted', '已删除 {name}'],
})
