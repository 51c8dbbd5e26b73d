import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import type { FailingChannel } from '@turnpike/contract/routing/channel-attempts'
import { Radio } from 'antd'
import { useState } from 'react'
import { useDisableModel } from '../../../components/channel-errors/use-disable-model.ts'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { failingModels } from './failing-models.ts'
import { healthText } from './health.text.ts'

type DisableFailingProps = { channels: readonly FailingChannel[]; onClosed: () => void }

const namesMax = 5
const wholeChannels = ''

/** Offers to disable a failing model on its channels, or the whole channels; the toast takes it back. */
export function DisableFailing({ channels, onClosed }: DisableFailingProps) {
  const t = healthText.use()
  const models = failingModels(channels)
  const [chosen, setChosen] = useState(models[0]?.model ?? wholeChannels)
  const disableModel = useDisableModel()
  const told = useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')
  const client = useQueryClient()
  const ids = channels.map(({ id }) => id)
  const disable = useMutation({
    mutationFn: () => call(channelApi.changeMany, { body: { ids, status: channelStatus.disabled } }),
    onSuccess: ({ data: count, undo_id }) => {
      told(t('disabled', { count }), undo_id)
      onClosed()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['channels'] }),
  })
  const names = channels.slice(0, namesMax).map(({ name }) => name)
  const others = channels.length - names.length
  const allNames = [...names, ...(others > 0 ? [t('andMore', { count: others })] : [])].join(t('and'))
  const ofModel = models.find(({ model }) => model === chosen)
  const nameOf = ({ model, channels: [first, ...more] }: (typeof models)[number]) =>
    first && more.length === 0
      ? t('oneModel', { model, name: first.name })
      : t('model', { model, count: more.length + 1 })
  return (
    <ConfirmDialog
      title={t('disableTitle')}
      text={t('disableText')}
      verb={t('disable')}
      busy={disable.isPending || disableModel.isPending}
      onConfirm={() => (ofModel ? disableModel.mutate(ofModel, { onSuccess: onClosed }) : disable.mutate())}
      onCancel={onClosed}
    >
      <Radio.Group className={layoutStyles.stack12} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        {models.map((each) => (
          <Radio key={each.model} value={each.model}>
            {nameOf(each)}
            <div className={textStyles.hint}>{t('modelOnly')}</div>
          </Radio>
        ))}
        <Radio value={wholeChannels}>
          {t('channels', { count: channels.length, names: allNames })}
          <div className={textStyles.hint}>{t('channelsText')}</div>
        </Radio>
      </Radio.Group>
    </ConfirmDialog>
  )
}
