import { useMutation } from '@tanstack/react-query'
import { type NotificationSetting, notificationApi } from '@turnpike/contract/system/notification'
import { Button } from 'antd'
import { StatusTag } from '../../../../components/tags/status-tag.tsx'
import { call } from '../../../../lib/api/call.ts'
import { useText } from '../../../../lib/text/text.ts'
import styles from './notification.module.css'
import { notificationText } from './notification.text.ts'

type NotificationTestProps = { stored: NotificationSetting; hasChanges: boolean }

/** Sends a test by every stored method that is switched on, and shows which ones accepted it. */
export function NotificationTest({ stored, hasChanges }: NotificationTestProps) {
  const t = useText(notificationText)
  const { mutate, data, isPending } = useMutation({ mutationFn: () => call(notificationApi.test) })
  const outcomes = data
    ? [
        { method: t('testMail'), isAccepted: data.mail },
        { method: t(stored.webhook.kind), isAccepted: data.webhook },
      ].filter(({ isAccepted }) => isAccepted !== null)
    : []
  return (
    <>
      <Button disabled={hasChanges} loading={isPending} onClick={() => mutate()}>
        {t('test')}
      </Button>
      {hasChanges ? (
        <span className={styles.note}>{t('testUnsaved')}</span>
      ) : (
        <span role="status" className={styles.buttons}>
          {outcomes.map(({ method, isAccepted }) => (
            <StatusTag key={method} kind={isAccepted ? 'on' : 'stopped'}>
              {t(isAccepted ? 'testSent' : 'testFailed', { method })}
            </StatusTag>
          ))}
        </span>
      )}
    </>
  )
}
