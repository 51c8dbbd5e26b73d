import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NotificationSetting, notificationApi } from '@turnpike/contract/system/notification'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { Row, RowList } from '../../../../components/row-list/row-list.tsx'
import { call } from '../../../../lib/api/call.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import { wxpusherText } from './wxpusher.text.ts'

const WxpusherDialog = lazyPart(async () => (await import('./wxpusher-dialog.tsx')).WxpusherDialog)

type WxpusherBindingProps = {
  stored: NotificationSetting['wxpusher']
  /** The binding takes effect at once, so that the edits of the kind are over. */
  onChanged: () => void
}

/** The WeChat account that WxPusher reaches: bound by a QR code, and unbound. */
export function WxpusherBinding({ stored: { available, uid_hint }, onChanged }: WxpusherBindingProps) {
  const t = useText(wxpusherText)
  const toast = useToast()
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
    onError: (error) => toast.error(error.message),
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
      {open === 'bind' && (
        <Suspense>
          <WxpusherDialog onBound={finish} onClose={close} />
        </Suspense>
      )}
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
