import { callOf } from '@turnpike/contract/call'
import { oauthApi, type TelegramProfile } from '@turnpike/contract/identity/oauth'
import type { Binding } from '@turnpike/contract/identity/self'
import { Suspense } from 'react'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { asOwner } from '../../../../components/owner/owner.ts'
import { call, refusalOf, send } from '../../../../lib/api/call.ts'
import { useStatus } from '../../../../lib/api/status.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import { BindEmailDrawer } from './bind-email-drawer.tsx'
import { bindingsText } from './bindings.text.ts'
import { useRefreshBindings } from './use-bindings.ts'

const WechatDialog = lazyPart(
  async () => (await import('../../../../components/third-party/wechat-dialog.tsx')).WechatDialog,
)
const TelegramDialog = lazyPart(
  async () => (await import('../../../../components/third-party/telegram-dialog.tsx')).TelegramDialog,
)

type BindDialogProps = {
  binding: Binding
  /** The unverified mail address, which its drawer starts with. */
  claimed: string
  onClose: () => void
}

/** The dialogs of the bindings that need no redirect to another site. */
export function BindDialog({ binding, claimed, onClose }: BindDialogProps) {
  const t = useText(bindingsText)
  const status = useStatus()
  const toast = useToast()
  const refresh = useRefreshBindings()

  function finish(name: string) {
    toast.success(t('bound', { name }))
    refresh()
    onClose()
  }

  if (binding === 'email') return <BindEmailDrawer claimed={claimed} onBound={refresh} onClosed={onClose} />
  return (
    <Suspense>
      {binding === 'wechat' && (
        <WechatDialog
          title={t('wechatTitle')}
          verb={t('bind')}
          qrCode={status?.wechat_qrcode ?? ''}
          onCode={async (code) => {
            await asOwner(() => call(oauthApi.wechatBind, { query: { code } }))
            finish(t('wechat'))
          }}
          onClose={onClose}
        />
      )}
      {binding === 'telegram' && (
        <TelegramDialog
          title={t('telegramTitle')}
          hint={t('telegramHint')}
          bot={status?.telegram_bot_name ?? ''}
          onProfile={async (profile) => {
            const state = await asOwner(() => call(oauthApi.state, { query: {} }))
            await bindTelegram(profile, state)
            finish('Telegram')
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}

/**
 * The server expects a browser to open the address and redirects it to the settings. Requested by `fetch` instead, the
 * redirect means success, and a refusal can be shown in the dialog.
 */
async function bindTelegram(profile: TelegramProfile, state: string): Promise<void> {
  const { url } = callOf(oauthApi.telegramBind, { query: { ...profile, state } })
  const response = await send(url, { redirect: 'manual' })
  if (response.type !== 'opaqueredirect') throw await refusalOf(response)
}
