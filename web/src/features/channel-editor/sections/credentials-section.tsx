import { keyModes } from '@turnpike/contract/routing/channel-keys'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { JsonField } from '../../../components/fields/json-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { channelHelp } from '../../../components/help/help-targets.ts'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { editorText } from '../channel-editor.text.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'
import { KeyField } from './key-field.tsx'
import { needsModelVariable } from './type-traits.ts'

const StoredKeys = lazyPart(async () => (await import('../keys/stored-keys.tsx')).StoredKeys)

export function CredentialsSection({ form }: { form: ChannelForm }) {
  const t = editorText.use()
  const tField = fieldsText.use()
  const { values, edit, field, stored, traits } = form
  return (
    <FormSection
      title={t('credentials')}
      text={t(stored ? 'credentialsStored' : 'credentialsNew')}
      help={channelHelp.credentials}
    >
      {!stored && !traits.keyIsDocument && (
        <SwitchRow
          label={tField('batch')}
          text={tField('batchText')}
          checked={values.isBatch}
          onChange={(isBatch) => edit({ isBatch, multi_key_mode: '' })}
        />
      )}
      {!stored && <SeveralKeys form={form} />}
      {stored && <StoredKeys channel={stored} />}
      <KeyField form={form} />
      <BaseUrlField form={form} />
      <OtherField form={form} />
      {traits.organization && (
        <InputField
          {...field('openai_organization')}
          optional
          help={tField('organizationHelp')}
          value={values.openai_organization}
          placeholder="org-…"
          onChange={(text) => edit({ openai_organization: text })}
        />
      )}
    </FormSection>
  )
}

/** All keys in one channel, and how one of them is chosen. */
function SeveralKeys({ form: { values, edit, field } }: { form: ChannelForm }) {
  const t = fieldsText.use()
  const isOn = values.multi_key_mode !== ''
  return (
    <>
      <SwitchRow
        label={t('several')}
        text={t('severalText')}
        checked={isOn}
        onChange={(on) => edit({ multi_key_mode: on ? 'random' : '', isBatch: false })}
      />
      {isOn && (
        <SelectField
          {...field('multi_key_mode')}
          help={t('keyModeHelp')}
          value={values.multi_key_mode}
          options={keyModes.map((mode) => ({ value: mode, label: t(mode) }))}
          onChange={(multi_key_mode) => edit({ multi_key_mode })}
        />
      )}
    </>
  )
}

const azure = 3

function BaseUrlField({ form: { values, edit, field, traits } }: { form: ChannelForm }) {
  const t = fieldsText.use()
  const needsOtherAddress = traits.retired === 'address'

  function help() {
    if (values.type === azure) return t('urlEndpoint')
    if (needsModelVariable(traits)) return t('urlModel', { model: '{model}' })
    if (needsOtherAddress) return t('urlRetired')
    return traits.baseUrl === 'optional' ? t('urlDefault') : undefined
  }

  return (
    <InputField
      {...field('base_url')}
      optional={traits.baseUrl === 'optional' && !needsOtherAddress}
      help={help()}
      className={monoFieldStyles.mono}
      value={values.base_url}
      placeholder={needsOtherAddress ? undefined : traits.defaultBaseUrl || traits.baseUrlExample}
      inputMode="url"
      spellCheck={false}
      onChange={(text) => edit({ base_url: text })}
    />
  )
}

const regions = { default: 'global', 'gemini-2.5-pro': 'us-central1' }

/** The field `other`, whose meaning depends on the type; types without a meaning do not show it. */
function OtherField({ form: { values, edit, field, traits } }: { form: ChannelForm }) {
  const t = fieldsText.use()
  if (!traits.other) return null
  const { meaning, default: usual, required } = traits.other
  if (meaning === 'region') {
    return (
      <JsonField
        {...field('other')}
        help={t('regionHelp')}
        value={values.other}
        template={regions}
        onChange={(other) => edit({ other })}
      />
    )
  }
  const versionHelp = values.type === azure ? 'azureVersionHelp' : 'leaveDefault'
  const help = meaning === 'api_version' ? usual && t(versionHelp, { value: usual }) : t(`${meaning}Help`)
  return (
    <InputField
      {...field('other')}
      optional={!required}
      help={help}
      className={monoFieldStyles.mono}
      value={values.other}
      placeholder={usual}
      spellCheck={false}
      onChange={(text) => edit({ other: text })}
    />
  )
}
