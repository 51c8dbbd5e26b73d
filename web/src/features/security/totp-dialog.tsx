import { useMutation, useQuery } from '@tanstack/react-query'
import { secondFactorApi, secondFactorBounds } from '@turnpike/contract/identity/second-factor'
import { QRCode, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { asOwner, Cancelled } from '../../components/owner/owner.ts'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import styles from './security.module.css'
import { securityPageText } from './security-page.text.ts'

type TotpDialogProps = { onEnabled: (recoveryCodes: string[]) => void; onClose: () => void }

const codeSize = 184

/** Shows a new secret as QR code and text; a code of the app turns it on. */
export function TotpDialog({ onEnabled, onClose }: TotpDialogProps) {
  const t = securityPageText.use()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const secret = useQuery({
    queryKey: ['totp set-up'],
    queryFn: () => asOwner(() => call(secondFactorApi.setUp)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (secret.error instanceof Cancelled) leave()
  }, [secret.error])
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(secondFactorApi.enable, { body: { code } }),
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
    onError: (error) => setProblem(error.message),
  })
  function submit() {
    if (isPending || !secret.data) return
    setProblem(code.trim() ? undefined : t('codeMissing'))
    if (code.trim()) mutate()
  }

  return (
    <Dialog
      width={440}
      title={t('scanTitle')}
      okText={t('confirm')}
      okButtonProps={{ disabled: !secret.data }}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <p className={styles.text}>{t('scan')}</p>
      {secret.error && !(secret.error instanceof Cancelled) ? (
        <ErrorState error={secret.error} onRetry={secret.refetch} retrying={secret.isFetching} />
      ) : (
        <>
          {/* Black on white in both themes: cameras read no other. */}
          <div className={`${layoutStyles.framed} ${styles.picture}`}>
            {secret.data ? (
              <QRCode
                type="svg"
                aria-label={t('qrCode')}
                value={secret.data.address}
                size={codeSize}
                bordered={false}
                color="black"
                bgColor="white"
              />
            ) : (
              <Skeleton.Node active style={{ width: codeSize, height: codeSize }} />
            )}
          </div>
          <div className={`${layoutStyles.row} ${styles.secret}`}>
            <code>{inFours(secret.data?.secret ?? '')}</code>
            {secret.data && <CopyButton text={secret.data.secret} name={t('secret')} />}
          </div>
          <InputField
            label={t('code')}
            help={t('codeHelp')}
            problem={problem}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={secondFactorBounds.code.lengthMax}
            value={code}
            onChange={setCode}
            onPressEnter={submit}
          />
        </>
      )}
    </Dialog>
  )
}

/** Groups of four, which are easier to type. */
const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
