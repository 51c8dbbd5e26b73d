import { useQueryClient } from '@tanstack/react-query'
import { charactersIn } from '@turnpike/contract/bounds'
import { selfApi } from '@turnpike/contract/identity/self'
import { isPassword, personBounds } from '@turnpike/contract/identity/user-admin'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '../../../components/fields/input-field.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { useOwnerMutation } from '../../../components/owner/use-owner-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import styles from './personal.module.css'
import { securityText } from './security.text.ts'

const emptyPasswords = { password: '', password2: '' }
type Passwords = typeof emptyPasswords

export function PasswordSection({ username }: { username: string }) {
  const t = securityText.use()
  const queries = useQueryClient()
  const [values, setValues] = useState(emptyPasswords)
  const [problems, setProblems] = useState<Partial<Passwords>>({})

  const change = useOwnerMutation(
    (password: string) => call(selfApi.update, { body: { password } }),
    () => {
      setValues(emptyPasswords)
      toast.success(t('passwordChanged'))
      queries.invalidateQueries({ queryKey: ['own sessions'] })
    },
  )

  function problemsOf({ password, password2 }: Passwords): Partial<Passwords> {
    if (!password) return { password: t('passwordMissing') }
    if (!isPassword(password)) {
      const isShort = charactersIn(password) < personBounds.password.charactersMin
      return { password: t(isShort ? 'passwordShort' : 'passwordLong') }
    }
    return password === password2 ? {} : { password2: t('passwordsDiffer') }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    const found = problemsOf(values)
    setProblems(found)
    if (Object.keys(found).length === 0) change.mutate(values.password)
  }
  const entry = (name: keyof Passwords, label: string, help?: string) => (
    <PasswordField
      label={label}
      help={help}
      problem={problems[name]}
      autoComplete="new-password"
      value={values[name]}
      onChange={(text) => setValues({ ...values, [name]: text })}
    />
  )

  return (
    <FormSection title={t('password')} text={t('passwordText')}>
      <form className={styles.passwordForm} noValidate onSubmit={submit}>
        {/* Tells password managers whose password this is. */}
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <FieldPair>
          {entry('password', t('newPassword'), t('newPasswordHelp'))}
          {entry('password2', t('newPassword2'))}
        </FieldPair>
        <div>
          <Button htmlType="submit" loading={change.isPending}>
            {t('changePassword')}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
