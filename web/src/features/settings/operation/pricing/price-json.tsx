import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RatioKey } from '@turnpike/contract/money/price-book'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Button } from 'antd'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { priceWords } from '../../../../components/options/price-maps.ts'
import { dollarsOfRatio } from '../../../../components/options/price-math.ts'
import { ConfirmDialog } from '../../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../../components/overlay/toast-list.ts'
import { call } from '../../../../lib/api/call.ts'
import { useWords, type Words } from '../../../../lib/text/words.ts'
import { OptionField } from '../../form/option-field.tsx'
import type { OptionForm } from '../../form/section-table.ts'

/** Each a multiple of the price of input. */
const fineHelp: readonly [name: RatioKey, help: Words][] = [
  ['CompletionRatio', ['Output price ÷ input price. Defaults to 1.', '输出价格 ÷ 输入价格，默认为 1。']],
  ['CacheRatio', ['Cached input ÷ input price. Defaults to 1.', '缓存输入价格 ÷ 输入价格，默认为 1。']],
  [
    'CreateCacheRatio',
    [
      'Cache write for five minutes ÷ input price. Defaults to 1.25; an hour costs 1.6 times as much.',
      '缓存写入（5 分钟）价格 ÷ 输入价格，默认为 1.25；1 小时为其 1.6 倍。',
    ],
  ],
  ['ImageRatio', ['Image input ÷ input price. Defaults to 1.', '图片输入价格 ÷ 输入价格，默认为 1。']],
  [
    'ImageCompletionRatio',
    [
      'Generated images ÷ input price. Defaults to the completion ratio.',
      '生成图片价格 ÷ 输入价格，默认等于补全倍率。',
    ],
  ],
  ['AudioRatio', ['Audio input ÷ input price. Defaults to 1.', '音频输入价格 ÷ 输入价格，默认为 1。']],
  [
    'AudioCompletionRatio',
    [
      'Audio output ÷ audio input price. Defaults to the completion ratio.',
      '音频输出价格 ÷ 音频输入价格，默认等于补全倍率。',
    ],
  ],
]

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
      {fineHelp.map(([name, help]) => (
        <OptionField key={name} {...shared} name={name} help={help} />
      ))}
      <OptionField
        {...shared}
        name="ModelTiers"
        template={{ 'model-name': { lengths: [{ above: 200_000, ratio: 2, completion_ratio: 4 }] } }}
        help={[
          'Prices by input length, service tier and time of day. A tier’s ratio multiplies the model’s own.',
          '按输入长度、服务档位和时段的价格。档位的 ratio 是模型倍率的倍数。',
        ]}
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
            'All model ratios return to the built-in values, and ratios you added are removed. This takes effect immediately.',
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
