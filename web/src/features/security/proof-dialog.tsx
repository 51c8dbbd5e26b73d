import { useMutation } from '@tanstack/react-query'
import { secondFactorBounds } from '@turnpike/contract/identity/second-factor'
import { credentialBounds } from '@turnpike/contract/identity/user'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../components/fields/field.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import textStyles from '../../components/style/text.module.css'
import { securityPageText } from './security-page.text.ts'

type Proof = { code: string } | { original_password: string }
type ProofDialogProps<Result> = {
  title: string
  /** The consequence of the change. */
  text: string
  verb: string
  danger?: boolean
  action: (proof: Proof) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

/** Asks for a code or the password before a second factor is changed, and makes the change. */
export function ProofDialog<Result>(props: ProofDialogProps<Result>) {
  const { title, text, verb, danger = false, action, onDone, onClose } = props
  const t = securityPageText.use()
  const [isPassword, setIsPassword] = useState(false)
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => action(isPassword ? { original_password: value } : { code: value.trim() }),
    onSuccess: onDone,
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    if (isPending) return
    setProblem(value ? undefined : t('proofMissing'))
    if (value) mutate()
  }
  function change() {
    setIsPassword(!isPassword)
    setValue('')
    setProblem(undefined)
  }
  const typed = (event: { target: { value: string } }) => setValue(event.target.value)

  return (
    <Dialog
      width={400}
      title={title}
      okText={verb}
      okButtonProps={{ danger }}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={textStyles.dialogText}>{text}</p>
      <Field key={String(isPassword)} label={t(isPassword ? 'proofPassword' : 'proofCode')} problem={problem}>
        {(control) =>
          isPassword ? (
            <Input.Password
              {...control}
              autoFocus
              autoComplete="current-password"
              maxLength={credentialBounds.password.lengthMax}
              value={value}
              onChange={typed}
              onPressEnter={submit}
            />
          ) : (
            <Input
              {...control}
              autoFocus
              autoComplete="one-time-code"
              maxLength={secondFactorBounds.code.lengthMax}
              value={value}
              onChange={typed}
              onPressEnter={submit}
            />
          )
        }
      </Field>
      <p className={textStyles.dialogNote}>
        <Button type="link" size="small" onClick={change}>
          {t(isPassword ? 'useCode' : 'usePassword')}
        </Button>
      </p>
    </Dialog>
  )
}
