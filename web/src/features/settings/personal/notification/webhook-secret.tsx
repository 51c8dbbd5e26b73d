import { webhookBounds } from '@turnpike/contract/system/notification'
import { Button, Input } from 'antd'
import { Field } from '../../../../components/fields/field.tsx'
import { useText } from '../../../../lib/text/text.ts'
import styles from './notification.module.css'
import { notificationText } from './notification.text.ts'
import type { NotificationFormState } from './use-notification-form.ts'

/** A write-only secret: the field says whether one is stored, and an empty field keeps it. */
export function WebhookSecret({ form, isStored }: { form: NotificationFormState; isStored: boolean }) {
  const t = useText(notificationText)
  const { kind, secret } = form.values
  const isNeeded = kind === 'wxpusher'
  const isRemoved = secret === null
  function help() {
    if (isRemoved) return t('secretRemoved')
    if (isStored) return t('emptyKeeps')
    return t(isNeeded ? 'pushTokenHelp' : 'signingSecretHelp')
  }
  return (
    <Field
      label={t(isNeeded ? 'pushToken' : 'signingSecret')}
      optional={!isNeeded}
      {...form.field('secret')}
      help={help()}
      extra={
        isStored && (
          <>
            <span className={styles.hint}>{t('storedSecret')}</span>
            {!isNeeded && (
              <Button type="text" size="small" onClick={() => form.edit({ secret: isRemoved ? '' : null })}>
                {t(isRemoved ? 'keepSecret' : 'removeSecret')}
              </Button>
            )}
          </>
        )
      }
    >
      {(control) => (
        <Input.Password
          {...control}
          className={styles.mono}
          autoComplete="new-password"
          maxLength={webhookBounds.secret.lengthMax}
          placeholder={isStored && !isRemoved ? '••••••••' : undefined}
          value={secret ?? ''}
          onChange={(event) => form.edit({ secret: event.target.value })}
        />
      )}
    </Field>
  )
}
