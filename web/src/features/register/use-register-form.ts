import { useMutation } from '@tanstack/react-query'
import { registrationApi } from '@turnpike/contract/identity/registration'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useRefusal } from '../../components/auth-page/use-refusal.ts'
import { botCheckText } from '../../components/bot-check/bot-check.text.ts'
import type { useBotCheck } from '../../components/bot-check/use-bot-check.tsx'
import { useMailCode } from '../../components/mail-code/use-mail-code.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { CallError, call } from '../../lib/api/call.ts'
import { invitation } from '../../lib/session/invitation.ts'
import { checkRegistration, type RegistrationField, type RegistrationForm, refusedField } from './check-registration.ts'
import { registerText } from './register.text.ts'

type RegisterFormInput = {
  botCheck: ReturnType<typeof useBotCheck>
  withEmail: boolean
  onClosed: (refusal: CallError) => void
}

/** Fields are read when the form is sent, because browsers fill in passwords without telling React. */
function readForm(form: HTMLFormElement): RegistrationForm {
  const fields = new FormData(form)
  const text = (name: RegistrationField) => String(fields.get(name) ?? '')
  return {
    username: text('username').trim(),
    password: text('password'),
    password2: text('password2'),
    email: text('email').trim().toLowerCase(),
    verification_code: text('verification_code').trim(),
  }
}

const isClosed = (error: Error): error is CallError =>
  error instanceof CallError && (error.code === 'register_disabled' || error.code === 'password_register_disabled')

/** The actions of the registration form: check, send a code, register, and show a problem at its field. */
export function useRegisterForm({ botCheck, withEmail, onClosed }: RegisterFormInput) {
  const t = registerText.use()
  const tBotCheck = botCheckText.use()
  const navigate = useNavigate()
  const { state } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [field, setField] = useState<RegistrationField>()
  const { problem, refuse, withdraw } = useRefusal()

  function focusField(name: RegistrationField | undefined) {
    setField(name)
    if (name) form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }
  function refuseAt(name: RegistrationField | undefined, message: string) {
    focusField(name)
    refuse(message)
  }
  function startOver() {
    setField(undefined)
    withdraw()
  }

  const mailCode = useMailCode({
    botCheck,
    onRefused: (message) => refuseAt('email', message),
    onSent: () => form.current?.querySelector<HTMLInputElement>('[name=verification_code]')?.focus(),
  })

  const register = useMutation({
    mutationFn: (body: RegistrationForm) =>
      call(registrationApi.register, {
        query: { turnstile: botCheck.token },
        body: { ...body, aff_code: invitation.get() ?? '' },
      }),
    onSuccess: (_, { username }) => {
      invitation.set(undefined)
      toast.success(t('created'))
      navigate('/login', { replace: true, state: { ...state, username } })
    },
    onError: (error) => {
      botCheck.reset()
      if (isClosed(error)) return onClosed(error)
      refuseAt(refusedField(error instanceof CallError ? error.code : undefined), error.message)
    },
  })

  return {
    form,
    isPending: register.isPending,
    /** A problem of the whole form. */
    problem: field ? '' : problem,
    problemOf: (name: RegistrationField) => (name === field ? problem : undefined),
    codeValidity: mailCode.validity,
    mailCode: {
      isSending: mailCode.isSending,
      pause: mailCode.pause,
      onClick() {
        startOver()
        if (form.current) mailCode.send(readForm(form.current).email)
      },
    },
    submit(element: HTMLFormElement) {
      const values = readForm(element)
      startOver()
      const wrong = checkRegistration(values, { withEmail })
      if (wrong) {
        focusField(wrong.field)
        return refuse(t(wrong.mistake))
      }
      if (botCheck.isUnfinished) return refuseAt(undefined, tBotCheck('unfinished'))
      register.mutate(values)
    },
  }
}
