import type { InputOf } from '@turnpike/contract/endpoint'
import { neverExpires, type Token, type tokenApi } from '@turnpike/contract/identity/token'
import type { CalendarPeriod, Limits } from '@turnpike/contract/routing/limits'
import { namesOf } from './batch-names.ts'
import { readNames } from './pasted-names.ts'

/** The values of the form. A number is NaN while its text is none. */
export type TokenValues = {
  name: string
  /** The spending limit per period of a new token: quota; undefined for none. */
  budget: number | undefined
  period: CalendarPeriod
  quota: number
  isUnlimited: boolean
  /** The total limit was chosen, so that a limit per period does not replace it. */
  isTotalChosen: boolean
  expiry: number
  /** Empty: the group of the owner. */
  group: string
  /** What pays for its requests; empty: as for the account. */
  preference: Token['billing_preference']
  isLimited: boolean
  models: string[]
  /** One address or range per line. */
  addresses: string
  /** How many tokens to create. */
  count: number
  /** The names are those of a pasted list, instead of one name and a count. */
  isList: boolean
  pasted: string
}

const defaultQuota = 500_000
export const quotaPresets = [1, 10, 50, 100, 500, 1000] as const // dollars

export const newTokenValues: TokenValues = {
  name: '',
  budget: undefined,
  period: 'month',
  quota: defaultQuota,
  isUnlimited: false,
  isTotalChosen: false,
  expiry: neverExpires,
  group: '',
  preference: '',
  isLimited: false,
  models: [],
  addresses: '',
  count: 1,
  isList: false,
  pasted: '',
}

const listOf = (text: string) => text.split(',').filter(Boolean)

export const valuesOf = (token: Token): TokenValues => ({
  ...newTokenValues,
  name: token.name,
  quota: Math.max(0, token.remain_quota), // a last call may have cost more than was left
  isUnlimited: token.unlimited_quota,
  expiry: token.expired_time,
  group: token.group,
  preference: token.billing_preference,
  isLimited: token.model_limits_enabled,
  models: listOf(token.model_limits),
  addresses: token.allow_ips,
})

/**
 * A token with a limit per period needs no total: the usual total, meant for trying out, would stop it in its first
 * days. A total that was chosen stays.
 */
export const withBudget = (
  { isTotalChosen, isUnlimited }: TokenValues,
  budget: number | undefined,
): Partial<TokenValues> => ({ budget, isUnlimited: isTotalChosen ? isUnlimited : budget !== undefined })

type NewToken = InputOf<typeof tokenApi.create>['body']
type TokenEdit = InputOf<typeof tokenApi.update>['body']

/** The names of the tokens to create. */
export const namesWanted = ({ isList, pasted, name, count }: TokenValues): string[] =>
  isList ? readNames(pasted).names : namesOf(name.trim(), count)

export const newTokenOf = (values: TokenValues): NewToken => ({
  name: values.name.trim(),
  remain_quota: values.isUnlimited && Number.isNaN(values.quota) ? 0 : values.quota,
  unlimited_quota: values.isUnlimited,
  expired_time: values.expiry,
  group: values.group,
  billing_preference: values.preference,
  model_limits_enabled: values.isLimited,
  model_limits: values.models.join(','),
  allow_ips: values.addresses,
})

/** The limits of a new token: a budget that begins at midnight in this time zone. */
export const newLimitsOf = ({ budget, period }: TokenValues, time_zone: string): Limits =>
  budget === undefined ? {} : { budgets: [{ window: 'calendar', period, time_zone, amount: budget }] }

/** The quota is sent only when it was changed, together with the stored one: calls may be charged in the meantime. */
export function editOf(token: Token, values: TokenValues): TokenEdit {
  const { remain_quota, ...fields } = newTokenOf(values)
  const isMoved = !values.isUnlimited && remain_quota !== valuesOf(token).quota
  return { id: token.id, ...fields, ...(isMoved && { remain_quota, remain_quota_base: token.remain_quota }) }
}
