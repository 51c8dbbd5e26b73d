import { useMutation, useQueryClient } from '@tanstack/react-query'
import { selfApi } from '@turnpike/contract/identity/self'
import { role, type User } from '@turnpike/contract/identity/user'
import { isDisplayName } from '@turnpike/contract/identity/user-admin'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { useRoleName } from '../../../lib/text/use-role-name.ts'
import { accountText } from './account.text.ts'
import styles from './personal.module.css'
import { StartPageField } from './start-page-field.tsx'

export function ProfileSection({ user }: { user: User | undefined }) {
  const t = accountText.use()
  const roleName = useRoleName()
  return (
    <FormSection title={t('profile')} text={t('profileText')}>
      <div className={styles.three}>
        <Facts>
          <Fact name={t('username')}>{user?.username}</Fact>
          <Fact name={t('role')}>{user && roleName(user.role)}</Fact>
          <Fact name={t('group')}>{user?.group}</Fact>
        </Facts>
      </div>
      <DisplayNameField stored={user?.display_name} />
      {user && user.role >= role.admin && <StartPageField />}
    </FormSection>
  )
}

/** Shows the stored name until the person types. */
function DisplayNameField({ stored }: { stored: string | undefined }) {
  const t = accountText.use()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const name = (typed ?? stored ?? '').trim()
  const isChanged = stored !== undefined && name !== stored

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(selfApi.update, { body: { display_name: name } }),
    onSuccess: async () => {
      toast.success(t('nameSaved'))
      await queries.invalidateQueries({ queryKey: ['self'] })
      setTyped(undefined)
    },
    onError: (error) => setProblem(error.message),
  })

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending || !isChanged) return
    if (name === '') return setProblem(t('displayNameMissing'))
    if (!isDisplayName(name)) return setProblem(refusalText('display_name_long', language.get()))
    mutate()
  }

  return (
    <form onSubmit={save} noValidate>
      <Field label={t('displayName')} help={t('displayNameHelp')} problem={problem} isChanged={isChanged}>
        {(control) => (
          <div className={layoutStyles.buttons}>
            <Input
              {...control}
              autoComplete="nickname"
              disabled={stored === undefined}
              value={typed ?? stored ?? ''}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem(undefined)
              }}
            />
            <Button htmlType="submit" disabled={!isChanged} loading={isPending}>
              {t('save')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
