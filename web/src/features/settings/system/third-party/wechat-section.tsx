import { isWebAddress } from '@turnpike/contract/web-address'
import { useState } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { isShownPicture } from '../../../../lib/address/shown-picture.ts'
import { isAllowed } from '../../../../lib/browser/page-policy.ts'
import { useText } from '../../../../lib/text/text.ts'
import { useDebounced } from '../../../../lib/timing/use-debounced.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'
import styles from './wechat-section.module.css'

export function useWechatSection(): SettingsSection {
  const t = useText(thirdPartyText)
  const pictureRule = (text: string) =>
    isWebAddress(text) && text.startsWith('http:') ? t('WeChatAccountQRCodeImageURLHelp') : undefined
  return {
    ...useSectionOptions('system/wechat', t, { WeChatAccountQRCodeImageURL: pictureRule }),
    title: t('wechat'),
    Fields: WechatFields,
  }
}

function WechatFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  return (
    <FormSection title={t('wechat')} text={<SectionText words={t('wechatText')} />}>
      <OptionField form={form} name="WeChatServerAddress" placeholder="https://wechat.example.com" />
      <OptionField form={form} name="WeChatServerToken" />
      <OptionField form={form} name="WeChatAccountQRCodeImageURL" help={t('WeChatAccountQRCodeImageURLHelp')} />
      <QrPicture address={form.texts.WeChatAccountQRCodeImageURL ?? ''} />
    </FormSection>
  )
}

/** The picture as it will be shown. */
function QrPicture({ address }: { address: string }) {
  const t = useText(thirdPartyText)
  const rested = useDebounced(address)
  const [broken, setBroken] = useState<string>()
  if (rested === broken || !isShownPicture(rested, window.location.origin)) return null
  if (!isAllowed('img-src', rested)) return <p className={styles.note}>{t('pictureBlocked')}</p>
  return (
    <img
      className={styles.picture}
      src={rested}
      alt={t('codePicture')}
      referrerPolicy="no-referrer"
      onError={() => setBroken(rested)}
    />
  )
}
