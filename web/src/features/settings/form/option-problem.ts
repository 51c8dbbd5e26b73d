import type { FormErrorCode, Language } from '@turnpike/contract/form-errors'
import { isBrokenJson, isOptionText, type OptionBounds } from '@turnpike/contract/option-kinds'
import { options } from '@turnpike/contract/options'
import { quotaMax } from '@turnpike/contract/quota'
import { parseJson, repeatedName } from '../../../components/fields/json-problem.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import type { Words } from '../../../lib/text/words.ts'
import type { OptionRow, Rule } from './section-table.ts'

/** Looks at the value of a text that is JSON; a text that is no JSON is refused by the bounds of the option. */
export const jsonRule =
  (problemOf: (value: unknown) => Words | undefined): Rule =>
  (text) => {
    const parsed = parseJson(text)
    return 'value' in parsed ? problemOf(parsed.value) : undefined
  }

/** A refusal of the contract in both languages. */
export const refusalWords = (code: FormErrorCode): Words => [refusalText(code, 'en'), refusalText(code, 'zh')]

export const addressProblem: Words = [
  'Enter an address that starts with http:// or https://',
  '请输入以 http:// 或 https:// 开头的地址',
]

/** The problem of a text by the rule of the row, then by the bounds of the contract. The server checks both again. */
export function optionProblem({ name, label, rule }: OptionRow, text: string): Words | undefined {
  const bounds: OptionBounds = options[name]
  const own = rule?.(text)
  if (own) return own
  // Other clients of this family may send an empty number; in this form it is one that is not typed yet.
  if (!isOptionText(bounds, text) || (bounds.kind === 'number' && text === '')) return outOfBounds(bounds, label, text)
  const repeated = bounds.kind === 'map' ? repeatedName(text) : undefined
  return repeated === undefined ? undefined : [`“${repeated}” is listed twice`, `“${repeated}”重复出现`]
}

function outOfBounds(bounds: OptionBounds, label: Words, text: string): Words {
  if (bounds.kind === 'quota') return ['Enter an amount of at least 0', '请输入不小于 0 的金额']
  if (bounds.kind === 'address') return addressProblem
  if (bounds.kind === 'number') {
    const { min, max, decimals } = bounds
    if (decimals > 0)
      return [`Enter a number of at least ${min} with at most six decimals`, `请输入不小于 ${min} 的数字，最多六位小数`]
    if (max === quotaMax) return [`Enter a whole number of at least ${min}`, `请输入不小于 ${min} 的整数`]
    return [`Enter a whole number from ${min} to ${max}`, `请输入 ${min} 到 ${max} 之间的整数`]
  }
  const refusal = (code: 'option_json_invalid' | 'option_invalid', language: Language) =>
    refusalText(code, language, { key: label[language === 'zh' ? 1 : 0] })
  const parsed = parseJson(text)
  if (!isBrokenJson(bounds, text) || !('position' in parsed))
    return [refusal('option_invalid', 'en'), refusal('option_invalid', 'zh')]
  const { line, column } = parsed.position
  return [
    `${refusal('option_json_invalid', 'en')} (line ${line}, column ${column})`,
    `${refusal('option_json_invalid', 'zh')}（第 ${line} 行第 ${column} 列）`,
  ]
}
