import { type Binding, selfApi } from '@turnpike/contract/identity/self'
import type { User } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { useState } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { useOwnerMutation } from '../../../../components/owner/use-owner-mutation.ts'
import { Row, RowList } from '../../../../components/row-list/row-list.tsx'
import type { RedirectProvider } from '../../../../components/third-party/authorize-address.ts'
import { leaveForProvider } from '../../../../components/third-party/leave-for-provider.ts'
import { useOpened } from '../../../../lib/address/use-opened.ts'
import { call } from '../../../../lib/api/call.ts'
import { useStatus } from '../../../../lib/api/status.ts'
import { BindDialog, useRefreshBindings } from './bind-dialog.tsx'
import { bindingsText } from './bindings.text.ts'

/** The open dialog: to bind an account, or to confirm that it is unbound. */
type Open = { binding: Binding; action: 'bind' | 'unbind' }

export function BindingsSection({ user }: { user: User | undefined }) {
  const t = bindingsText.use()
  const methods = useSignInMethods(user)
  const drawer = useOpened()
  const [dialog, setDialog] = useState<Open>()
  // The drawer of the mail address is in the address; the codes of the other dialogs expire too soon for a link.
  const open: Open | undefined = drawer.value === 'email' ? { binding: 'email', action: 'bind' } : dialog
  const close = () => {
    setDialog(undefined)
    drawer.close()
  }
  const redirect = useBindRedirect()
  const unbind = useUnbind(close)
  const opened = methods.find(({ binding }) => binding === open?.binding)

  function bind(binding: Binding) {
    if (binding === 'github' || binding === 'linuxdo') redirect.mutate(binding)
    else if (binding === 'email') drawer.open(binding)
    else setDialog({ binding, action: 'bind' })
  }

  return (
    <FormSection title={t('title')} text={t('text')}>
      <RowList>
        {methods.map((method) => (
          <BindingRow
            key={method.binding}
            method={method}
            isLoaded={user !== undefined}
            isLeaving={(redirect.isPending || redirect.isSuccess) && redirect.variables === method.binding}
            onBind={() => bind(method.binding)}
            onUnbind={() => setDialog({ binding: method.binding, action: 'unbind' })}
          />
        ))}
      </RowList>
      {open?.action === 'bind' && <BindDialog binding={open.binding} claimed={opened?.claimed ?? ''} onClose={close} />}
      {open?.action === 'unbind' && opened && (
        <ConfirmDialog
          danger
          title={t(opened.claimed ? 'removeTitle' : 'unbindTitle', { name: opened.claimed || opened.name })}
          text={t(opened.claimed ? 'removeText' : opened.binding === 'email' ? 'unbindEmailText' : 'unbindText')}
          verb={t(opened.claimed ? 'remove' : 'unbind')}
          busy={unbind.isPending}
          onConfirm={() => unbind.mutate(opened)}
          onCancel={close}
        />
      )}
    </FormSection>
  )
}

type BindingRowProps = {
  method: SignInMethod
  isLoaded: boolean
  /** The redirect to the provider has begun. */
  isLeaving: boolean
  onBind: () => void
  onUnbind: () => void
}

function BindingRow({ method, isLoaded, isLeaving, onBind, onUnbind }: BindingRowProps) {
  const t = bindingsText.use()
  const { binding, name, value, claimed, isOn } = method
  const isBound = value !== ''
  function detail() {
    if (claimed) return t('unverified', { email: claimed })
    if (!isBound) return t(isOn ? 'notBound' : 'off')
    return binding === 'email' ? value : t('boundAs', { value })
  }
  return (
    <Row
      title={name}
      detail={isLoaded ? detail() : '…'}
      actions={
        isLoaded && (
          <>
            {isBound && binding === 'email' && (
              <Button size="small" aria-label={t('changeLabel', { name })} onClick={onBind}>
                {t('change')}
              </Button>
            )}
            {claimed && (
              <Button size="small" aria-label={t('verifyLabel', { email: claimed })} onClick={onBind}>
                {t('verify')}
              </Button>
            )}
            {(isBound || claimed) && (
              <Button size="small" aria-label={t(claimed ? 'removeLabel' : 'unbindLabel', { name })} onClick={onUnbind}>
                {t(claimed ? 'remove' : 'unbind')}
              </Button>
            )}
            {!isBound && !claimed && isOn && (
              <Button size="small" aria-label={t('bindLabel', { name })} loading={isLeaving} onClick={onBind}>
                {t('bind')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

type SignInMethod = {
  binding: Binding
  name: string
  /** The name of the bound account, or its id where the name is not known; empty while none is bound. */
  value: string
  /** A mail address that was given at registration and not verified; empty for the others. */
  claimed: string
  /** The administrator lets people bind it. */
  isOn: boolean
}

/** The mail address and every third-party account that can be bound. */
function useSignInMethods(user: User | undefined): SignInMethod[] {
  const t = bindingsText.use()
  const status = useStatus()
  const methods: Omit<SignInMethod, 'claimed'>[] = [
    { binding: 'email', name: t('email'), value: user?.email ?? '', isOn: true },
    {
      binding: 'github',
      name: 'GitHub',
      value: user?.github_name || user?.github_id || '',
      isOn: status?.github_oauth ?? false,
    },
    {
      binding: 'linuxdo',
      name: 'LinuxDO',
      value: user?.linux_do_name || user?.linux_do_id || '',
      isOn: status?.linuxdo_oauth ?? false,
    },
    { binding: 'wechat', name: t('wechat'), value: user?.wechat_id ?? '', isOn: status?.wechat_login ?? false },
    { binding: 'telegram', name: 'Telegram', value: user?.telegram_id ?? '', isOn: status?.telegram_oauth ?? false },
  ]
  return methods.map((method) => ({
    ...method,
    claimed: method.binding === 'email' && method.value === '' ? (user?.claimed_email ?? '') : '',
  }))
}

/** Redirects to GitHub or LinuxDO, which redirect back to bind the account. */
function useBindRedirect() {
  const status = useStatus()
  const clients = { github: status?.github_client_id ?? '', linuxdo: status?.linuxdo_client_id ?? '' }
  return useOwnerMutation(
    (provider: RedirectProvider) => leaveForProvider(provider, clients[provider]),
    () => {},
  )
}

function useUnbind(onDone: () => void) {
  const t = bindingsText.use()
  const refresh = useRefreshBindings()
  return useOwnerMutation(
    ({ binding }: SignInMethod) => call(selfApi.unbind, { params: { provider: binding } }),
    (_, { name }) => {
      toast.success(t('unbound', { name }))
      onDone()
      refresh()
    },
  )
}
