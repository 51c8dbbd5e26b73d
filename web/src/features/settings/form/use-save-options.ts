import { useMutation, useQueryClient } from '@tanstack/react-query'
import { optionApi } from '@turnpike/contract/system/option-api'
import { useRef } from 'react'
import { type StoredOptions, storedOptions, withChanges } from '../../../components/options/use-options.ts'
import { useToast } from '../../../components/overlay/toast.tsx'
import { closeToast, toasts } from '../../../components/overlay/toast-list.ts'
import { CallError, call } from '../../../lib/api/call.ts'
import { useText } from '../../../lib/text/text.ts'
import { formText } from './form.text.ts'
import type { OptionChange } from './use-option-form.ts'

type Saving = {
  /** How many options are about to change. */
  count: number
  /** The changes to send, computed from the options that are stored at that moment. */
  changesOver: (now: StoredOptions) => OptionChange[]
  /** Called with the stored options before anything is sent; true stops the save without a message. */
  isStopped?: (now: StoredOptions) => boolean
}

/** Saves several options, all or none. Resolves once the page shows the stored options. */
export function useSaveOptions() {
  const t = useText(formText)
  const toast = useToast()
  const queries = useQueryClient()
  const refused = useRef('')

  function refuse(error: Error, { count }: Saving) {
    // A refusal has a reason and saved nothing. After a failed connection, only another attempt shows what was saved.
    const isKnown = error instanceof CallError && error.code !== undefined
    refused.current = isKnown || count < 2 ? error.message : t('someFailed')
    toast.error(refused.current, refused.current === error.message ? {} : { detail: error.message })
  }

  return useMutation({
    async mutationFn({ changesOver, isStopped }: Saving) {
      const now = await queries.fetchQuery(storedOptions)
      if (isStopped?.(now)) return undefined
      const changes = changesOver(now)
      if (changes.length > 0) await call(optionApi.updateMany, { body: { changes } })
      return changes
    },
    onMutate() {
      // An error toast stays until it is closed, so a new attempt closes the toast of the attempt before.
      for (const { id, text } of toasts.get()) if (text === refused.current) closeToast(id)
    },
    onError: refuse,
    async onSuccess(changes) {
      if (!changes) return
      toast.success(t('saved'))
      queries.setQueryData<StoredOptions>(storedOptions.queryKey, (before) => before && withChanges(before, changes))
      // Names, menus, amounts, groups, prices: options are part of nearly every response.
      await queries.invalidateQueries()
    },
  })
}
