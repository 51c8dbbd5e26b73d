import { formatCount } from '@turnpike/contract/quota'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { useChannelTypeName } from '../tags/channel-type-name.tsx'
import type { FieldWords } from './changes.tsx'
import { fieldNamesText } from './field-names.text.ts'
import { historyText } from './history.text.ts'

const statusWords = {
  [channelStatus.enabled]: 'enabled',
  [channelStatus.disabled]: 'disabled',
  [channelStatus.autoDisabled]: 'autoDisabled',
} as const

/** The fields of a channel and their values in words. */
export function useChannelWords(): FieldWords {
  const t = historyText.use()
  const nameOf = fieldNamesText.use()
  const typeName = useChannelTypeName()
  return {
    nameOf: (field) => (fieldNamesText.has(field) ? nameOf(field) : field),
    isList: (field) => field === 'models' || field === 'group',
    valueOf(field, value) {
      if (field === 'type') return typeName(Number(value))
      if (field === 'auto_ban') return t(value === 1 ? 'on' : 'off')
      if (field === 'status' && Object.hasOwn(statusWords, value)) return t(statusWords[value as 1])
      return typeof value === 'number' ? formatCount(value) : value
    },
  }
}
