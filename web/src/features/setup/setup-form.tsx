import { useMutation, useQueryClient } from '@tanstack/react-query'
import { defaultRoot, userApi } from '@turnpike/contract/identity/user'
import { personBounds } from '@turnpike/contract/identity/user-admin'
import { firstPasswordApi } from '@turnpike/contract/system/first-password'
import type { Setup } from '@turnpike/contract/system/setup'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AuthForm } from '../../components/auth-page/auth-form.tsx'
import { TextField } from '../../components/auth-page/text-field.tsx'
import { CallError, call } from '../../lib/api/call.ts'
import { setupKey, setupOver, setupSkipped } from '../../lib/api/setup.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { checkFirstPassword } from './check-first-password.ts'
import styles from './setup.module.css'
import { setupText } from './setup.text.ts'

const { charactersMin: min, charactersMax: max } = personBounds.password

type Field = 'password' | 'password2'

/** The new password twice, and the choice to sign in with the default one where that works. */
export function SetupForm({ code, maySkip }: { code: string; maySkip: boolean }) {
  const t = setupText.use()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const enterConsole = useEnterConsole()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<{ field?: Field; text: string }>({ text: '' })

  const setPassword = useMutation({
    mutationFn: (password: string) => call(firstPasswordApi.setPassword, { body: { password, code } }),
    onSuccess: (user) => {
      // Known without a request: the banner that brought a signed-in administrator here must not stand above the next page.
      queries.setQueriesData<Setup>({ queryKey: setupKey }, { state: 'done', default_sign_in: false })
      setupOver.set(true)
      enterConsole(user)
    },
    onError: (error) => {
      setProblem({ text: error.message })
      // Another request was faster, or the link was used: the page says so itself.
      if (error instanceof CallError && error.code?.startsWith('setup_'))
        void queries.invalidateQueries({ queryKey: setupKey })
    },
  })
  const skip = useMutation({
    mutationFn: () => call(userApi.login, { query: {}, body: defaultRoot }),
    onMutate: () => setupSkipped.set(true),
    onSuccess: enterConsole,
    // A bot check, perhaps: the sign-in page has what it takes.
    onError: () => navigate('/login'),
  })

  const words = { missing: t('missing'), short: t('short', { min }), long: t('long', { max }), differ: t('differ') }
  function submit(element: HTMLFormElement) {
    const fields = new FormData(element)
    const password = String(fields.get('password'))
    const mistake = checkFirstPassword(password, String(fields.get('password2')))
    if (!mistake) {
      setProblem({ text: '' })
      return setPassword.mutate(password)
    }
    const field: Field = mistake === 'differ' ? 'password2' : 'password'
    setProblem({ field, text: words[mistake] })
    element.querySelector<HTMLInputElement>(`input[name=${field}]`)?.focus()
  }
  const problemOf = (field: Field) => (problem.field === field ? problem.text : undefined)

  return (
    <>
      <AuthForm
        ref={form}
        verb={t('submit')}
        isBusy={setPassword.isPending}
        isPaused={skip.isPending}
        problem={problem.field ? '' : problem.text}
        botCheck={null}
        onSubmit={submit}
      >
        <TextField
          label={t('username')}
          name="username"
          value={defaultRoot.username}
          readOnly
          autoComplete="username"
        />
        <TextField
          label={t('password')}
          name="password"
          secret
          autoFocus
          autoComplete="new-password"
          help={t('passwordHelp', { min, max })}
          problem={problemOf('password')}
        />
        <TextField
          label={t('password2')}
          name="password2"
          secret
          autoComplete="new-password"
          problem={problemOf('password2')}
        />
      </AuthForm>
      {maySkip && (
        <div className={styles.skip}>
          <Button
            block
            type="text"
            loading={skip.isPending}
            disabled={setPassword.isPending}
            onClick={() => skip.mutate()}
          >
            {t('skip')}
          </Button>
          <p className={styles.help}>{t('skipHelp')}</p>
        </div>
      )}
    </>
  )
}
