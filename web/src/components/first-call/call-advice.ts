/** What a caller can do about a refusal, by its code, and where. */
const places = {
  price: '/setting?tab=operation',
  balance: '/topup',
  channels: '/channel',
  tokens: '/token',
} as const
export type Advice = keyof typeof places

const byCode: Readonly<Record<string, Advice>> = {
  model_price_error: 'price',
  insufficient_user_quota: 'balance',
  pre_consume_token_quota_failed: 'tokens',
  token_exhausted: 'tokens',
  token_expired: 'tokens',
  token_disabled: 'tokens',
  ip_not_allowed: 'tokens',
  model_not_allowed: 'tokens',
  group_forbidden: 'tokens',
  model_not_found: 'channels',
  no_available_channel: 'channels',
  channel_refused: 'channels',
  channel_disabled: 'channels',
}

export function adviceFor(code: string): { advice: Advice; to: string } | undefined {
  const advice = Object.hasOwn(byCode, code) ? byCode[code] : undefined
  return advice && { advice, to: places[advice] }
}
