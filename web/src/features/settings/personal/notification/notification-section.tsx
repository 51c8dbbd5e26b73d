import { useQuery } from '@tanstack/react-query'
import { notificationApi } from '@turnpike/contract/system/notification'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { SectionState } from '../../../../components/row-list/section-state.tsx'
import { call } from '../../../../lib/api/call.ts'
import { useText } from '../../../../lib/text/text.ts'
import { notificationText } from './notification.text.ts'
import { NotificationForm } from './notification-form.tsx'

export function NotificationSection() {
  const t = useText(notificationText)
  const setting = useQuery({ queryKey: ['notification'], queryFn: () => call(notificationApi.get) })
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={setting} lines={5}>
        {(stored) => <NotificationForm stored={stored} />}
      </SectionState>
    </FormSection>
  )
}
