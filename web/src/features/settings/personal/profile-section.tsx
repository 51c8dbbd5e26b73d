import { useMutation, useQueryClient } from '@tanstack/react-query'
import { selfApi } from '@turnpike/contract/identity/self'
import { role, type User } from '@turnpike/contract/identity/user'
import { isDisplayName } from '@turnpike/contract/identity/user-admin'
import { Button, Input, Segmented } from 'antd'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { language, type StartPage, startPage } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { useRoleName } from '../../../lib/text/use-role-name.ts'
import { accountText } from './account.text.ts'
import styles from './personal.module.css'

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

/** Which page opens after a sign-in. Kept in this browser, like the theme; there is nothing to save. */
function StartPageField() {
  const t = accountText.use()
  const chosen = startPage.use()
  return (
    <Field label={t('startPage')} help={t('startPageHelp')}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Segmented<StartPage>
          id={id}
          aria-describedby={describedBy}
          aria-label={t('startPage')}
          value={chosen}
          options={[
            { value: 'usual', label: t('startTokens') },
            { value: 'overview', label: t('startOverview') },
          ]}
          onChange={startPage.set}
        />
      )}
    </Field>
  )
}
