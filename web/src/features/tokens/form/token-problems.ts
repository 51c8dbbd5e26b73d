import { charactersIn, isNumberWithin, isTextWithin } from '@turnpike/contract/bounds'
import { neverExpires, tokenBounds } from '@turnpike/contract/token'
import { batchMax, batchNameMax } from './batch-names.ts'
import type { TokenValues } from './token-values.ts'

export type TokenField = 'name' | 'quota' | 'expiry' | 'group' | 'models' | 'addresses' | 'count'
export type TokenProblem =
  | 'nameMissing'
  | 'nameLong'
  | 'nameControl'
  | 'nameLongForSuffix'
  | 'quotaInvalid'
  | 'expiryFormat'
  | 'expiryPast'
  | 'modelsMissing'
  | 'addressesLong'
  | 'countInvalid'

/** The problems that keep the values from being sent. `initial` are the stored values, which are not checked again. */
export function problemsOf(
  values: TokenValues,
  { now, initial }: { now: number; initial?: TokenValues | undefined },
): Partial<Record<TokenField, TokenProblem>> {
  const problems: Partial<Record<TokenField, TokenProblem>> = {}
  const name = values.name.trim()
  const length = charactersIn(name)
  if (length < tokenBounds.name.charactersMin) problems.name = 'nameMissing'
  else if (length > tokenBounds.name.charactersMax) problems.name = 'nameLong'
  else if (!isTextWithin(tokenBounds.name, name)) problems.name = 'nameControl'
  else if (values.count > 1 && length > batchNameMax) problems.name = 'nameLongForSuffix'
  if (!values.isUnlimited && !isNumberWithin(tokenBounds.remain_quota, values.quota)) problems.quota = 'quotaInvalid'
  if (Number.isNaN(values.expiry)) problems.expiry = 'expiryFormat'
  else if (values.expiry !== neverExpires && values.expiry <= now && values.expiry !== initial?.expiry)
    problems.expiry = 'expiryPast'
  if (values.isLimited && values.models.length === 0) problems.models = 'modelsMissing'
  if (!isTextWithin(tokenBounds.allow_ips, values.addresses)) problems.addresses = 'addressesLong'
  if (!Number.isSafeInteger(values.count) || values.count < 1 || values.count > batchMax)
    problems.count = 'countInvalid'
  return problems
}
