import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { call } from '../../lib/api/call.ts'
import { useUndoToast } from '../history/use-undo.ts'
import { channelErrorsText } from './channel-errors.text.ts'

type Named = { id: number; name: string }

/** Takes a model out of channels; the toast restores it. */
export function useDisableModel() {
  const t = channelErrorsText.use()
  const told = useUndoToast((id) => call(channelApi.undo, { body: { id } }), 'channels')
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ channels, model }: { channels: readonly Named[]; model: string }) =>
      call(channelApi.disableModel, { body: { ids: channels.map(({ id }) => id), model } }),
    onSuccess: ({ data: count, undo_id }, { channels: [first], model }) =>
      told(
        count === 1 && first
          ? t('modelDisabled', { model, name: first.name })
          : t('modelDisabledMany', { model, count }),
        undo_id,
      ),
    onSettled: () =>
      Promise.all(['channels', 'route', 'model'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}
