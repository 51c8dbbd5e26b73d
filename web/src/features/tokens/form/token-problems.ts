import { neverExpires, tokenNameMax } from '@turnpike/contract/token'
import { batchMax, batchNameMax } from './batch-names.ts'
import type { TokenValues } from './token-values.ts'

export type TokenField = 'name' | 'quota' | 'expiry' | 'group' | 'models' | 'addresses' | 'count'
export type TokenProblem =
  | 'nameMissing'
  | 'nameLong'
  | 'nameLongForSuffix'
  | 'quotaInvalid'
  | 'expiryFormat'
  | 'expiryPast'
  | 'modelsMissing'
  | 'countInvalid'

/** What must be mended before the values can be sent. `initial` is what was there before; it is not judged again. */
export function problemsOf(
  values: TokenValues,
  { now, initial }: { now: number; initial?: TokenValues | undefined },
): Partial<Record<TokenField, TokenProblem>> {
  const problems: Partial<Record<TokenField, TokenProblem>> = {}
  const length = [...values.name.trim()].length
  if (length === 0) problems.name = 'nameMissing'
  else if (length > tokenNameMax) problems.name = 'nameLong'
  else if (values.count > 1 && length > batchNameMax) problems.name = 'nameLongForSuffix'
  if (!values.isUnlimited && !(values.quota >= 0)) problems.quota = 'quotaInvalid'
  if (Number.isNaN(values.expiry)) problems.expiry = 'expiryFormat'
  else if (values.expiry !== neverExpires && values.expiry <= now && values.expiry !== initial?.expiry)
    problems.expiry = 'expiryPast'
  if (values.isLimited && values.models.length === 0) problems.models = 'modelsMissing'
  if (!Number.isSafeInteger(values.count) || values.count < 1 || values.count > batchMax)
    problems.count = 'countInvalid'
  return problems
}
