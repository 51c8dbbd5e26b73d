import { Button } from 'antd'
import { type ComponentProps, type FormEvent, type RefObject, useId } from 'react'
import { commonText } from '../../lib/text/text.ts'
import layoutStyles from '../style/layout.module.css'
import { SideDrawer } from './side-drawer.tsx'

type FormDrawerProps = Omit<ComponentProps<typeof SideDrawer>, 'buttons'> & {
  /** The text of the main button, which submits the form. */
  verb: string
  /** Sends what was entered or marks the wrong fields, the first of which then gets the focus. */
  onSubmit: () => void
  /** The layout of the fields, where they are not one below the other. */
  formClassName?: string | undefined
  formRef?: RefObject<HTMLFormElement | null>
  isSending?: boolean
  isDisabled?: boolean
  /** Gets the function that closes the drawer after everything is saved. */
  closing: RefObject<() => void>
  /** The text of the only button, once the form has given way to its result. */
  done?: string | undefined
}

/** A drawer with a form: Cancel and the button that submits it. */
export function FormDrawer(props: FormDrawerProps) {
  const { verb, onSubmit, formClassName = layoutStyles.fields, formRef, children, ...rest } = props
  const { isSending = false, isDisabled = false, closing, done, ...drawer } = rest
  const t = commonText.use()
  const id = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation() // another form may be around the drawer
    const form = event.currentTarget
    onSubmit()
    requestAnimationFrame(() => showProblem(form))
  }
  return (
    <SideDrawer
      {...drawer}
      buttons={({ close, cancel }) => {
        closing.current = close
        if (done !== undefined) return <Button onClick={close}>{done}</Button>
        return (
          <>
            <Button onClick={cancel}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={id} loading={isSending} disabled={isDisabled}>
              {verb}
            </Button>
          </>
        )
      }}
    >
      {done === undefined ? (
        <form ref={formRef} id={id} className={formClassName} noValidate onSubmit={submit}>
          {children}
        </form>
      ) : (
        children
      )}
    </SideDrawer>
  )
}

/** Moves the focus to the first problem, and opens the folded part that it is in. */
function showProblem(form: HTMLFormElement) {
  const field = form.querySelector<HTMLElement>('[aria-invalid=true], [role=alert] button')
  for (let part = field?.closest('details'); part; part = part.parentElement?.closest('details')) part.open = true
  field?.focus()
}
