import { Modal } from 'antd'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../../lib/session/session.ts'
import { useText } from '../../lib/text/text.ts'
import { formText } from './form.text.ts'

/** Goes along with a navigation that follows a save: `navigate('/channel', { state: afterSaving })`. */
export const afterSaving = { isSaved: true }

type LeaveGuardProps = {
  changes: readonly string[]
  /** The search parameter that chooses a part of the page, where another part loses the changes too. */
  part?: string
}

/** Asks before changes are lost: to another page of ours in a dialog, to anywhere else in the browser's own words. */
export function LeaveGuard({ changes, part }: LeaveGuardProps) {
  const t = useText(formText)
  const hasChanges = changes.length > 0
  const placeOf = ({ pathname, search }: { pathname: string; search: string }) =>
    part === undefined ? pathname : `${pathname}?${new URLSearchParams(search).get(part)}`
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      placeOf(nextLocation) !== placeOf(currentLocation) &&
      nextLocation.state?.isSaved !== true &&
      session.get() !== undefined, // whose session has ended must sign in, whatever they answer
  )

  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])

  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('leaveTitle')}
      centered
      closable={false}
      width={400}
      okText={t('leave')}
      cancelText={t('stay')}
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onOk={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('leaveText', { names: changes.join(t('comma')) })}
    </Modal>
  )
}
