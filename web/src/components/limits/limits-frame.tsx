import { Button, Skeleton } from 'antd'
import { type ReactNode, useRef } from 'react'
import { FormDrawer } from '../overlay/form-drawer.tsx'
import { SideDrawer } from '../overlay/side-drawer.tsx'
import { toast } from '../overlay/toast-list.ts'
import { ErrorState } from '../states/error-state.tsx'
import layoutStyles from '../style/layout.module.css'
import { limitsText } from './limits.text.ts'

type LimitsFrameProps = {
  title: string
  isChanged: boolean
  isSaving: boolean
  /** The text of the toast. */
  savedWords?: string
  /** Saves, or returns undefined where some field is wrong. */
  onSave: () => Promise<unknown> | undefined
  onClosed: () => void
  children: ReactNode
}

/** The drawer around limits that are edited: it closes when they are saved, and leads to the first wrong field. */
export function LimitsFrame(props: LimitsFrameProps) {
  const { title, isChanged, isSaving, savedWords, onSave, onClosed, children } = props
  const t = limitsText.use()
  const closing = useRef(() => {})
  const submit = () =>
    onSave()?.then(
      () => {
        toast.success(savedWords ?? t('saved'))
        closing.current()
      },
      () => {}, // the query client shows a toast
    )
  return (
    <FormDrawer
      title={title}
      holdsInput={isChanged}
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={layoutStyles.sections24}
      closing={closing}
      verb={t('save')}
      isSending={isSaving}
    >
      {children}
    </FormDrawer>
  )
}

type WaitingProps = { title: string; error: Error | null; onRetry: () => void; onClosed: () => void }

/** The drawer until the limits are loaded. */
export function WaitingFrame({ title, error, onRetry, onClosed }: WaitingProps) {
  const t = limitsText.use()
  return (
    <SideDrawer
      title={title}
      onClosed={onClosed}
      buttons={({ close }) => <Button onClick={close}>{t('cancel')}</Button>}
    >
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      )}
    </SideDrawer>
  )
}
