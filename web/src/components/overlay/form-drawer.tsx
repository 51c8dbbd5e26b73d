import { Button } from 'antd'
import type { ComponentProps, RefObject } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import { SideDrawer } from './side-drawer.tsx'

const formDrawerText = dictionary({ cancel: ['Cancel', '取消'] })

type FormDrawerProps = Omit<ComponentProps<typeof SideDrawer>, 'buttons'> & {
  /** The id of the form inside, which the main button submits. */
  form: string
  /** The text of the main button. */
  verb: string
  isSending?: boolean
  isDisabled?: boolean
  /** Gets the function that closes the drawer after everything is saved. */
  closing: RefObject<() => void>
  /** The text of the only button, once the form has given way to its result. */
  done?: string | undefined
}

/** A drawer around a form: Cancel and the button that submits it. */
export function FormDrawer(props: FormDrawerProps) {
  const { form, verb, isSending = false, isDisabled = false, closing, done, ...drawer } = props
  const t = formDrawerText.use()
  return (
    <SideDrawer
      {...drawer}
      buttons={({ close, cancel }) => {
        closing.current = close
        if (done !== undefined) return <Button onClick={close}>{done}</Button>
        return (
          <>
            <Button onClick={cancel}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={form} loading={isSending} disabled={isDisabled}>
              {verb}
            </Button>
          </>
        )
      }}
    />
  )
}
