import { useQuery } from '@tanstack/react-query'
import { notificationApi, wxpusherCodeSeconds, wxpusherPollSeconds } from '@turnpike/contract/system/notification'
import { Button, Skeleton } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { ErrorState } from '../../../../components/states/error-state.tsx'
import textStyles from '../../../../components/style/text.module.css'
import { call } from '../../../../lib/api/call.ts'
import { dictionary } from '../../../../lib/text/text.ts'
import { useCountdown } from '../../../../lib/timing/use-countdown.ts'
import styles from '../personal.module.css'

const dialogText = dictionary({
  title: ['Bind WeChat to WxPusher', '绑定微信到 WxPusher'],
  scan: [
    'Scan the code with WeChat and follow the account. This page notices it within seconds.',
    '用微信扫描二维码并关注公众号，几秒后本页会自动更新。',
  ],
  qrCode: ['QR code of WxPusher', 'WxPusher 二维码'],
  valid: ['Valid for {time}', '{time} 内有效'],
  expired: ['The code has expired.', '二维码已过期。'],
  fetchAgain: ['Fetch a new code', '重新获取二维码'],
  loading: ['Fetching the code', '正在获取二维码'],
})

/** Shows the QR code until it is scanned. WxPusher is polled only while this dialog is open. */
export function WxpusherDialog({ onBound, onClose }: { onBound: () => void; onClose: () => void }) {
  const t = dialogText.use()
  const [turn, setTurn] = useState(0)
  const countdown = useCountdown()
  const code = useQuery({
    queryKey: ['wxpusher code', turn],
    queryFn: () => call(notificationApi.wxpusherCode),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const fetchedAt = code.isSuccess ? code.dataUpdatedAt : 0
  const begin = useEffectEvent(() => countdown.start(wxpusherCodeSeconds))
  useEffect(() => {
    if (fetchedAt > 0) begin()
  }, [fetchedAt])
  const isExpired = fetchedAt > 0 && Date.now() >= fetchedAt + wxpusherCodeSeconds * 1000
  const { data: binding } = useQuery({
    queryKey: ['wxpusher state', turn],
    queryFn: () => call(notificationApi.wxpusherState),
    enabled: fetchedAt > 0 && !isExpired,
    refetchInterval: wxpusherPollSeconds * 1000,
    gcTime: 0,
    retry: false,
  })
  const finish = useEffectEvent(onBound)
  useEffect(() => {
    if (binding?.state === 'bound') finish()
  }, [binding?.state])

  return (
    <Dialog title={t('title')} width={400} cancelText={t('cancel')} footer={null} onCancel={onClose}>
      <p className={textStyles.dialogText}>{t('scan')}</p>
      {code.error ? (
        <ErrorState error={code.error} onRetry={() => setTurn(turn + 1)} retrying={code.isFetching} />
      ) : (
        <div className={styles.code}>
          {code.data ? (
            <img className={isExpired ? styles.spent : undefined} src={code.data.picture} alt={t('qrCode')} />
          ) : (
            <Skeleton.Node active style={{ width: 208, height: 208 }} aria-label={t('loading')} />
          )}
        </div>
      )}
      {code.data && (
        <p className={styles.state} role={isExpired ? 'alert' : undefined}>
          {isExpired ? t('expired') : t('valid', { time: clockOf(countdown.left) })}
        </p>
      )}
      {isExpired && (
        <Button type="primary" block onClick={() => setTurn(turn + 1)}>
          {t('fetchAgain')}
        </Button>
      )}
    </Dialog>
  )
}

/** Minutes and seconds: 4:05. */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
