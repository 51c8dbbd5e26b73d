import type { ErrorCode } from '@turnpike/contract/errors'
import type {
  NotificationChange,
  NotificationEvent,
  NotificationSetting,
  WebhookKind,
} from '@turnpike/contract/system/notification'

/** The values of the form. Of address and secret only the typed text; a null secret will be removed. */
export type NotificationDraft = {
  events: NotificationEvent[]
  warning_threshold: number | null
  mail: boolean
  kind: WebhookKind
  address: string
  secret: string | null
  mention: string
}
export type DraftField = keyof NotificationDraft

export const draftOf = ({ events, warning_threshold, mail, webhook }: NotificationSetting): NotificationDraft => ({
  events,
  warning_threshold,
  mail,
  kind: webhook.kind,
  address: '',
  secret: '',
  mention: webhook.mention,
})

export const webhookFields: readonly DraftField[] = ['kind', 'address', 'secret', 'mention']

/** Only changed fields are sent; a webhook is sent as a whole, because its members belong together. */
export function changeOf(draft: NotificationDraft, changed: readonly DraftField[]): NotificationChange {
  const { events, warning_threshold, mail, kind, address, secret, mention } = draft
  return {
    ...(changed.includes('events') && { events }),
    ...(changed.includes('warning_threshold') && { warning_threshold }),
    ...(changed.includes('mail') && { mail }),
    ...(changed.some((field) => webhookFields.includes(field)) && { webhook: { kind, address, secret, mention } }),
  }
}

const refused: Partial<Record<ErrorCode, DraftField>> = {
  webhook_address_invalid: 'address',
  webhook_address_missing: 'address',
  webhook_secret_missing: 'secret',
  phone_invalid: 'mention',
}

/** The field that a refusal is about, if it is about one. */
export const refusedDraftField = (code: ErrorCode | undefined): DraftField | undefined => code && refused[code]
