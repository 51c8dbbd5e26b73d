import {
  type NotificationSetting,
  type WebhookKind,
  webhookBounds,
  webhookKinds,
} from '@turnpike/contract/system/notification'
import { QuietButton } from '../../../../components/buttons/quiet-button.tsx'
import { SelectField } from '../../../../components/fields/choice-field.tsx'
import { InputField, PasswordField } from '../../../../components/fields/input-field.tsx'
import monoFieldStyles from '../../../../components/style/mono-field.module.css'
import styles from '../personal.module.css'
import { notificationText } from './notification.text.ts'
import type { NotificationFormState } from './use-notification-form.ts'
import { WxpusherBinding } from './wxpusher-binding.tsx'

type WebhookFieldsProps = { form: NotificationFormState; setting: NotificationSetting }

const isBot = (kind: WebhookKind) => kind === 'wecom' || kind === 'dingtalk'

/** The kind of the receiver, and the fields of this kind. */
export function WebhookFields({ form, setting: { webhook: stored, wxpusher } }: WebhookFieldsProps) {
  const t = notificationText.use()
  const { kind, address, mention } = form.values
  // Another kind starts empty: the stored address belongs to the stored kind.
  const hint = kind === stored.kind ? stored.address_hint : ''
  return (
    <>
      <SelectField<WebhookKind>
        label={t('webhook')}
        {...form.field('kind')}
        className={styles.kind}
        value={kind}
        options={webhookKinds.map((value) => ({ value, label: t(value) }))}
        onChange={(next) => form.edit({ kind: next, address: '', secret: '', mention: '' })}
      />
      {(isBot(kind) || kind === 'generic') && (
        <InputField
          label={t(isBot(kind) ? 'botAddress' : 'address')}
          {...form.field('address')}
          help={hint ? t('emptyKeeps') : isBot(kind) ? undefined : t('addressHelp')}
          extra={hint && <span className={styles.hint}>{t('stored', { hint })}</span>}
          className={monoFieldStyles.mono}
          spellCheck={false}
          maxLength={webhookBounds.address.lengthMax}
          value={address}
          onChange={(text) => form.edit({ address: text })}
        />
      )}
      {kind === 'wxpusher' && <WxpusherBinding stored={wxpusher} onChanged={form.forgetWebhook} />}
      {((kind === 'wxpusher' && wxpusher.uid_hint === '') || kind === 'dingtalk' || kind === 'generic') && (
        <WebhookSecret form={form} isStored={kind === stored.kind && stored.has_secret} />
      )}
      {isBot(kind) && (
        <InputField
          label={t('mention')}
          optional
          {...form.field('mention')}
          className={styles.kind}
          inputMode="tel"
          maxLength={webhookBounds.mention.lengthMax}
          value={mention}
          onChange={(text) => form.edit({ mention: text })}
        />
      )}
    </>
  )
}

/** A write-only secret: the field says whether one is stored, and an empty field keeps it. */
function WebhookSecret({ form, isStored }: { form: NotificationFormState; isStored: boolean }) {
  const t = notificationText.use()
  const { kind, secret } = form.values
  const isNeeded = kind === 'wxpusher'
  const isRemoved = secret === null
  function help() {
    if (isRemoved) return t('secretRemoved')
    if (isStored) return t('emptyKeeps')
    return t(isNeeded ? 'pushTokenHelp' : 'signingSecretHelp')
  }
  return (
    <PasswordField
      label={t(isNeeded ? 'pushToken' : 'signingSecret')}
      optional={!isNeeded}
      {...form.field('secret')}
      help={help()}
      extra={
        isStored && (
          <>
            <span className={styles.hint}>{t('storedSecret')}</span>
            {!isNeeded && (
              <QuietButton onClick={() => form.edit({ secret: isRemoved ? '' : null })}>
                {t(isRemoved ? 'keepSecret' : 'removeSecret')}
              </QuietButton>
            )}
          </>
        )
      }
      className={monoFieldStyles.mono}
      autoComplete="new-password"
      maxLength={webhookBounds.secret.lengthMax}
      placeholder={isStored && !isRemoved ? '••••••••' : undefined}
      value={secret ?? ''}
      onChange={(text) => form.edit({ secret: text })}
    />
  )
}
