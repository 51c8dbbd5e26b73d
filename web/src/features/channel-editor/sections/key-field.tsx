import { channelChangeBounds } from '@turnpike/contract/channels/channel'
import { Button, Input } from 'antd'
import { FileUp } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import { keyModeOf, keysOf } from '../draft.ts'
import type { ChannelForm } from '../use-channel-form.ts'
import { fieldsText } from './fields.text.ts'

/** A write-only key: one line, one key per line for a batch, or a document that may come from a file. */
export function KeyField({ form: { values, edit, field, stored, traits } }: { form: ChannelForm }) {
  const t = useText(fieldsText)
  const set = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => edit({ key: event.target.value })
  const count = keysOf(values.key).length
  const mode = keyModeOf(values)
  const format = traits.keyFormat && t('keyFormat', { formats: traits.keyFormat.split(', ') })

  return (
    <Field
      {...field('key')}
      help={mode === 'batch' && count > 0 ? t('keyCount', { count }) : format}
      extra={
        <>
          {stored?.key_hint && (
            <span className={styles.stored}>
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
            className={styles.mono}
            value={values.key}
            placeholder={stored ? t('keepKey') : mode === 'batch' ? t('keyLines') : traits.keyFormat}
            autoSize={{ minRows: 4, maxRows: 12 }}
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
  const t = useText(fieldsText)
  const toast = useToast()
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
      <Button type="text" size="small" icon={<FileUp />} onClick={() => input.current?.click()}>
        {t('uploadKey')}
      </Button>
      <input ref={input} type="file" accept=".json,application/json" hidden onChange={read} />
    </>
  )
}
