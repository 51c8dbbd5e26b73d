import { type FormEvent, type ReactNode, type Ref, useId } from 'react'
import { PlainButton } from '../plain-button/plain-button.tsx'
import styles from './auth-page.module.css'

type AuthFormProps = {
  ref?: Ref<HTMLFormElement>
  /** The text of the button. */
  verb: string
  isBusy: boolean
  /** The button is disabled, as between two mails. */
  isPaused?: boolean
  problem: string
  botCheck: ReactNode
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

/** A form on a page before sign-in: fields, the bot check, the problem, one button. */
export function AuthForm(props: AuthFormProps) {
  const { ref, verb, isBusy, isPaused = false, problem, botCheck, onSubmit, children } = props
  const id = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy && !isPaused) onSubmit(event.currentTarget)
  }
  return (
    <form ref={ref} className={styles.fields} onSubmit={submit} noValidate aria-describedby={`${id}-problem`}>
      {children}
      {botCheck && <div className={styles.botCheck}>{botCheck}</div>}
      <p id={`${id}-problem`} aria-live="polite" className={styles.formProblem}>
        {problem}
      </p>
      <PlainButton type="submit" kind="primary" size="large" block isLoading={isBusy} isDisabled={isPaused}>
        {verb}
      </PlainButton>
    </form>
  )
}
