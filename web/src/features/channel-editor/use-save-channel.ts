import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelToEdit, channelApi } from '@turnpike/contract/routing/channel'
import { useNavigate } from 'react-router'
import { useConflict } from '../../components/conflict/use-conflict.ts'
import { afterSaving } from '../../components/form/leave-guard.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { call } from '../../lib/api/call.ts'
import { editorText } from './channel-editor.text.ts'
import { channelKey } from './use-channel.ts'
import type { ChannelForm } from './use-channel-form.ts'
import { useRefusal } from './use-refusal.ts'

type Next = { andTest: boolean }

/** Adds the channel and navigates to the list, or to the page where the new channel is tested. */
export function useAddChannel(form: ChannelForm) {
  const t = editorText.use()
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
  const t = editorText.use()
  const { refuse, withdraw } = useRefusal()
  const queries = useQueryClient()
  const { conflict, close, catches } = useConflict(() =>
    call(channelApi.get, { params: { id: String(form.stored?.id) } }),
  )
  const update = useMutation({
    mutationFn: (id: number) => {
      const changes = Object.fromEntries(form.changed.map((name) => [name, form.fields[name]]))
      return call(channelApi.update, { body: { ...changes, id, seen_revision: form.seen.get()?.revision } })
    },
    onMutate: withdraw,
    onError: (error) => {
      if (!catches(error)) refuse(error.message)
    },
    onSuccess: ({ data: saved, revision }, id) => {
      queries.setQueryData<ChannelToEdit>(channelKey(id), (before) => before && { ...before, ...saved, revision })
      form.forget()
      toast.success(t('saved'))
      return queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })

  /** What was entered stays: the form keeps edits apart from the stored channel. */
  function showTheirs() {
    if (!conflict) return
    form.seen.accept(conflict.theirs)
    queries.setQueryData<ChannelToEdit>(channelKey(conflict.theirs.id), conflict.theirs)
    close()
  }
  return {
    mutate: update.mutate,
    isPending: update.isPending,
    /** Another administrator saved since the editing began. */
    conflict,
    closeConflict: close,
    reload: showTheirs,
    overwrite() {
      showTheirs()
      if (conflict) update.mutate(conflict.theirs.id)
    },
  }
}
