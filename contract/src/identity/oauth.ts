import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { queryText } from '../page.ts'
import { emailField, verificationCode } from './registration.ts'
import { signInOutcome } from './user.ts'

const digits = z.string('invalid_request').regex(/^\d{1,20}$/, 'invalid_request')

/**
 * The profile that Telegram's widget returns. Its signature covers every member except `hash`, so unknown members are
 * kept and no value is changed here.
 */
export const telegramProfile = z
  .object({
    id: digits,
    auth_date: digits,
    hash: z.string('invalid_request').regex(/^[0-9a-f]{64}$/, 'invalid_request'),
  })
  .catchall(z.string('invalid_request').max(1024, 'invalid_request'))
export type TelegramProfile = z.infer<typeof telegramProfile>

const wechatCode = z
  .string('verification_code_wrong')
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'verification_code_wrong')

const state = z.string('oauth_state_wrong').max(256, 'oauth_state_wrong')
/** The query of a provider's redirect to this server: a code, or an error. */
const callback = z.object({
  code: queryText.pipe(z.string().max(1024, 'invalid_request').optional()),
  error: queryText,
  state: queryText.pipe(state.optional()),
})
/** `bind` when an account was bound to the signed-in person; otherwise `data` is the outcome of the sign-in. */
const bindOrSignIn = { data: signInOutcome.optional(), beside: z.object({ message: z.enum(['bind', '']) }) }

export const oauthApi = {
  // `guest`, because a signed-in person also requests a state, to bind an account.
  state: endpoint('guest', 'GET /api/oauth/state', {
    changes: true,
    summary: 'A one-time value that GitHub, LinuxDO and the binding of Telegram must bring back to this browser',
    query: z.object({ aff: queryText }),
    data: z.string(),
  }),
  github: endpoint('guest', 'GET /api/oauth/github', {
    changes: true,
    summary: 'Sign in with GitHub, or bind it to the signed-in person',
    query: callback,
    ...bindOrSignIn,
  }),
  linuxdo: endpoint('guest', 'GET /api/oauth/linuxdo', {
    changes: true,
    summary: 'Sign in with LinuxDO, or bind it to the signed-in person',
    query: callback,
    ...bindOrSignIn,
  }),
  wechat: endpoint('public', 'GET /api/oauth/wechat', {
    changes: true,
    summary: 'Sign in with the code the WeChat account sent',
    query: z.object({ code: wechatCode }),
    data: signInOutcome,
  }),
  wechatBind: endpoint('user', 'GET /api/oauth/wechat/bind', {
    changes: true,
    summary: 'Bind the WeChat account that sent this code (sensitive)',
    query: z.object({ code: wechatCode }),
  }),
  emailBind: endpoint('user', 'GET /api/oauth/email/bind', {
    changes: true,
    summary: 'Bind the mail address that received this code (sensitive)',
    query: z.object({ email: emailField, code: verificationCode }),
  }),
  telegramLogin: endpoint('public', 'GET /api/oauth/telegram/login', {
    changes: true,
    summary: 'Sign in with the profile of Telegram’s widget; never creates an account',
    query: telegramProfile,
    data: signInOutcome,
  }),
  telegramBind: endpoint('guest', 'GET /api/oauth/telegram/bind', {
    changes: true,
    summary:
      'Where a browser goes to bind Telegram, with the widget’s members and a state; leads to /setting or /login',
    query: telegramProfile.extend({ state: queryText.pipe(state.optional()) }),
    bare: true,
    data: z.undefined(), // a redirect has none
  }),
}
