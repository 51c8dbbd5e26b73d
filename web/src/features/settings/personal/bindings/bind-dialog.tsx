import { useQueryClient } from '@tanstack/react-query'
import { callOf } from '@turnpike/contract/call'
import { oauthApi, type TelegramProfile } from '@turnpike/contract/identity/oauth'
import { isEmail, registrationBounds } from '@turnpike/contract/identity/registration'
import type { Binding } from '@turnpike/contract/identity/self'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import { useBotCheck } from '../../../../components/bot-check/use-bot-check.tsx'
import { Field } from '../../../../components/fields/field.tsx'
import { InputField } from '../../../../components/fields/input-field.tsx'
import { MailCodeButton } from '../../../../components/mail-code/mail-code-button.tsx'
import { useMailCode } from '../../../../components/mail-code/use-mail-code.ts'
import { FormDrawer } from '../../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { asOwner } from '../../../../components/owner/owner.ts'
import { useOwnerMutation } from '../../../../components/owner/use-owner-mutation.ts'
import layoutStyles from '../../../../components/style/layout.module.css'
import { call, refusalOf, send } from '../../../../lib/api/call.ts'
import { useStatus } from '../../../../lib/api/status.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { language } from '../../../../lib/browser/preferences.ts'
import { refusalText } from '../../../../lib/text/refusal-text.ts'
import styles from '../personal.module.css'
import { bindingsText } from './bindings.text.ts'

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
  const t = bindingsText.use()
  const status = useStatus()
  const refresh = useRefreshBindings()

  function finish(name: string) {
    toast.success(t('bound', { name }))
    refresh()
    onClose()
  }

  if (binding === 'email') return <BindEmailDrawer claimed={claimed} onBound={refresh} onClosed={onClose} />
  return (
    <>
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
    </>
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

type BindEmailDrawerProps = { claimed: string; onBound: () => void; onClosed: () => void }

/** Binds a mail address by a code that was sent to it. */
function BindEmailDrawer({ claimed, onBound, onClosed }: BindEmailDrawerProps) {
  const t = bindingsText.use()
  const botCheck = useBotCheck()
  const closing = useRef(() => {})
  const [email, setEmail] = useState(claimed)
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<{ email?: string; code?: string }>({})

  const mailCode = useMailCode({ botCheck, onRefused: (message) => setProblems({ email: message }) })
  const bind = useOwnerMutation(
    () => call(oauthApi.emailBind, { query: { email: email.trim(), code: code.trim() } }),
    () => {
      toast.success(t('bound', { name: email.trim() }))
      onBound()
      closing.current()
    },
  )

  function problemsOf(): typeof problems {
    if (email.trim() === '') return { email: t('both') }
    if (!isEmail(email.trim().toLowerCase())) return { email: refusalText('email_invalid', language.get()) }
    return code.trim() === '' ? { code: t('both') } : {}
  }
  function submit() {
    if (bind.isPending) return
    const found = problemsOf()
    setProblems(found)
    if (Object.keys(found).length === 0) bind.mutate(undefined)
  }

  return (
    <FormDrawer
      title={t('emailTitle')}
      holdsInput={email !== claimed || code !== ''}
      startsTyping
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={styles.form}
      closing={closing}
      verb={t('bind')}
      isSending={bind.isPending}
    >
      <Field label={t('address')} problem={problems.email}>
        {(control) => (
          <div className={layoutStyles.buttons}>
            <Input
              {...control}
              inputMode="email"
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <MailCodeButton
              isSending={mailCode.isSending}
              pause={mailCode.pause}
              onClick={() => {
                setProblems({})
                mailCode.send(email)
              }}
            />
          </div>
        )}
      </Field>
      <InputField
        label={t('code')}
        help={mailCode.validity}
        problem={problems.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={registrationBounds.verification_code.lengthMax}
        value={code}
        onChange={setCode}
      />
      {botCheck.field}
    </FormDrawer>
  )
}

/** Reloads the user and the mail address of notifications after a binding has changed. */
export function useRefreshBindings() {
  const queries = useQueryClient()
  return () => {
    queries.invalidateQueries({ queryKey: ['self'] })
    queries.invalidateQueries({ queryKey: ['notification'] })
  }
}
