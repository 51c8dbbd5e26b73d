import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { secondFactorAdminApi } from '@turnpike/contract/identity/second-factor'
import type { User } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { Button } from 'antd'
import { useState } from 'react'
import { BalanceHistory } from '../../../components/balance/balance-history.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField, PasswordField } from '../../../components/fields/input-field.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { FieldPair, FormSection } from '../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useGroups } from '../use-users.ts'
import type { UserForm } from './use-user-form.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'

const AccountSubscriptions = lazyPart(
  async () => (await import('../../../components/subscriptions/account-subscriptions.tsx')).AccountSubscriptions,
)
const ChangeBalance = lazyPart(async () => (await import('../balance/change-balance.tsx')).ChangeBalance)
const ConflictDialog = lazyPart(
  async () => (await import('../../../components/conflict/conflict-dialog.tsx')).ConflictDialog,
)

/** Everything about one user that an administrator sees or changes, in a drawer or on a page. */
export function UserSections({ user, form }: { user: User; form: UserForm }) {
  const t = userFormText.use()
  const { values, edit, field } = form
  const groups = useGroups()
  // The user's group may have been deleted; it stays in the list until another is chosen.
  const names = [...new Set([...(groups.data ?? []), user.group])].filter(Boolean)
  const isShown = (name: string): name is 'username' =>
    name === 'username' || name === 'display_name' || name === 'group'
  return (
    <>
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          words={{ nameOf: (name) => (isShown(name) ? t(name) : name), valueOf: (_, value) => String(value) }}
          mineOf={(name) => (isShown(name) && form.conflict?.mineOf(name) ? values[name] : undefined)}
          busy={form.isSaving}
        />
      )}
      <FormSection title={t('account')} text={t('accountText')}>
        <FieldPair>
          <InputField {...field('username')} value={values.username} onChange={(username) => edit({ username })} />
          <InputField
            {...field('display_name')}
            optional
            value={values.display_name}
            onChange={(display_name) => edit({ display_name })}
          />
        </FieldPair>
        <PasswordField
          {...field('password')}
          optional
          help={t('passwordEditHelp')}
          autoComplete="new-password"
          placeholder={t('passwordKeep')}
          value={values.password}
          onChange={(password) => edit({ password })}
        />
      </FormSection>
      <FormSection title={t('money')} text={t('moneyText')}>
        <SelectField
          {...field('group')}
          showSearch
          loading={groups.isPending}
          value={values.group}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(group: string) => edit({ group })}
        />
        <Balance user={user} />
      </FormSection>
      <AccountSubscriptions of={{ id: user.id, name: user.username }} />
      <FormSection title={t('history')} text={t('historyText')}>
        <QuotaHistory userId={user.id} />
      </FormSection>
      <FormSection title={t('factors')} text={t('factorsText')}>
        <SecondFactorState user={user} />
      </FormSection>
      <FormSection title={t('bindings')} text={t('bindingsText')}>
        <Bindings user={user} />
      </FormSection>
    </>
  )
}

/** The mail address and the third-party accounts of a user. */
function Bindings({ user }: { user: User }) {
  const t = userFormText.use()
  const bindings = [
    { name: t('email'), bound: user.email || (user.claimed_email && t('unverified', { email: user.claimed_email })) },
    { name: t('github'), bound: user.github_name || user.github_id },
    { name: t('wechat'), bound: user.wechat_id },
    { name: t('telegram'), bound: user.telegram_id },
    { name: t('linuxDo'), bound: user.linux_do_name || user.linux_do_id },
  ]
  return (
    <Facts>
      {bindings.map(({ name, bound }) => (
        <Fact key={name} name={name}>
          <span className={bound ? styles.bound : styles.unbound}>{bound || t('unbound')}</span>
        </Fact>
      ))}
    </Facts>
  )
}

/** The balance, and the dialog that changes it. */
function Balance({ user }: { user: User }) {
  const t = userFormText.use()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className={styles.factors}>
      <Facts>
        <Fact name={t('quota')}>
          <Money quota={user.quota} />
        </Fact>
      </Facts>
      <Button onClick={() => setIsChanging(true)}>{t('changeBalance')}</Button>
      {isChanging && <ChangeBalance user={user} onClose={() => setIsChanging(false)} />}
    </div>
  )
}

/** Whether a user signs in with a second factor, and its removal for one who lost theirs. */
function SecondFactorState({ user }: { user: User }) {
  const t = userFormText.use()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: String(user.id) }
  const queryKey = ['users', 'second factors', user.id]
  const factors = useQuery({ queryKey, queryFn: () => call(secondFactorAdminApi.state, { params }) })
  const reset = useMutation({
    mutationFn: () => call(secondFactorAdminApi.reset, { params }),
    onSuccess: () => toast.success(t('factorsReset', { name: user.username })),
    onSettled: () => {
      setIsAsking(false)
      return queries.invalidateQueries({ queryKey })
    },
  })
  if (factors.error && !factors.data)
    return <ErrorState error={factors.error} onRetry={factors.refetch} retrying={factors.isFetching} />
  if (!factors.data) return null
  const { totp, passkeys } = factors.data
  const isOn = totp || passkeys > 0
  const kinds = [
    ...(totp ? [t('factorsTotp')] : []),
    ...(passkeys > 0 ? [t('factorsPasskeys', { count: passkeys })] : []),
  ]
  return (
    <div className={styles.factors}>
      <StatusTag kind={isOn ? 'on' : 'off'}>{isOn ? kinds.join(' · ') : t('factorsOff')}</StatusTag>
      {isOn && <Button onClick={() => setIsAsking(true)}>{t('resetFactors')}</Button>}
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('resetFactorsTitle', { name: user.username })}
          text={t('resetFactorsText')}
          verb={t('resetFactors')}
          busy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}

/** The changes of a user's balance besides requests. */
const QuotaHistory = ({ userId }: { userId: number }) => (
  <BalanceHistory
    of={['users', 'ledger', userId]}
    load={(range) => call(userAdminApi.ledger, { params: { id: String(userId) }, query: range })}
  />
)
