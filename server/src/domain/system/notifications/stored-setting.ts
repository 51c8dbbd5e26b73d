import { notificationEvents, webhookKinds } from '@turnpike/contract/system/notification'
import { z } from 'zod'
import type { Vault } from '../../../secrets/vault.ts'

/** The setting as stored: addresses and secrets are encrypted. The defaults send a mail for every event. */
const stored = z.object({
  events: z.array(z.enum(notificationEvents)).default([...notificationEvents]),
  /** The events that there were when the choice was made: who chose before an event existed gets it. */
  known: z.array(z.string()).default(['quota_low', 'quota_exhausted']),
  warning_threshold: z.int().nullable().default(null),
  mail: z.boolean().default(true),
  webhook: z
    .object({
      kind: z.enum(webhookKinds),
      address: z.string(), // encrypted, or empty
      secret: z.string(), // likewise
      mention: z.string(),
      uid: z.string().default(''), // of WxPusher, encrypted, or empty
    })
    .default({ kind: 'none', address: '', secret: '', mention: '', uid: '' }),
})
export type StoredSetting = z.output<typeof stored>

const never = stored.parse({})
const preferences = z.looseObject({ notification: stored.optional() })

export function readStored(setting: string): StoredSetting {
  const { known, events, ...rest } = preferences.parse(setting === '' ? {} : JSON.parse(setting)).notification ?? never
  const chosen = notificationEvents.filter((event) => events.includes(event) || !known.includes(event))
  return { ...rest, events: chosen, known: [...notificationEvents] }
}

/** The account's preferences with this notification setting in place of the old one. */
export const withStored = (setting: string, notification: StoredSetting): string =>
  JSON.stringify({ ...(setting === '' ? {} : (JSON.parse(setting) as object)), notification })

export const seal = (vault: Vault, text: string) => (text === '' ? '' : vault.encrypt(text, 'notification'))
export const unseal = (vault: Vault, cipher: string) => (cipher === '' ? '' : vault.decrypt(cipher, 'notification'))
