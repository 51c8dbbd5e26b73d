import { errorText } from '@turnpike/contract/errors'
import { isRatio, quotaMax } from '@turnpike/contract/quota'
import { parseJson } from '../../../components/fields/json-problem.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useText } from '../../../lib/text/text.ts'
import { rulesText } from './rules.text.ts'

/** What is wrong with a text, in words; undefined when nothing is. */
export type Rule = (text: string) => string | undefined

type Bounds = { min?: number; max?: number }

const wholePattern = /^(0|[1-9]\d{0,15})$/

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\/][^\s\\]*$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** The usual rules, in the person's language. The server checks again and has the last word. */
export function useRules() {
  const t = useText(rulesText)
  const spoken = language.use()
  return {
    whole:
      ({ min = 0, max = quotaMax }: Bounds = {}): Rule =>
      (text) => {
        if (wholePattern.test(text) && Number(text) >= min && Number(text) <= max) return undefined
        return max === quotaMax ? t('whole', { min }) : t('wholeBetween', { min, max })
      },
    decimal:
      ({ min = 0 }: { min?: number } = {}): Rule =>
      (text) =>
        isRatio(text) && Number(text) >= min ? undefined : t('decimal', { min }),
    amount: (): Rule => (text) => (wholePattern.test(text) && Number(text) <= quotaMax ? undefined : t('amount')),
    /** May be empty. */
    address: (): Rule => (text) => (text.trim() === '' || isWebAddress(text.trim()) ? undefined : t('address')),
    /** `fits` looks at the value of a text that is JSON. */
    json:
      (label: string, fits: (value: unknown) => string | undefined = () => undefined): Rule =>
      (text) => {
        const parsed = parseJson(text)
        if ('value' in parsed) return fits(parsed.value)
        return t('place', { text: errorText('option_json_invalid', spoken, { key: label }), ...parsed.position })
      },
  }
}
