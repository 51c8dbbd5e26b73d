import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NotificationSetting, notificationApi } from '@turnpike/contract/system/notification'
import { Button } from 'antd'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { Row, RowList } from '../../../../components/row-list/row-list.tsx'
import { call } from '../../../../lib/api/call.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { dictionary } from '../../../../lib/text/text.ts'

const bindingText = dictionary({
  account: ['WeChat account', '微信账户'],
  boundTo: ['Bound ({hint})', '已绑定（{hint}）'],
  notBound: ['Not bound', '未绑定'],
  unavailable: [
    'The administrator has not set up binding by QR code. Enter a push token instead.',
    '管理员未配置扫码绑定，请改为填写推送凭证。',
  ],
  switchedOff: [
    'The administrator has switched WxPusher off. Nothing is sent until it is on again.',
    '管理员已关闭 WxPusher，重新开启之前不会发送通知。',
  ],
  bind: ['Bind WeChat', '绑定微信'],
  rebind: ['Bind another', '更换微信'],
  unbindTitle: ['Unbind WeChat from WxPusher?', '解绑 WxPusher 的微信？'],
  unbindText: [
    'Notifications no longer reach this WeChat account. You can bind it again at any time.',
    '解绑后，这个微信不再收到通知，之后可以随时重新绑定。',
  ],
  unbound: ['WeChat unbound from WxPusher', '已解绑 WxPusher 的微信'],
  bound: ['WeChat bound to WxPusher', '微信已绑定到 WxPusher'],
})

const WxpusherDialog = lazyPart(async () => (await import('./wxpusher-dialog.tsx')).WxpusherDialog)

type WxpusherBindingProps = {
  stored: NotificationSetting['wxpusher']
  /** The binding takes effect at once, so that the edits of the kind are over. */
  onChanged: () => void
}

/** The WeChat account that WxPusher reaches: bound by a QR code, and unbound. */
export function WxpusherBinding({ stored: { available, uid_hint }, onChanged }: WxpusherBindingProps) {
  const t = bindingText.use()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'bind' | 'unbind'>()
  const close = () => setOpen(undefined)
  const isBound = uid_hint !== ''

  const unbind = useMutation({
    mutationFn: () => call(notificationApi.wxpusherUnbind),
    onSuccess: (setting) => {
      queries.setQueryData(['notification'], setting)
      onChanged()
      close()
      toast.success(t('unbound'))
    },
  })
  async function finish() {
    await queries.invalidateQueries({ queryKey: ['notification'] })
    onChanged()
    close()
    toast.success(t('bound'))
  }

  function detail() {
    if (!isBound) return t(available ? 'notBound' : 'unavailable')
    return available ? t('boundTo', { hint: uid_hint }) : `${t('boundTo', { hint: uid_hint })} · ${t('switchedOff')}`
  }
  return (
    <>
      <RowList>
        <Row
          title={t('account')}
          detail={detail()}
          actions={
            <>
              {available && (
                <Button size="small" onClick={() => setOpen('bind')}>
                  {t(isBound ? 'rebind' : 'bind')}
                </Button>
              )}
              {isBound && (
                <Button size="small" onClick={() => setOpen('unbind')}>
                  {t('unbind')}
                </Button>
              )}
            </>
          }
        />
      </RowList>
      {open === 'bind' && <WxpusherDialog onBound={finish} onClose={close} />}
      {open === 'unbind' && (
        <ConfirmDialog
          danger
          title={t('unbindTitle')}
          text={t('unbindText')}
          verb={t('unbind')}
          busy={unbind.isPending}
          onConfirm={() => unbind.mutate()}
          onCancel={close}
        />
      )}
    </>
  )
}
