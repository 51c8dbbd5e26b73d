import { Button } from 'antd'
import { channelErrorsText } from './channel-errors.text.ts'
import { useDisableModel } from './use-disable-model.ts'

type DisableModelProps = { channel: { id: number; name: string }; model: string }

/** Takes a failing model out of one channel; the toast restores it. */
export function DisableModel({ channel, model }: DisableModelProps) {
  const t = channelErrorsText.use()
  const disable = useDisableModel()
  return (
    <Button size="small" loading={disable.isPending} onClick={() => disable.mutate({ channels: [channel], model })}>
      {t('disableModel')}
    </Button>
  )
}
