import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelToEdit, channelApi } from '@turnpike/contract/routing/channel'
import { Button, Popconfirm } from 'antd'
import { useId, useRef } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { Callout } from '../../../components/states/callout.tsx'
import { call } from '../../../lib/api/call.ts'
import { channelKey } from '../use-channel.ts'
import { useRefusal } from '../use-refusal.ts'
import { fieldsText } from './fields.text.ts'
import { asGemini } from './gemini-successor.ts'

/** A channel of PaLM 2 at Google's own address, which has shut down, and the step that makes it a channel of Gemini. */
export function RetiredNotice({ stored }: { stored: ChannelToEdit }) {
  const t = fieldsText.use()
  const change = useChangeToGemini(stored)
  const opener = useRef<HTMLButtonElement>(null)
  const keepId = useId()
  return (
    <Callout
      tone="warning"
      title={t('retired')}
      text={t('retiredText')}
      action={
        <Popconfirm
          styles={{ root: { maxWidth: 'min(360px, calc(100vw - 32px))' } }}
          title={t('toGeminiQuestion')}
          description={t('toGeminiText')}
          okText={t('toGemini')}
          cancelText={t('keepType')}
          cancelButtonProps={{ id: keepId }}
          afterOpenChange={(open) => (open ? document.getElementById(keepId) : opener.current)?.focus()}
          onConfirm={() => change.mutate()}
        >
          <Button ref={opener} size="small" loading={change.isPending}>
            {t('toGemini')}
          </Button>
        </Popconfirm>
      }
    />
  )
}

function useChangeToGemini(stored: ChannelToEdit) {
  const t = fieldsText.use()
  const { refuse, withdraw } = useRefusal()
  const queries = useQueryClient()
  const { id, revision } = stored
  return useMutation({
    mutationFn: () => call(channelApi.update, { body: { ...asGemini(stored), id, seen_revision: revision } }),
    onMutate: withdraw,
    onError: ({ message }) => refuse(message),
    onSuccess: ({ data: saved, revision: next }) => {
      queries.setQueryData<ChannelToEdit>(channelKey(id), (before) => before && { ...before, ...saved, revision: next })
      toast.success(t('toGeminiDone'))
      return queries.invalidateQueries({ queryKey: ['channels'] })
    },
  })
}
