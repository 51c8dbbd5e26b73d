import { neverExpires, type Token } from '@turnpike/contract/identity/token'
import { dollars } from '@turnpike/contract/quota'
import { csvOf } from '../../lib/format/csv.ts'
import { formatTime } from '../../lib/format/format-time.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'

const amountDigits = 6

/** Amounts in dollars, times in the reader's zone; the headings are the same in every language, for programs. */
const quotaOf = ({ unlimited_quota, remain_quota }: Token, perUnit: number) =>
  unlimited_quota ? 'unlimited' : dollars(remain_quota, perUnit, amountDigits)
const expiryOf = ({ expired_time }: Token) => (expired_time === neverExpires ? 'never' : formatTime(expired_time))

/** New tokens with their keys. */
export const createdTokensCsv = (tokens: readonly Token[], perUnit: number): string =>
  csvOf([
    ['name', 'key', 'quota', 'expiry'],
    ...tokens.map((token) => [token.name, keyOf(token), quotaOf(token, perUnit), expiryOf(token)]),
  ])

type TokenListCsv = { perUnit: number; hasKeys: boolean; statusOf: (token: Token) => string }

/** The list of tokens; the keys are masked unless they are requested. */
export const tokenListCsv = (tokens: readonly Token[], { perUnit, hasKeys, statusOf }: TokenListCsv): string =>
  csvOf([
    ['id', 'name', 'key', 'status', 'group', 'used', 'quota', 'created', 'expiry', 'models', 'addresses'],
    ...tokens.map((token) => [
      String(token.id),
      token.name,
      hasKeys ? keyOf(token) : maskSecret(keyOf(token)),
      statusOf(token),
      token.group,
      dollars(token.used_quota, perUnit, amountDigits),
      quotaOf(token, perUnit),
      formatTime(token.created_time),
      expiryOf(token),
      token.model_limits_enabled ? token.model_limits : '',
      token.allow_ips.replaceAll('\n', ' '),
    ]),
  ])
