import { useMutation } from '@tanstack/react-query'
import { passkeyApi } from '@turnpike/contract/identity/passkey'
import { secondFactorApi, secondFactorBounds, totpDigits } from '@turnpike/contract/identity/second-factor'
import type { SecondStepMethod } from '@turnpike/contract/identity/user'
import { useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { signWithPasskey } from '../../components/passkey/request-passkey.ts'
import { PlainButton } from '../../components/plain-button/plain-button.tsx'
import { CallError, call } from '../../lib/api/call.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './second-step.module.css'

const leads = { totp: 'totpLead', passkey: 'passkeyLead', recovery_code: 'recoveryLead' } as const
const offers = { totp: 'toTotp', passkey: 'toPasskey', recovery_code: 'toRecovery' } as const

/** The second step of a sign-in. The methods came with the response to the first step. */
export function SecondStepPage() {
  const t = secondStepText.use()
  const { state } = useLocation()
  const methods: readonly SecondStepMethod[] = Array.isArray(state?.methods) ? state.methods : []
  const [method, setMethod] = useState(methods[0])
  useDocumentTitle(t('title'))
  if (!method) return <Navigate replace to="/login" />
  return (
    <AuthFrame title={t('title')} lead={t(leads[method])}>
      {method === 'passkey' ? <PasskeyStep /> : <CodeForm key={method} method={method} />}
      <div className={styles.others}>
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <PlainButton key={other} size="large" block onClick={() => setMethod(other)}>
              {t(offers[other])}
            </PlainButton>
          ))}
      </div>
      <p className={styles.note}>
        {t('lost')} <Link to="/login">{t('back')}</Link>
      </p>
    </AuthFrame>
  )
}

/** The second step by passkey; browsers request one only after a click. */
function PasskeyStep() {
  const t = secondStepText.use()
  const enterConsole = useEnterConsole()
  const startAgain = useStartAgain()
  const { problem, refuse, withdraw } = useRefusal()
  const finish = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey(await call(passkeyApi.beginSecondStep))
      return call(passkeyApi.finishSecondStep, { body: { credential } })
    },
    onSuccess: enterConsole,
    onError: (error) => startAgain(error) || refuse(error.message),
  })
  function submit() {
    withdraw()
    finish.mutate()
  }
  return (
    <AuthForm verb={t('passkey')} isBusy={finish.isPending} problem={problem} botCheck={null} onSubmit={submit}>
      {null}
    </AuthForm>
  )
}

/** A code of the authenticator app, or a recovery code. */
function CodeForm({ method }: { method: SecondStepMethod }) {
  const t = secondStepText.use()
  const startAgain = useStartAgain()
  const enterConsole = useEnterConsole()
  const { problem, refuse, withdraw } = useRefusal()
  const field = useRef<HTMLInputElement>(null)
  const isTotp = method === 'totp'

  const finish = useMutation({
    mutationFn: (code: string) => call(secondFactorApi.finish, { body: { code } }),
    onSuccess: enterConsole,
    onError: (error) => {
      if (startAgain(error)) return
      refuse(error.message)
      field.current?.select()
    },
  })

  function submit() {
    const code = field.current?.value.trim() ?? ''
    withdraw()
    if (code) return finish.mutate(code)
    field.current?.focus()
    refuse(t('missing'))
  }

  return (
    <AuthForm verb={t('submit')} isBusy={finish.isPending} problem={problem} botCheck={null} onSubmit={submit}>
      <TextField
        ref={field}
        label={t(isTotp ? 'totp' : 'recovery')}
        name="code"
        autoFocus
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={secondFactorBounds.code.lengthMax}
        help={isTotp ? t('totpHelp') : undefined}
      />
    </AuthForm>
  )
}

/** Returns to the first step when the second one took too long; false for every other failure. */
function useStartAgain(): (error: Error) => boolean {
  const navigate = useNavigate()
  return (error) => {
    if (!(error instanceof CallError) || error.code !== 'second_step_expired') return false
    toast.error(error.message)
    void navigate('/login', { replace: true })
    return true
  }
}

const secondStepText = dictionary({
  title: ['Two-step sign-in', '两步验证'],
  totpLead: [
    'Enter the code that your authenticator app shows for this account.',
    '请输入身份验证器应用中此账户当前的验证码。',
  ],
  passkeyLead: [
    'Confirm with a passkey of this account: fingerprint, face, PIN or security key.',
    '请使用此账户的通行密钥确认：指纹、面容、PIN 或安全密钥。',
  ],
  passkey: ['Use the passkey', '使用通行密钥'],
  toPasskey: ['Use a passkey', '使用通行密钥'],
  recoveryLead: [
    'Enter one of the recovery codes that you saved. Each works once.',
    '请输入你保存的一个恢复码，每个只能使用一次。',
  ],
  totp: ['Code', '验证码'],
  totpHelp: [`${totpDigits} digits, new every 30 seconds`, `${totpDigits} 位数字，每 30 秒更新`],
  recovery: ['Recovery code', '恢复码'],
  submit: ['Sign in', '登录'],
  missing: ['Enter the code', '请输入验证码'],
  toRecovery: ['Use a recovery code', '使用恢复码'],
  toTotp: ['Use the authenticator app', '使用身份验证器应用'],
  back: ['Back to sign-in', '返回登录'],
  lost: [
    'If you have none of these, an administrator can reset your second factor.',
    '如果这些方式都无法使用，可请管理员重置两步验证。',
  ],
})
