import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type NotificationEvent,
  type NotificationSetting,
  notificationApi,
  notificationEvents,
} from '@turnpike/contract/system/notification'
import { Button } from 'antd'
import { QuotaField } from '../../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../../components/fields/switch-row.tsx'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { LeaveGuard } from '../../../../components/form/leave-guard.tsx'
import { SectionState } from '../../../../components/row-list/section-state.tsx'
import { StatusTag } from '../../../../components/tags/status-tag.tsx'
import { call } from '../../../../lib/api/call.ts'
import styles from '../personal.module.css'
import { notificationText } from './notification.text.ts'
import { useNotificationForm } from './use-notification-form.ts'
import { WebhookFields } from './webhook-fields.tsx'

export function NotificationSection() {
  const t = notificationText.use()
  const setting = useQuery({ queryKey: ['notification'], queryFn: () => call(notificationApi.get) })
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={setting} lines={5}>
        {(stored) => <NotificationForm stored={stored} />}
      </SectionState>
    </FormSection>
  )
}

function NotificationForm({ stored }: { stored: NotificationSetting }) {
  const t = notificationText.use()
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

type NotificationTestProps = { stored: NotificationSetting; hasChanges: boolean }

/** Sends a test by every stored method that is switched on, and shows which ones accepted it. */
function NotificationTest({ stored, hasChanges }: NotificationTestProps) {
  const t = notificationText.use()
  const { mutate, data, isPending } = useMutation({ mutationFn: () => call(notificationApi.test) })
  const outcomes = data
    ? [
        { method: t('testMail'), isAccepted: data.mail },
        { method: t(stored.webhook.kind), isAccepted: data.webhook },
      ].filter(({ isAccepted }) => isAccepted !== null)
    : []
  return (
    <>
      <Button disabled={hasChanges} loading={isPending} onClick={() => mutate()}>
        {t('test')}
      </Button>
      {hasChanges ? (
        <span className={styles.note}>{t('testUnsaved')}</span>
      ) : (
        <span role="status" className={styles.buttons}>
          {outcomes.map(({ method, isAccepted }) => (
            <StatusTag key={method} kind={isAccepted ? 'on' : 'stopped'}>
              {t(isAccepted ? 'testSent' : 'testFailed', { method })}
            </StatusTag>
          ))}
        </span>
      )}
    </>
  )
}
