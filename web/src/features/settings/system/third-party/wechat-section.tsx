import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { SecretOption } from '../../form/fields/secret-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { useRules } from '../../form/use-rules.ts'
import { PlainOption } from '../plain-option.tsx'
import { QrPicture } from './qr-picture.tsx'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useWechatSection(): SettingsSection {
  const t = useText(thirdPartyText)
  const { address } = useRules()
  return {
    id: 'wechat',
    title: t('wechat'),
    options: {
      WeChatServerAddress: { label: t('WeChatServerAddress'), rule: address() },
      WeChatServerToken: { label: t('WeChatServerToken') },
      WeChatAccountQRCodeImageURL: {
        label: t('WeChatAccountQRCodeImageURL'),
        rule: (text) => address()(text) ?? (text.startsWith('http:') ? t('codeHelp') : undefined),
      },
    },
    Fields: WechatFields,
  }
}

function WechatFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  return (
    <FormSection title={t('wechat')} text={<SectionText words={t('wechatText')} />}>
      <PlainOption form={form} name="WeChatServerAddress" placeholder="https://wechat.example.com" />
      <SecretOption form={form} name="WeChatServerToken" />
      <PlainOption form={form} name="WeChatAccountQRCodeImageURL" help={t('codeHelp')} />
      <QrPicture address={form.texts.WeChatAccountQRCodeImageURL ?? ''} />
    </FormSection>
  )
}
