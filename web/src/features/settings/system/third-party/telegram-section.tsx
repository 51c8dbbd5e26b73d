import { FieldPair, FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { OwnAddress } from './own-address.tsx'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useTelegramSection(): SettingsSection {
  const t = useText(thirdPartyText)
  const nameRule = (text: string) => (text.trim().startsWith('@') ? t('withoutAt') : undefined)
  return {
    ...useSectionOptions('system/telegram', t, { TelegramBotName: nameRule }),
    title: 'Telegram',
    Fields: TelegramFields,
  }
}

function TelegramFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  const { hostname } = new URL(form.stored.ServerAddress || window.location.origin)
  return (
    <FormSection title="Telegram" text={<SectionText words={t('telegramText')} />}>
      <OwnAddress
        label={t('domain')}
        value={hostname}
        help={form.stored.ServerAddress ? undefined : t('unsetAddress')}
      />
      <FieldPair>
        <OptionField form={form} name="TelegramBotName" help={t('TelegramBotNameHelp')} />
        <OptionField form={form} name="TelegramBotToken" />
      </FieldPair>
    </FormSection>
  )
}
