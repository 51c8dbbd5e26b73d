import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { session } from '../../lib/session/session.ts'
import { ConfirmDialog } from '../overlay/confirm-dialog.tsx'
import { formText } from './form.text.ts'

/** The state of a navigation after a save, which the guard lets pass: `navigate('/channel', { state: afterSaving })`. */
export const afterSaving = { isSaved: true }

type LeaveGuardProps = {
  changes: readonly string[]
  /** The search parameter that chooses a part of the page, where another part loses the changes too. */
  part?: string
}

/** Asks before changes are lost: in a dialog before another page of the app, in the browser's own before other sites. */
export function LeaveGuard({ changes, part }: LeaveGuardProps) {
  const t = formText.use()
  const hasChanges = changes.length > 0
  const partOf = ({ pathname, search }: { pathname: string; search: string }) =>
    part === undefined ? pathname : `${pathname}?${new URLSearchParams(search).get(part)}`
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      partOf(nextLocation) !== partOf(currentLocation) &&
      nextLocation.state?.isSaved !== true &&
      session.get() !== undefined, // without a session the redirect to sign-in must not wait for an answer
  )

  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])

  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      danger
      title={t('leaveTitle')}
      text={t('leaveText', { names: changes.join(t('comma')) })}
      verb={t('leave')}
      cancel={t('stay')}
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  )
}
