import { useMutation } from '@tanstack/react-query'
import { Input } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '../overlay/dialog.tsx'
import textStyles from '../style/text.module.css'
import styles from './third-party.module.css'
import { thirdPartyText } from './third-party.text.ts'

type WechatDialogProps = {
  title: string
  verb: string
  qrCode: string
  /** Signs in or binds with the code; a refusal is shown here. */
  onCode: (code: string) => Promise<void>
  onClose: () => void
}

/** WeChat: scan the account's QR code, receive a code in the chat, type it here. */
export function WechatDialog({ title, verb, qrCode, onCode, onClose }: WechatDialogProps) {
  const t = thirdPartyText.use()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()

  const { mutate, isPending } = useMutation({
    mutationFn: () => onCode(code.trim()),
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    if (isPending) return
    setProblem(code.trim() ? '' : t('codeMissing'))
    if (code.trim()) mutate()
  }

  return (
    <Dialog
      centered={false}
      title={title}
      width={400}
      okText={verb}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {qrCode ? (
        <img className={styles.qrCode} src={qrCode} alt={t('wechatQrCode')} referrerPolicy="no-referrer" />
      ) : (
        <p className={textStyles.dialogText}>{t('wechatNoQrCode')}</p>
      )}
      <p className={textStyles.dialogText}>{t('wechatScan')}</p>
      <label className={styles.label} htmlFor={id}>
        {t('code')}
      </label>
      <Input
        id={id}
        autoFocus
        autoComplete="one-time-code"
        maxLength={64}
        value={code}
        status={problem ? 'error' : ''}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={submit}
      />
      <p id={`${id}-problem`} role="alert" className={styles.problem}>
        {problem}
      </p>
    </Dialog>
  )
}
