import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelToEdit, channelApi } from '@turnpike/contract/channels/channel'
import { useNavigate } from 'react-router'
import { afterSaving } from '../../components/form/leave-guard.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { call } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
import { editorText } from './channel-editor.text.ts'
import { channelKey } from './use-channel.ts'
import type { ChannelForm } from './use-channel-form.ts'
import { useRefusal } from './use-refusal.ts'

type Next = { andTest: boolean }

/** Adds the channel and navigates to the list, or to the page where the new channel is tested. */
export function useAddChannel(form: ChannelForm) {
  const t = useText(editorText)
  const toast = useToast()
  const { refuse, withdraw } = useRefusal()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_: Next) => call(channelApi.create, { body: form.fields }),
    onMutate: withdraw,
    onError: ({ message }) => refuse(message),
    onSuccess: ({ ids }, { andTest }) => {
      toast.success(t('created', { count: ids.length }))
      queries.invalidateQueries({ queryKey: ['channels'] })
      if (andTest) navigate(`/channel/edit/${ids[0]}`, { replace: true, state: { ...afterSaving, andTest } })
      else navigate('/channel', { state: afterSaving })
    },
  })
}

/** Sends only changed fields, so that two administrators can edit different fields of one channel. */
export function useUpdateChannel(form: ChannelForm) {
  const t = useText(editorText)
  const toast = useToast()
  const { refuse, withdraw } = useRefusal()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => {
      const changes = Object.fromEntries(form.changed.map((name) => [name, form.fields[name]]))
      return call(channelApi.update, { body: { ...changes, id } })
    },
    onMutate: withdraw,
    onError: ({ message }) => refuse(message),
    onSuccess: (saved, id) => {
      queries.setQueryData<ChannelToEdit>(channelKey(id), (before) => before && { ...before, ...saved })
      form.forget()
      toast.success(t('saved'))
      return queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })
}
