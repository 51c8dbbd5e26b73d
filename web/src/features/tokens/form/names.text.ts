import { tokenBounds } from '@turnpike/contract/identity/token'
import { dictionary } from '../../../lib/text/text.ts'
import { batchMax } from './batch-names.ts'

const nameMax = tokenBounds.name.charactersMax
type Some = { count: number; names: string }

/** Names from a pasted list. */
export const namesText = dictionary({
  en: {
    way: 'One or a list',
    one: 'One',
    list: 'From a list',
    names: 'Names or email addresses',
    namesHelp: `One per line, or separated by commas or tabs; at most ${batchMax}. Each becomes a token with the settings below.`,
    namesPlaceholder: 'lin@example.com\nmax@example.com',
    namesMissing: 'Enter at least one name',
    namesMany: ({ count }: { count: number }) => `The list has ${count} names; at most ${batchMax} at a time`,
    namesBad: 'Correct or remove the names that cannot be used',
    found: ({ count }: { count: number }) => (count === 1 ? '1 name' : `${count} names`),
    duplicates: ({ count, names }: Some) => `${count === 1 ? '1 duplicate' : `${count} duplicates`} left out: ${names}`,
    emptyLines: ({ count }: { count: number }) => `${count === 1 ? '1 empty line' : `${count} empty lines`} left out`,
    tooLong: ({ count, names }: Some) =>
      `${count === 1 ? '1 name has' : `${count} names have`} more than ${nameMax} characters: ${names}`,
    unprintable: ({ count }: { count: number }) =>
      `${count === 1 ? '1 name has' : `${count} names have`} line breaks or other control characters`,
    shorten: 'Use the part before @',
    comma: ', ',
  },
  zh: {
    way: '一个或列表',
    one: '单个',
    list: '粘贴名单',
    names: '名称或邮箱',
    namesHelp: `每行一个，也可用逗号或制表符分隔，最多 ${batchMax} 个。每个名称都会按下面的设置创建一个令牌。`,
    namesPlaceholder: 'lin@example.com\nmax@example.com',
    namesMissing: '请至少输入一个名称',
    namesMany: ({ count }) => `名单有 ${count} 个名称，一次最多 ${batchMax} 个`,
    namesBad: '请修改或删除无法使用的名称',
    found: ({ count }) => `${count} 个名称`,
    duplicates: ({ count, names }) => `已忽略 ${count} 个重复名称：${names}`,
    emptyLines: ({ count }) => `已忽略 ${count} 个空行`,
    tooLong: ({ count, names }) => `${count} 个名称超过 ${nameMax} 个字符：${names}`,
    unprintable: ({ count }) => `${count} 个名称包含换行等控制字符`,
    shorten: '只用 @ 之前的部分',
    comma: '、',
  },
})
