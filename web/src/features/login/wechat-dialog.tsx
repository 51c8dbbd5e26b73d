import { useMutation } from '@tanstack/react-query'
import { oauthApi } from '@turnpike/contract/oauth'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useText } from '../../lib/text.ts'
import styles from './login.module.css'
import { otherSignInsText } from './other-sign-ins.text.ts'
import { useEnterConsole } from './use-enter-console.ts'

/** WeChat: scan the account's QR code, receive a code in the chat, type it here. */
export function WechatDialog({ qrCode, onClose }: { qrCode: string; onClose(): void }) {
  const t = useText(otherSignInsText)
  const enterConsole = useEnterConsole()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const id = useId()

  const signIn = useMutation({
    mutationFn: () => call(oauthApi.wechat, { query: { code: code.trim() } }),
    onSuccess: enterConsole,
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    if (signIn.isPending) return
    setProblem(code.trim() ? '' : t('codeMissing'))
    if (code.trim()) signIn.mutate()
  }

  return (
    <Modal
      open
      title={t('wechatTitle')}
      width={400}
      okText={t('signIn')}
      cancelText={t('cancel')}
      confirmLoading={signIn.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {qrCode ? (
        <img className={styles.qrCode} src={qrCode} alt={t('wechatQrCode')} referrerPolicy="no-referrer" />
      ) : (
        <p className={styles.hint}>{t('wechatNoQrCode')}</p>
      )}
      <p className={styles.hint}>{t('wechatScan')}</p>
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
    </Modal>
  )
}
