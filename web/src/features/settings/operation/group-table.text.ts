import { groupNameBounds } from '@turnpike/contract/names'
import { formatCount, ratioBounds } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

const nameMax = groupNameBounds.lengthMax
const ratioMax = formatCount(ratioBounds.max)

export const groupsText = dictionary({
  name: ['Group', '分组'],
  description: ['Description', '描述'],
  usable: ['Usable', '可选'],
  usableHelp: [
    'All users can choose a usable group for their tokens. Members can always use their group.',
    '所有用户都可以为令牌选择“可选”的分组；分组成员始终可以使用自己的分组。',
  ],
  of: ['{column}: {group}', '{column}：{group}'],
  limits: ['Limits of {group}', '{group} 的限制'],
  records: ['Recording of prompts of {group}', '{group} 的提示词记录'],
  remove: ['Delete {group}', '删除 {group}'],
  newName: ['New group', '新分组'],
  add: ['Add group', '添加分组'],
  nameMissing: ['Enter a name for the group', '请输入分组名称'],
  nameBad: [`A name has at most ${nameMax} characters and no comma`, `名称最多 ${nameMax} 个字符，且不能包含逗号`],
  nameTaken: ['This group already exists', '该分组已存在'],
  number: ['Enter a number', '请输入数字'],
  range: [
    `Enter a number from 0 to ${ratioMax} with at most six decimals`,
    `请输入 0 到 ${ratioMax} 之间的数字，最多六位小数`,
  ],
  needsRatio: ['Set a ratio', '请设置倍率'],
  broken: ['The JSON below is not valid. Fix it to restore the table.', '下方的 JSON 格式有误，修正后表格会恢复。'],
})
