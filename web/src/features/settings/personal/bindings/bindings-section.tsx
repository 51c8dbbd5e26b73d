import type { Binding } from '@turnpike/contract/identity/self'
import type { User } from '@turnpike/contract/identity/user'
import { useState } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { RowList } from '../../../../components/row-list/row-list.tsx'
import { useOpened } from '../../../../lib/address/use-opened.ts'
import { useText } from '../../../../lib/text/text.ts'
import { BindDialog } from './bind-dialog.tsx'
import { BindingRow } from './binding-row.tsx'
import { bindingsText } from './bindings.text.ts'
import { useBindRedirect, useUnbind } from './use-bindings.ts'
import { useSignInMethods } from './use-sign-in-methods.ts'

/** The open dialog: to bind an account, or to confirm that it is unbound. */
type Open = { binding: Binding; action: 'bind' | 'unbind' }

export function BindingsSection({ user }: { user: User | undefined }) {
  const t = useText(bindingsText)
  const methods = useSignInMethods(user)
  const drawer = useOpened()
  const [dialog, setDialog] = useState<Open>()
  // The drawer of the mail address is in the address; the codes that the other dialogs ask for are not worth a link.
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
