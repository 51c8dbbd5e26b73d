import { useMutation, useQueryClient } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { useToast } from '../../components/overlay/toast.tsx'
import { call } from '../../lib/api/call.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import { useUnpriced } from '../../lib/models/use-unpriced.ts'
import { useText } from '../../lib/text/text.ts'
import { editorText } from './channel-editor.text.ts'
import { oneKeyOf } from './draft.ts'
import type { ChannelForm } from './use-channel-form.ts'
import { useRefusal } from './use-refusal.ts'

/** With an id, tests the stored channel; without one, tests the values of the form without saving them. */
export function useTestChannel({ stored, fields, values }: ChannelForm) {
  const t = useText(editorText)
  const toast = useToast()
  const { refuse, withdraw } = useRefusal()
  const queries = useQueryClient()
  const unpriced = useUnpriced(values.models)
  return useMutation({
    mutationFn: (id: number | undefined) =>
      id
        ? call(channelApi.test, { params: { id: String(id) }, query: {} })
        : call(channelApi.try, { body: { ...fields, key: oneKeyOf(values), id: stored?.id } }),
    onMutate: withdraw,
    onError: ({ message }) => refuse(message),
    onSuccess: ({ time }) => {
      const model = values.test_model || values.models.find((name) => !unpriced.has(name)) || ''
      toast.success(t('responded', { model, time: formatDuration(time) }))
    },
    // A test of the stored channel stores its time, whether it passed or failed.
    onSettled: (_result, _error, id) => {
      if (id) queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })
}
