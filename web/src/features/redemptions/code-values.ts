import { isNumberWithin, isTextWithin } from '@turnpike/contract/bounds'
import { codeBounds, defaultCodeQuota, type Redemption } from '@turnpike/contract/money/redemption'

/** The values of the form. A number is NaN while its text is none. */
export type CodeValues = { name: string; quota: number; count: number }
export type CodeField = keyof CodeValues
export type CodeProblem = 'nameLong' | 'quotaInvalid' | 'countInvalid'

export const newCodeValues: CodeValues = { name: '', quota: defaultCodeQuota, count: 1 }
export const valuesOf = ({ name, quota }: Redemption): CodeValues => ({ name, quota, count: 1 })

/** The problems that keep the values from being sent. Only a new code may lack a name. */
export function problemsOf(
  { name, quota, count }: CodeValues,
  { isNew }: { isNew: boolean },
): Partial<Record<CodeField, CodeProblem>> {
  const isLost = name.trim() === '' && !isNew
  return {
    ...((isLost || !isTextWithin(codeBounds.name, name.trim())) && { name: 'nameLong' as const }),
    ...(!isNumberWithin(codeBounds.quota, quota) && { quota: 'quotaInvalid' as const }),
    ...(!isNumberWithin(codeBounds.count, count) && { count: 'countInvalid' as const }),
  }
}

/** Names and codes, one per line; the tab makes two columns of them in a spreadsheet. */
export const namedCodes = (codes: readonly Pick<Redemption, 'name' | 'key'>[]) =>
  codes.map(({ name, key }) => `${name}\t${key}`).join('\n')
