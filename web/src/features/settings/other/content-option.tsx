import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { embeddedAddress } from '../../../components/rich-content/embedded-address.ts'
import { PageLink, RichContent } from '../../../components/rich-content/rich-content.tsx'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useText } from '../../../lib/text/text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import type { OptionFieldProps } from '../form/fields/option-field-props.ts'
import { contentText } from './content.text.ts'
import styles from './content-option.module.css'

type ContentOptionProps = Pick<OptionFieldProps, 'form' | 'name' | 'help'> & {
  /** The purpose of the text, in one sentence. */
  text: string
  /** Shown in the preview while the text is empty. */
  empty: string
  /** Whether an https address on its own is shown as a page. */
  frames?: boolean
  /** Set in the small type of the footer. */
  small?: boolean
}

type Side = 'write' | 'preview'

/** An option that is a page: the editor and its preview beside each other, or one at a time on a narrow screen. */
export function ContentOption({ form, name, text, help, empty, frames = false, small = false }: ContentOptionProps) {
  const t = useText(contentText)
  const isNarrow = useMedia('(max-width: 900px)')
  const [side, setSide] = useState<Side>('write')
  const written = form.texts[name] ?? ''
  return (
    <Field
      {...form.field(name)}
      help={help}
      extra={
        isNarrow && (
          <Segmented<Side>
            aria-label={t('sides')}
            value={side}
            options={[
              { value: 'write', label: t('write') },
              { value: 'preview', label: t('preview') },
            ]}
            onChange={setSide}
          />
        )
      }
    >
      {(control) => (
        <>
          <p className={styles.text}>{text}</p>
          <div className={small ? `${styles.sides} ${styles.low}` : styles.sides}>
            {(!isNarrow || side === 'write') && (
              <Input.TextArea
                {...control}
                className={styles.editor}
                value={written}
                onChange={(event) => form.edit({ [name]: event.target.value })}
              />
            )}
            {(!isNarrow || side === 'preview') && (
              <ContentPreview text={written} empty={empty} frames={frames} small={small} />
            )}
          </div>
        </>
      )}
    </Field>
  )
}

type ContentPreviewProps = { text: string; empty: string; frames: boolean; small: boolean }

/**
 * The text as it will be shown, by the same component. A page is linked and not framed: the policy of this document names
 * the pages that were stored when it was loaded.
 */
function ContentPreview({ text, empty, frames, small }: ContentPreviewProps) {
  const t = useText(contentText)
  const debounced = useDebounced(text)
  const page = frames ? embeddedAddress(debounced, window.location.origin) : undefined
  return (
    <section className={small ? `${styles.preview} ${styles.small}` : styles.preview} aria-label={t('preview')}>
      {debounced.trim() === '' ? (
        <p className={styles.empty}>{empty}</p>
      ) : page ? (
        <>
          <p className={styles.empty}>{t('pageShown')}</p>
          <PageLink address={page} />
        </>
      ) : (
        <RichContent text={debounced} frames={false} />
      )}
    </section>
  )
}
