import { FieldPair, FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useSectionOptions } from '../../form/use-section-options.ts'
import { OutsideLink } from './outside-link.tsx'
import { OwnAddress } from './own-address.tsx'
import { SectionText } from './section-text.tsx'
import { thirdPartyText } from './third-party.text.ts'

export function useOauthSection(): SettingsSection {
  const t = useText(thirdPartyText)
  return { ...useSectionOptions('system/oauth', t), title: t('oauth'), Fields: OauthFields }
}

function OauthFields({ form }: { form: OptionForm }) {
  const t = useText(thirdPartyText)
  const server = form.stored.ServerAddress || window.location.origin
  const help = form.stored.ServerAddress ? undefined : t('unsetAddress')
  return (
    <>
      <FormSection
        title="GitHub"
        text={
          <SectionText words={t('githubText')}>
            <OutsideLink to="https://github.com/settings/developers">{t('githubLink')}</OutsideLink>
          </SectionText>
        }
      >
        <OwnAddress label={t('homepage')} value={server} help={help} />
        <OwnAddress label={t('callback')} value={`${server}/oauth/github`} />
        <FieldPair>
          <OptionField form={form} name="GitHubClientId" />
          <OptionField form={form} name="GitHubClientSecret" />
        </FieldPair>
      </FormSection>
      <FormSection
        title="LinuxDO"
        text={
          <SectionText words={t('linuxdoText')}>
            <OutsideLink to="https://connect.linux.do">{t('linuxdoLink')}</OutsideLink>
          </SectionText>
        }
      >
        <OwnAddress label={t('callback')} value={`${server}/oauth/linuxdo`} help={help} />
        <FieldPair>
          <OptionField form={form} name="LinuxDOClientId" />
          <OptionField form={form} name="LinuxDOClientSecret" />
        </FieldPair>
      </FormSection>
    </>
  )
}
