import { FieldPair, FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SecretOption } from '../../form/fields/secret-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { PlainOption } from '../plain-option.tsx'
import { OwnAddress } from './own-address.tsx'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useTelegramSection(): SettingsSection {
  const t = useText(thirdPartyText)
  return {
    id: 'telegram',
    title: 'Telegram',
    options: {
      TelegramBotName: {
        label: t('TelegramBotName'),
        rule: (text) => (text.trim().startsWith('@') ? t('withoutAt') : undefined),
      },
      TelegramBotToken: { label: t('TelegramBotToken') },
    },
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
        <PlainOption form={form} name="TelegramBotName" help={t('botNameHelp')} />
        <SecretOption form={form} name="TelegramBotToken" />
      </FieldPair>
    </FormSection>
  )
}
