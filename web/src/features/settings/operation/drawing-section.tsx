import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { drawingText } from './drawing.text.ts'

export function useDrawingSection(): SettingsSection {
  const t = useText(drawingText)
  return {
    id: 'drawing',
    title: t('title'),
    options: {
      DrawingEnabled: { label: t('drawing') },
      TaskEnabled: { label: t('tasks') },
      MjNotifyEnabled: { label: t('notify') },
      MjAccountFilterEnabled: { label: t('accounts') },
      MjModeClearEnabled: { label: t('mode') },
      MjActionCheckSuccessEnabled: { label: t('check') },
      MjForwardUrlEnabled: { label: t('forward') },
    },
    Fields: DrawingFields,
  }
}

function DrawingFields({ form }: { form: OptionForm }) {
  const t = useText(drawingText)
  return (
    <>
      <FormSection title={t('menu')} text={t('menuText')}>
        <SwitchOption form={form} name="DrawingEnabled" />
        <SwitchOption form={form} name="TaskEnabled" />
      </FormSection>
      <FormSection title={t('requests')} text={t('requestsText')}>
        <SwitchOption form={form} name="MjNotifyEnabled" help={t('notifyText')} />
        <SwitchOption form={form} name="MjAccountFilterEnabled" help={t('accountsText')} />
        <SwitchOption form={form} name="MjModeClearEnabled" help={t('modeText')} />
        <SwitchOption form={form} name="MjActionCheckSuccessEnabled" help={t('checkText')} />
      </FormSection>
      <FormSection title={t('pictures')} text={t('picturesText')}>
        <SwitchOption form={form} name="MjForwardUrlEnabled" help={t('forwardText')} />
      </FormSection>
    </>
  )
}
