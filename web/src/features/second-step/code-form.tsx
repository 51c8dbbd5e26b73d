import { useMutation } from '@tanstack/react-query'
import { secondFactorApi, secondFactorBounds } from '@turnpike/contract/identity/second-factor'
import type { SecondStepMethod } from '@turnpike/contract/identity/user'
import { useRef } from 'react'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { call } from '../../lib/api/call.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { useText } from '../../lib/text/text.ts'
import { secondStepText } from './second-step.text.ts'
import { useStartAgain } from './use-start-again.ts'

/** A code of the authenticator app, or a recovery code. */
export function CodeForm({ method }: { method: SecondStepMethod }) {
  const t = useText(secondStepText)
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
