import { useMutation } from '@tanstack/react-query'
import { channelApi } from '@turnpike/contract/routing/channel'
import { useEffect, useState } from 'react'
import { useOpened } from '../../../lib/address/use-opened.ts'
import { call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { channelRefusalText } from '../../../lib/text/channel-refusal-text.ts'
import { oneKeyOf } from '../draft.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { useRefusal } from '../use-refusal.ts'

/** In the address while the list is open. */
const openedModels = 'models'

/** Requests the upstream's models: with the key in the form, or else through the stored channel. */
export function useFetchModels({ stored, values, fields, changed, passes }: ChannelForm) {
  const { refuse, withdraw } = useRefusal()
  const [offered, setOffered] = useState<string[]>()
  const opened = useOpened()
  const key = oneKeyOf(values)

  const fetching = useMutation({
    mutationFn: () =>
      stored && !key
        ? call(channelApi.fetchModels, { params: { id: String(stored.id) } })
        : call(channelApi.fetchModelsOf, {
            body: {
              ...{ type: fields.type, base_url: fields.base_url, key, other: fields.other, setting: fields.setting },
              ...(stored && { id: stored.id }),
            },
          }),
    onMutate: withdraw,
    onSuccess: (models) => {
      setOffered([...new Set(models)])
      opened.open(openedModels)
    },
    onError: (error) => {
      const failed = channelRefusalText('models_fetch_failed', language.get())
      refuse(failed, error.message === failed ? {} : { detail: error.message })
    },
  })

  // A link holds no list. A stored channel fetches it again; a new channel has no key yet, so its list is closed.
  const isOpen = opened.value === openedModels
  const isNotFetched = isOpen && !offered && fetching.isIdle
  useEffect(() => {
    if (!isNotFetched) return
    if (stored) fetching.mutate()
    else opened.close()
  })
  useEffect(() => {
    if (isOpen && !offered && fetching.isError) opened.close()
  })

  return {
    fetchModels() {
      if (passes(['key', 'base_url'])) fetching.mutate()
    },
    isFetching: fetching.isPending,
    offered: isOpen ? offered : undefined,
    /** The models may be those of the stored address, not of the one in the form. */
    isFromStored: !key && (changed.includes('base_url') || changed.includes('type')),
    close: opened.close,
  }
}
