import { FormSection } from '../../../components/form/form-section.tsx'
import { dictionary, useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'

const guardText = dictionary({
  en: {
    title: 'When a channel costs more than the call is sold for',
    text: 'Needs channels with a cost. Calls of channels without one are never stopped.',
    help: 'Compared by the estimate that is held before the call. When the channel is skipped, another one serves the call; if there is none, the call is refused.',
    off: 'Nothing',
    warn: 'Show a notice',
    refuse: 'Skip the channel',
  },
  zh: {
    title: '渠道成本高于售价时',
    text: '需要先为渠道填写成本。没有成本的渠道不受影响。',
    help: '按调用前预扣的估算比较。跳过后若有其他渠道则使用其他渠道，否则拒绝调用。',
    off: '不处理',
    warn: '显示提醒',
    refuse: '跳过该渠道',
  },
})

/** What happens with calls that would be sold below cost. */
export function CostGuardFields({ form }: { form: OptionForm }) {
  const t = useText(guardText)
  return (
    <FormSection title={t('title')} text={t('text')}>
      <OptionField
        form={form}
        name="BelowCostGuard"
        help={t('help')}
        choiceLabels={{ off: t('off'), warn: t('warn'), refuse: t('refuse') }}
      />
    </FormSection>
  )
}
