import type { OptionKey } from '@turnpike/contract/options'
import { Input, Segmented } from 'antd'
import { useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { embeddedAddress } from '../../../components/rich-content/embedded-address.ts'
import { PageLink, RichContent } from '../../../components/rich-content/rich-content.tsx'
import textStyles from '../../../components/style/text.module.css'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { OptionAnchor } from '../form/option-anchor.tsx'
import type { OptionForm } from '../form/section-table.ts'
import styles from './other.module.css'

type ContentOptionProps = {
  form: OptionForm
  name: OptionKey
  help: Words
  /** The purpose of the text, in one sentence. */
  text: Words
  /** Shown in the preview while the text is empty. */
  empty: Words
  /** Whether an https address on its own is shown as a page. */
  frames?: boolean
  /** Set in the small type of the footer. */
  small?: boolean
}

const previewLabel: Words = ['Preview', '预览']

type Side = 'write' | 'preview'

/** An option that is a page: the editor and its preview beside each other, or one at a time on a narrow screen. */
export function ContentOption({ form, name, text, help, empty, frames = false, small = false }: ContentOptionProps) {
  const say = useWords()
  const isNarrow = useMedia('(max-width: 900px)')
  const [side, setSide] = useState<Side>('write')
  const written = form.texts[name] ?? ''
  return (
    <OptionAnchor name={name}>
      <Field
        {...form.field(name)}
        help={say(help)}
        extra={
          isNarrow && (
            <Segmented<Side>
              aria-label={say(['Editor or preview', '编辑或预览'])}
              value={side}
              options={[
                { value: 'write', label: say(['Write', '编辑']) },
                { value: 'preview', label: say(previewLabel) },
              ]}
              onChange={setSide}
            />
          )
        }
      >
        {(control) => (
          <>
            <p className={styles.text}>{say(text)}</p>
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
                <ContentPreview text={written} empty={say(empty)} frames={frames} small={small} />
              )}
            </div>
          </>
        )}
      </Field>
    </OptionAnchor>
  )
}

type ContentPreviewProps = { text: string; empty: string; frames: boolean; small: boolean }

/**
 * The text as it will be shown, by the same component. A page is linked and not framed: the policy of this document names
 * the pages that were stored when it was loaded.
 */
function ContentPreview({ text, empty, frames, small }: ContentPreviewProps) {
  const say = useWords()
  const debounced = useDebounced(text)
  const page = frames ? embeddedAddress(debounced, window.location.origin) : undefined
  return (
    <section className={small ? `${styles.preview} ${textStyles.hint}` : styles.preview} aria-label={say(previewLabel)}>
      {debounced.trim() === '' ? (
        <p className={textStyles.quiet}>{empty}</p>
      ) : page ? (
        <>
          <p className={textStyles.quiet}>
            {say(['After saving, visitors see this page in a frame.', '保存后，访客会在框架中看到这个页面。'])}
          </p>
          <PageLink address={page} />
        </>
      ) : (
        <RichContent text={debounced} frames={false} />
      )}
    </section>
  )
}
