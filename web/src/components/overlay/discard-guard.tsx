import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { leavesOpened } from '../../lib/address/opened.ts'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const discardText = dictionary({
  title: ['Discard your changes?', '放弃更改？'],
  text: ['What you entered here is not saved.', '在此填写的内容尚未保存。'],
  keep: ['Keep editing', '继续编辑'],
})

type DiscardGuardProps = {
  /** The person asked to close the drawer. */
  isAsked: boolean
  /** The drawer is closing and asks no more. */
  isClosing: RefObject<boolean>
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before a half-filled drawer is closed: by its buttons, by Back, or with the window. */
export function DiscardGuard({ isAsked, isClosing, onDiscard, onKeep }: DiscardGuardProps) {
  const t = discardText.use()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isClosing.current && leavesOpened(currentLocation, nextLocation) && session.get() !== undefined, // without a session the redirect to sign-in must not wait for an answer
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isClosing.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isClosing])

  const isBlocked = blocker.state === 'blocked'
  if (!isAsked && !isBlocked) return null
  return (
    <ConfirmDialog
      danger
      title={t('title')}
      text={t('text')}
      verb={t('discard')}
      cancel={t('keep')}
      onConfirm={() => (isBlocked ? blocker.proceed() : onDiscard())}
      onCancel={() => {
        if (isBlocked) blocker.reset()
        onKeep()
      }}
    />
  )
}
