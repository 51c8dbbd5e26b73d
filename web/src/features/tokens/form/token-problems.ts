import { charactersIn, isNumberWithin, isTextWithin } from '@turnpike/contract/bounds'
import { neverExpires, tokenBounds } from '@turnpike/contract/identity/token'
import { budgetBounds } from '@turnpike/contract/routing/limits'
import { batchMax, batchNameMax } from './batch-names.ts'
import { readNames } from './pasted-names.ts'
import type { TokenValues } from './token-values.ts'

export type TokenField = 'name' | 'budget' | 'quota' | 'expiry' | 'group' | 'models' | 'addresses' | 'count'
export type TokenProblem =
  | 'nameMissing'
  | 'nameLong'
  | 'nameControl'
  | 'nameLongForSuffix'
  | 'namesMissing'
  | 'namesMany'
  | 'namesBad'
  | 'budgetInvalid'
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
  const name = values.isList ? problemOfList(values) : problemOfName(values)
  if (name) problems.name = name
  if (values.budget !== undefined && !isNumberWithin(budgetBounds.amount, values.budget))
    problems.budget = 'budgetInvalid'
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

function problemOfName({ name: typed, count }: TokenValues): TokenProblem | undefined {
  const name = typed.trim()
  const length = charactersIn(name)
  if (length < tokenBounds.name.charactersMin) return 'nameMissing'
  if (length > tokenBounds.name.charactersMax) return 'nameLong'
  if (!isTextWithin(tokenBounds.name, name)) return 'nameControl'
  return count > 1 && length > batchNameMax ? 'nameLongForSuffix' : undefined
}

function problemOfList({ pasted }: TokenValues): TokenProblem | undefined {
  const { names, tooLong, unprintable } = readNames(pasted)
  if (tooLong.length > 0 || unprintable.length > 0) return 'namesBad'
  if (names.length === 0) return 'namesMissing'
  return names.length > batchMax ? 'namesMany' : undefined
}
