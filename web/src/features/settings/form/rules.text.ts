import { dictionary } from '../../../lib/text/text.ts'

export const rulesText = dictionary({
  en: {
    whole: ({ min }: { min: number }) => `Enter a whole number of at least ${min}`,
    wholeBetween: ({ min, max }: { min: number; max: number }) => `Enter a whole number from ${min} to ${max}`,
    decimal: ({ min }: { min: number }) => `Enter a number of at least ${min} with at most six decimals`,
    amount: 'Enter an amount of at least 0',
    address: 'Enter an address that starts with http:// or https://',
    brokenAt: ({ text, line, column }: { text: string; line: number; column: number }) =>
      `${text} (line ${line}, column ${column})`,
    repeated: ({ name }: { name: string }) => `“${name}” is listed twice`,
  },
  zh: {
    whole: ({ min }) => `请输入不小于 ${min} 的整数`,
    wholeBetween: ({ min, max }) => `请输入 ${min} 到 ${max} 之间的整数`,
    decimal: ({ min }) => `请输入不小于 ${min} 的数字，最多六位小数`,
    amount: '请输入不小于 0 的金额',
    address: '请输入以 http:// 或 https:// 开头的地址',
    brokenAt: ({ text, line, column }) => `${text}（第 ${line} 行第 ${column} 列）`,
    repeated: ({ name }) => `“${name}”重复出现`,
  },
})
