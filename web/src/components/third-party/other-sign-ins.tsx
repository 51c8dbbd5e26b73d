import { useMutation } from '@tanstack/react-query'
import { oauthApi } from '@turnpike/contract/identity/oauth'
import { passkeyApi } from '@turnpike/contract/identity/passkey'
import type { Status } from '@turnpike/contract/system/status'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { dictionary } from '../../lib/text/text.ts'
import { signWithPasskey } from '../passkey/request-passkey.ts'
import { PlainButton } from '../plain-button/plain-button.tsx'
import type { RedirectProvider } from './authorize-address.ts'
import { leaveForOidc } from './leave-for-oidc.ts'
import { leaveForProvider } from './leave-for-provider.ts'
import styles from './third-party.module.css'

const otherSignInsText = dictionary({
  or: ['or continue with', '或使用'],
  passkey: ['Passkey', '通行密钥'],
  passkeyMonogram: ['P', '钥'],
  wechat: ['WeChat', '微信'],
  wechatMonogram: ['W', '微'],
  wechatTitle: ['Sign in with WeChat', '微信登录'],
  telegramTitle: ['Sign in with Telegram', 'Telegram 登录'],
  telegramHint: [
    'Telegram can only sign in to accounts bound to it. Bind it in Settings first.',
    '只有已绑定 Telegram 的账户可以这样登录，请先在设置中绑定。',
  ],
})

// Few visitors open these, so their code is loaded on the click.
const WechatDialog = lazyPart(async () => (await import('./wechat-dialog.tsx')).WechatDialog)
const TelegramDialog = lazyPart(async () => (await import('./telegram-dialog.tsx')).TelegramDialog)

/** Sign-ins with a passkey or an account of another provider, only those the administrator switched on. */
export function OtherSignIns({ status, isSignIn }: { status: Status; isSignIn: boolean }) {
  const t = otherSignInsText.use()
  const redirect = useRedirectSignIn()
  const enterConsole = useEnterConsole()
  const passkey = usePasskeySignIn()
  const oidc = useOidcSignIn()
  const [open, setOpen] = useState<'wechat' | 'telegram'>()
  const close = () => setOpen(undefined)

  const methods = [
    {
      name: t('passkey'),
      monogram: t('passkeyMonogram'),
      isOn: isSignIn && status.passkey_login,
      isLoading: passkey.isPending,
      start: passkey.mutate,
    },
    {
      name: 'GitHub',
      monogram: 'G',
      isOn: status.github_oauth,
      isLoading: redirect.pending === 'github',
      start: () => redirect.start('github', status.github_client_id),
    },
    {
      name: 'LinuxDO',
      monogram: 'L',
      isOn: status.linuxdo_oauth,
      isLoading: redirect.pending === 'linuxdo',
      start: () => redirect.start('linuxdo', status.linuxdo_client_id),
    },
    { name: t('wechat'), monogram: t('wechatMonogram'), isOn: status.wechat_login, start: () => setOpen('wechat') },
    ...status.oidc_providers.map(({ slug, name }) => ({
      name,
      monogram: [...name][0] ?? '',
      isOn: true,
      isLoading: oidc.pending === slug,
      start: () => oidc.start(slug),
    })),
    { name: 'Telegram', monogram: 'T', isOn: status.telegram_oauth, start: () => setOpen('telegram') },
  ].filter((method) => method.isOn)

  if (methods.length === 0) return null
  return (
    <>
      <p className={styles.or}>{t('or')}</p>
      <div className={styles.methods}>
        {methods.map(({ name, monogram, isLoading, start }) => (
          <PlainButton
            key={name}
            size="large"
            icon={<Monogram text={monogram} />}
            isLoading={isLoading ?? false}
            onClick={() => start()}
          >
            {name}
          </PlainButton>
        ))}
      </div>
      {open === 'wechat' && (
        <WechatDialog
          title={t('wechatTitle')}
          verb={t('signIn')}
          qrCode={status.wechat_qrcode}
          onCode={async (code) => enterConsole(await call(oauthApi.wechat, { query: { code } }))}
          onClose={close}
        />
      )}
      {open === 'telegram' && (
        <TelegramDialog
          title={t('telegramTitle')}
          hint={t('telegramHint')}
          bot={status.telegram_bot_name}
          onProfile={async (query) => enterConsole(await call(oauthApi.telegramLogin, { query }))}
          onClose={close}
        />
      )}
    </>
  )
}

/** Signs in with a passkey alone. */
function usePasskeySignIn() {
  return useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey(await call(passkeyApi.beginLogin))
      return call(passkeyApi.finishLogin, { body: { credential } })
    },
    onSuccess: useEnterConsole(),
  })
}

/** Signs in at an identity provider that the administrator has added. */
function useOidcSignIn() {
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: leaveForOidc,
  })
  return { start: (slug: string) => mutate(slug), pending: isPending || isSuccess ? variables : undefined }
}

/** Signs in at GitHub or LinuxDO. */
function useRedirectSignIn() {
  const { mutate, isPending, isSuccess, variables } = useMutation({
    mutationFn: ({ provider, clientId }: { provider: RedirectProvider; clientId: string }) =>
      leaveForProvider(provider, clientId),
  })
  return {
    start: (provider: RedirectProvider, clientId: string) => mutate({ provider, clientId }),
    /** The provider whose page is being opened; it stays set until that page has loaded. */
    pending: isPending || isSuccess ? variables?.provider : undefined,
  }
}

function Monogram({ text }: { text: string }) {
  return (
    <span aria-hidden="true" className={styles.monogram}>
      {text}
    </span>
  )
}
