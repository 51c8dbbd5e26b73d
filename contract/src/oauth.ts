import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { queryText } from './page.ts'
import { user } from './user.ts'

const digits = z.string('invalid_request').regex(/^\d{1,20}$/, 'invalid_request')

/**
 * What Telegram's widget hands over. Its signature covers every member except `hash`, so unknown members are kept and
 * nothing here changes a value.
 */
export const telegramProfile = z
  .object({
    id: digits,
    auth_date: digits,
    hash: z.string('invalid_request').regex(/^[0-9a-f]{64}$/, 'invalid_request'),
  })
  .catchall(z.string('invalid_request').max(1024, 'invalid_request'))
export type TelegramProfile = z.infer<typeof telegramProfile>

export const oauthApi = {
  // `guest`, because a signed-in person asks for a state to bind an account, not to sign in.
  state: endpoint('guest', 'GET /api/oauth/state', {
    summary: 'A one-time value that a GitHub or LinuxDO sign-in must bring back',
    query: z.object({ aff: queryText }),
    data: z.string(),
  }),
  wechat: endpoint('public', 'GET /api/oauth/wechat', {
    summary: 'Sign in with the code the WeChat account sent',
    query: z.object({
      code: z
        .string('verification_code_wrong')
        .trim()
        .min(1, 'verification_code_wrong')
        .max(64, 'verification_code_wrong'),
    }),
    data: user,
  }),
  telegramLogin: endpoint('public', 'GET /api/oauth/telegram/login', {
    summary: 'Sign in with what Telegram’s widget handed over; never creates an account',
    query: telegramProfile,
    data: user,
  }),
}
