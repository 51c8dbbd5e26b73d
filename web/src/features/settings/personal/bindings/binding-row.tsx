import { Button } from 'antd'
import { Row } from '../../../../components/row-list/row-list.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { bindingsText } from './bindings.text.ts'
import type { SignInMethod } from './use-sign-in-methods.ts'

type BindingRowProps = {
  method: SignInMethod
  isLoaded: boolean
  /** The redirect to the provider has begun. */
  isLeaving: boolean
  onBind: () => void
  onUnbind: () => void
}

export function BindingRow({ method, isLoaded, isLeaving, onBind, onUnbind }: BindingRowProps) {
  const t = useText(bindingsText)
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
