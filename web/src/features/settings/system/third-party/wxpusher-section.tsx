import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { OutsideLink } from './outside-link.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useWxpusherSection(): SettingsSection {
  const t = useText(thirdPartyText)
  return { ...useSectionOptions('system/wxpusher', t), title: 'WxPusher', Fields: WxpusherFields }
}

function WxpusherFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  return (
    <FormSection
      title="WxPusher"
      text={
        <>
          {t('wxpusherText')} <OutsideLink to="https://wxpusher.zjiecode.com/admin/">{t('wxpusherLink')}</OutsideLink>
        </>
      }
    >
      <OptionField form={form} name="WxPusherAppToken" help={t('WxPusherAppTokenHelp')} />
    </FormSection>
  )
}
