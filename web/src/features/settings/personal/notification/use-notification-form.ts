import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isTextWithin } from '@turnpike/contract/bounds'
import { type NotificationSetting, notificationApi, webhookBounds } from '@turnpike/contract/system/notification'
import { useState } from 'react'
import { changedKeys } from '../../../../components/form/changed-keys.ts'
import { useEdits } from '../../../../components/form/use-edits.ts'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { CallError, call } from '../../../../lib/api/call.ts'
import { language } from '../../../../lib/browser/preferences.ts'
import { refusalText } from '../../../../lib/text/refusal-text.ts'
import { notificationText } from './notification.text.ts'
import {
  changeOf,
  type DraftField,
  draftOf,
  type NotificationDraft,
  refusedDraftField,
  webhookFields,
} from './notification-draft.ts'

/** The state of the form: the stored values, overlaid by the edits, and the problem of a refused save. */
export function useNotificationForm(stored: NotificationSetting) {
  const t = notificationText.use()
  const queries = useQueryClient()
  const before = draftOf(stored)
  const { values, edit, forget } = useEdits(before)
  const [problem, setProblem] = useState<{ field: DraftField; words: string }>()
  const changed = changedKeys(before, values)

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(notificationApi.update, { body: changeOf(values, changed) }),
    onSuccess: (setting) => {
      queries.setQueryData(['notification'], setting)
      forget()
      toast.success(t('saved'))
    },
    onError: (error) => {
      const field = refusedDraftField(error instanceof CallError ? error.code : undefined)
      if (field) setProblem({ field, words: error.message })
      else toast.error(error.message)
    },
  })

  return {
    values,
    hasChanges: changed.length > 0,
    isSaving: isPending,
    /** Drops the edits of the webhook, because another call has changed the stored one. */
    forgetWebhook: () => forget(webhookFields),
    edit(change: Partial<NotificationDraft>) {
      setProblem(undefined)
      edit(change)
    },
    /** For a `Field`. */
    field: (name: DraftField) => ({
      isChanged: changed.includes(name),
      problem: problem?.field === name ? problem.words : undefined,
    }),
    save() {
      if (isPending || changed.length === 0) return
      if (Number.isNaN(values.warning_threshold))
        return setProblem({ field: 'warning_threshold', words: t('thresholdInvalid') })
      if (!isTextWithin(webhookBounds.mention, values.mention.trim()))
        return setProblem({ field: 'mention', words: refusalText('phone_invalid', language.get()) })
      mutate()
    },
  }
}

export type NotificationFormState = ReturnType<typeof useNotificationForm>
