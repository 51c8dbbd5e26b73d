import {
  type NotificationEvent,
  type NotificationSetting,
  notificationEvents,
} from '@turnpike/contract/system/notification'
import { Button } from 'antd'
import { QuotaField } from '../../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../../components/fields/switch-row.tsx'
import { LeaveGuard } from '../../../../components/form/leave-guard.tsx'
import { useText } from '../../../../lib/text/text.ts'
import styles from './notification.module.css'
import { notificationText } from './notification.text.ts'
import { NotificationTest } from './notification-test.tsx'
import { useNotificationForm } from './use-notification-form.ts'
import { WebhookFields } from './webhook-fields.tsx'

export function NotificationForm({ stored }: { stored: NotificationSetting }) {
  const t = useText(notificationText)
  const form = useNotificationForm(stored)
  const { events, warning_threshold, mail } = form.values
  const isDefault = warning_threshold === null
  const hasEmail = stored.email !== ''

  const switchEvent = (event: NotificationEvent, isOn: boolean) =>
    // In the order of the contract, so that off and on again is no change.
    form.edit({ events: notificationEvents.filter((name) => (name === event ? isOn : events.includes(name))) })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.save()
      }}
    >
      {notificationEvents.map((event) => (
        <SwitchRow
          key={event}
          label={t(event)}
          text={t(`${event}Text`)}
          checked={events.includes(event)}
          isChanged={stored.events.includes(event) !== events.includes(event)}
          onChange={(isOn) => switchEvent(event, isOn)}
        />
      ))}
      <QuotaField
        label={t('threshold')}
        {...form.field('warning_threshold')}
        value={warning_threshold ?? stored.default_threshold}
        onChange={(quota) => form.edit({ warning_threshold: quota })}
        help={isDefault ? t('thresholdDefault') : undefined}
        beside={
          !isDefault && (
            <Button type="text" onClick={() => form.edit({ warning_threshold: null })}>
              {t('useDefault')}
            </Button>
          )
        }
      />
      <SwitchRow
        label={t('mail')}
        text={hasEmail ? t('mailTo', { email: stored.email }) : t('mailUnbound')}
        checked={mail && hasEmail}
        isChanged={form.field('mail').isChanged}
        disabled={!hasEmail}
        onChange={(isOn) => form.edit({ mail: isOn })}
      />
      <WebhookFields form={form} setting={stored} />
      <div className={styles.buttons}>
        <Button htmlType="submit" disabled={!form.hasChanges} loading={form.isSaving}>
          {t('save')}
        </Button>
        <NotificationTest stored={stored} hasChanges={form.hasChanges} />
      </div>
      <LeaveGuard changes={form.hasChanges ? [t('title')] : []} part="tab" />
    </form>
  )
}
