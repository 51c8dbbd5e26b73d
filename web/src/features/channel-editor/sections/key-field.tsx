import { channelChangeBounds } from '@turnpike/contract/routing/channel'
import { Input } from 'antd'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import textStyles from '../../../components/style/text.module.css'
import { keyListOf, keyModeOf, keysOf } from '../draft.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'

/** A write-only key: one line, one key per line for several, or a document that may come from a file. */
export function KeyField({ form: { values, edit, field, stored, traits } }: { form: ChannelForm }) {
  const t = fieldsText.use()
  const set = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => edit({ key: event.target.value })
  const mode = keyModeOf(values)
  const isSeveral = mode === 'several'
  const count = isSeveral ? keyListOf(values).length : keysOf(values.key).length
  const format = traits.keyFormat && t('keyFormat', { formats: traits.keyFormat.split(', ') })

  function helpOf() {
    if (count > 0 && mode === 'batch') return t('keyCount', { count })
    if (isSeveral) return count > 0 ? t('severalCount', { count }) : stored && t('replaceAll')
    return format || (traits.keyOptional && !stored && t('keyOptional'))
  }
  function placeholder() {
    if (stored) return t('keepKey')
    if (isSeveral) return t('severalLines')
    return mode === 'batch' ? t('keyLines') : traits.keyFormat
  }

  return (
    <Field
      {...field('key')}
      {...(stored && isSeveral && { label: t('replaceKeys') })}
      help={helpOf()}
      extra={
        <>
          {stored?.key_hint && !isSeveral && (
            <span className={textStyles.small}>
              {t('stored')} <code>{stored.key_hint}</code>
            </span>
          )}
          {mode === 'document' && <KeyFile onRead={(key) => edit({ key })} />}
        </>
      }
    >
      {(control) =>
        mode !== 'single' ? (
          <Input.TextArea
            {...control}
            className={monoFieldStyles.mono}
            value={values.key}
            placeholder={placeholder()}
            autoSize={{ minRows: stored && isSeveral ? 1 : 4, maxRows: 12 }}
            autoComplete="off"
            spellCheck={false}
            onChange={set}
          />
        ) : (
          <Input.Password
            {...control}
            value={values.key.split('\n')[0]}
            placeholder={stored ? t('keepKey') : ''}
            autoComplete="new-password"
            onChange={set}
          />
        )
      }
    </Field>
  )
}

/** Cloud consoles offer service accounts as files. */
function KeyFile({ onRead }: { onRead: (text: string) => void }) {
  const t = fieldsText.use()
  const input = useRef<HTMLInputElement>(null)

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = '' // the same file can be chosen again
    if (!file) return
    // A service account has some kilobytes; a file above the server's bound is not one.
    if (file.size > channelChangeBounds.key.lengthMax) toast.error(t('fileUnreadable'))
    else await file.text().then(onRead, () => toast.error(t('fileUnreadable')))
  }

  return (
    <>
      <QuietButton icon={<FileUp />} onClick={() => input.current?.click()}>
        {t('uploadKey')}
      </QuietButton>
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={read} />
    </>
  )
}
