import { codeNameMax, codesAtOnceMax, defaultCodeQuota, type Redemption } from '@turnpike/contract/redemption'

/** What the form holds. A number is NaN while its text is none. */
export type CodeValues = { name: string; quota: number; count: number }
export type CodeField = keyof CodeValues
export type CodeProblem = 'nameLong' | 'quotaInvalid' | 'countInvalid'

export const newCodeValues: CodeValues = { name: '', quota: defaultCodeQuota, count: 1 }
export const valuesOf = ({ name, quota }: Redemption): CodeValues => ({ name, quota, count: 1 })

/** What must be mended first. A new code without a name is called after its amount; one that has a name keeps one. */
export function problemsOf(
  { name, quota, count }: CodeValues,
  { isNew }: { isNew: boolean },
): Partial<Record<CodeField, CodeProblem>> {
  const length = [...name.trim()].length
  return {
    ...((length > codeNameMax || (length === 0 && !isNew)) && { name: 'nameLong' as const }),
    ...(!(quota >= 1) && { quota: 'quotaInvalid' as const }),
    ...(!(Number.isSafeInteger(count) && count >= 1 && count <= codesAtOnceMax) && { count: 'countInvalid' as const }),
  }
}

/** Names and codes, one per line; the tab makes two columns of them in a spreadsheet. */
export const namedCodes = (codes: readonly Pick<Redemption, 'name' | 'key'>[]) =>
  codes.map(({ name, key }) => `${name}\t${key}`).join('\n')
