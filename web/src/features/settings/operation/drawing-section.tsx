import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { drawingText } from './drawing.text.ts'

export function useDrawingSection(): SettingsSection {
  const t = useText(drawingText)
  return { ...useSectionOptions('operation/drawing', t), title: t('title'), Fields: DrawingFields }
}

function DrawingFields({ form }: { form: OptionForm }) {
  const t = useText(drawingText)
  return (
    <>
      <FormSection title={t('menu')} text={t('menuText')}>
        <OptionField form={form} name="DrawingEnabled" />
        <OptionField form={form} name="TaskEnabled" />
      </FormSection>
      <FormSection title={t('requests')} text={t('requestsText')}>
        <OptionField form={form} name="MjNotifyEnabled" help={t('MjNotifyEnabledHelp')} />
        <OptionField form={form} name="MjAccountFilterEnabled" help={t('MjAccountFilterEnabledHelp')} />
        <OptionField form={form} name="MjModeClearEnabled" help={t('MjModeClearEnabledHelp')} />
        <OptionField form={form} name="MjActionCheckSuccessEnabled" help={t('MjActionCheckSuccessEnabledHelp')} />
      </FormSection>
      <FormSection title={t('pictures')} text={t('picturesText')}>
        <OptionField form={form} name="MjForwardUrlEnabled" help={t('MjForwardUrlEnabledHelp')} />
      </FormSection>
    </>
  )
}
