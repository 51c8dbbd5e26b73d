import { useMutation, useQueryClient } from '@tanstack/react-query'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Button } from 'antd'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { priceWords } from '../../../../components/options/price-maps.ts'
import { dollarsOfRatio } from '../../../../components/options/price-math.ts'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { call } from '../../../../lib/api/call.ts'
import { OptionField } from '../../form/option-field.tsx'
import { type OptionForm, useWords } from '../../form/section-table.ts'

/** The price maps as the texts they are stored as. */
export function PriceJson({ form, rows = 8 }: { form: OptionForm; rows?: number }) {
  const price = `$${dollarsOfRatio(1, Number(form.stored.QuotaPerUnit))}`
  const shared = { form, template: { 'model-name': 1 }, rows }
  return (
    <>
      <OptionField {...shared} name="ModelPrice" help={priceWords.callPriceHelp} />
      <OptionField
        {...shared}
        name="ModelRatio"
        help={[`Ratio 1 is ${price} per 1M input tokens.`, `倍率 1 等于每 1M 输入 Token ${price}。`]}
      />
      <OptionField
        {...shared}
        name="CompletionRatio"
        help={['Output price ÷ input price. Defaults to 1.', '输出价格 ÷ 输入价格，默认为 1。']}
      />
    </>
  )
}

/** Resets every model ratio to its default after a confirmation. */
export function ResetRatios({ form }: { form: OptionForm }) {
  const say = useWords()
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const verb = say(['Reset model ratios', '重置模型倍率'])
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
        {verb}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say(['Reset model ratios to the defaults?', '将模型倍率恢复为默认值？'])}
          text={say([
            'All model ratios return to the built-in values, and ratios you added are removed. This takes effect at once.',
            '所有模型倍率都会恢复为系统自带的值，你添加的倍率会被移除。立即生效。',
          ])}
          verb={verb}
          danger
          busy={reset.isPending}
          onConfirm={() => reset.mutate()}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
