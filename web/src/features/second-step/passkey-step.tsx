import { useMutation } from '@tanstack/react-query'
import { passkeyApi } from '@turnpike/contract/identity/passkey'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { signWithPasskey } from '../../components/passkey/ask-passkey.ts'
import { call } from '../../lib/api/call.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { useText } from '../../lib/text/text.ts'
import { secondStepText } from './second-step.text.ts'
import { useStartAgain } from './use-start-again.ts'

/** The second step by passkey; browsers want a click before they ask for one. */
export function PasskeyStep() {
  const t = useText(secondStepText)
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
