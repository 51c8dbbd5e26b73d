import { useMutation, useQueryClient } from '@tanstack/react-query'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Button } from 'antd'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { useToast } from '../../../../components/overlay/toast.tsx'
import { call } from '../../../../lib/api/call.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { OptionForm } from '../../form/option-form.ts'
import { pricingText } from './pricing.text.ts'

/** Resets every model ratio to the shipped one, after a question. */
export function ResetRatios({ form }: { form: OptionForm }) {
  const t = useText(pricingText)
  const toast = useToast()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const reset = useMutation({
    mutationFn: () => call(optionApi.resetModelRatio),
    async onSuccess({ message }) {
      toast.success(message)
      form.revert('ModelRatio')
      await queries.invalidateQueries()
    },
    onError: ({ message }) => toast.error(message),
    onSettled: () => setIsAsking(false),
  })
  return (
    <div>
      <Button danger icon={<RotateCcw />} onClick={() => setIsAsking(true)}>
        {t('reset')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('resetQuestion')}
          text={t('resetExplanation')}
          verb={t('reset')}
          danger
          busy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
