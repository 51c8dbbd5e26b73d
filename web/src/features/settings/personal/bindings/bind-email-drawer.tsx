import { oauthApi } from '@turnpike/contract/identity/oauth'
import { isEmail, registrationBounds } from '@turnpike/contract/identity/registration'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useBotCheck } from '../../../../components/bot-check/use-bot-check.tsx'
import { Field } from '../../../../components/fields/field.tsx'
import { MailCodeButton } from '../../../../components/mail-code/mail-code-button.tsx'
import { useMailCode } from '../../../../components/mail-code/use-mail-code.ts'
import { SideDrawer } from '../../../../components/overlay/side-drawer.tsx'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { useOwnerMutation } from '../../../../components/owner/use-owner-mutation.ts'
import { call } from '../../../../lib/api/call.ts'
import { language } from '../../../../lib/browser/preferences.ts'
import { refusalText } from '../../../../lib/text/refusal-text.ts'
import { useText } from '../../../../lib/text/text.ts'
import styles from './bind-email-drawer.module.css'
import { bindingsText } from './bindings.text.ts'

type BindEmailDrawerProps = { claimed: string; onBound: () => void; onClosed: () => void }

/** Binds a mail address by a code that was sent to it. */
export function BindEmailDrawer({ claimed, onBound, onClosed }: BindEmailDrawerProps) {
  const t = useText(bindingsText)
  const toast = useToast()
  const botCheck = useBotCheck()
  const closing = useRef(() => {})
  const [email, setEmail] = useState(claimed)
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<{ email?: string; code?: string }>({})
  const id = useId()

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
  function submit(event: FormEvent) {
    event.preventDefault()
    if (bind.isPending) return
    const found = problemsOf()
    setProblems(found)
    if (Object.keys(found).length === 0) bind.mutate(undefined)
  }

  return (
    <SideDrawer
      title={t('emailTitle')}
      holdsInput={email !== claimed || code !== ''}
      startsTyping
      onClosed={onClosed}
      buttons={({ close, cancel }) => {
        closing.current = close
        return (
          <>
            <Button onClick={cancel}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={id} loading={bind.isPending}>
              {t('bind')}
            </Button>
          </>
        )
      }}
    >
      <form id={id} className={styles.form} noValidate onSubmit={submit}>
        <Field label={t('address')} problem={problems.email}>
          {(control) => (
            <div className={styles.row}>
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
        <Field label={t('code')} help={mailCode.validity} problem={problems.code}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={registrationBounds.verification_code.lengthMax}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
        {botCheck.field}
      </form>
    </SideDrawer>
  )
}
