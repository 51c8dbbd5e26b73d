import { tokenBounds } from '@turnpike/contract/identity/token'
import type { Count } from '../../../components/text/phrase.ts'
import { dictionary } from '../../../lib/text/text.ts'
import { batchMax } from './batch-names.ts'

const nameMax = tokenBounds.name.charactersMax
type Some = { count: number; names: string }

/** Names from a pasted list. */
export const namesText = dictionary({
  way: ['One or a list', '一个或列表'],
  one: ['One', '单个'],
  list: ['From a list', '粘贴名单'],
  names: ['Names or email addresses', '名称或邮箱'],
  namesHelp: [
    `One per line, or separated by commas or tabs; at most ${batchMax}. Each becomes a token with the settings below.`,
    `每行一个，也可用逗号或制表符分隔，最多 ${batchMax} 个。每个名称都会按下面的设置创建一个令牌。`,
  ],
  namesPlaceholder: ['lin@example.com\nmax@example.com', 'lin@example.com\nmax@example.com'],
  namesMissing: ['Enter at least one name', '请至少输入一个名称'],
  namesMany: [
    ({ count }: Count) => `The list has ${count} names; at most ${batchMax} at a time`,
    ({ count }) => `名单有 ${count} 个名称，一次最多 ${batchMax} 个`,
  ],
  namesBad: ['Correct or remove the names that cannot be used', '请修改或删除无法使用的名称'],
  found: ['{count name}', '{count} 个名称'],
  duplicates: ['{count duplicate} left out: {names}', '已忽略 {count} 个重复名称：{names}'],
  emptyLines: [
    ({ count }: Count) => `${count === 1 ? '1 empty line' : `${count} empty lines`} left out`,
    ({ count }) => `已忽略 ${count} 个空行`,
  ],
  tooLong: [
    ({ count, names }: Some) =>
      `${count === 1 ? '1 name has' : `${count} names have`} more than ${nameMax} characters: ${names}`,
    ({ count, names }) => `${count} 个名称超过 ${nameMax} 个字符：${names}`,
  ],
  unprintable: [
    ({ count }: Count) =>
      `${count === 1 ? '1 name has' : `${count} names have`} line breaks or other control characters`,
    ({ count }) => `${count} 个名称包含换行等控制字符`,
  ],
  shorten: ['Use the part before @', '只用 @ 之前的部分'],
  comma: [', ', '、'],
})
