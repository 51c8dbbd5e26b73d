import { recogniseKey } from '@turnpike/contract/routing/recognise-key'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { firstStepsPath } from '../../lib/session/console-entry.ts'
import { Field } from '../fields/field.tsx'
import layoutStyles from '../style/layout.module.css'
import { holdKey } from './held-key.ts'
import styles from './provider-key.module.css'
import { providerKeyText } from './provider-key.text.ts'

/** The field alone, for a page that has no channels yet: the page of the first steps goes on with the key. */
export function PasteKey() {
  const t = providerKeyText.use()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const { key, providers, isCertain } = recogniseKey(text)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (key === '') return
    holdKey(text)
    navigate(firstStepsPath)
  }
  return (
    <form className={styles.paste} onSubmit={submit} autoComplete="off">
      <Field label={t('key')} help={isCertain ? providers[0]?.name : t('keyHelp')}>
        {(control) => (
          <div className={layoutStyles.buttons}>
            <Input.Password
              {...control}
              value={text}
              placeholder={t('keyPlaceholder')}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
            <Button htmlType="submit" disabled={key === ''}>
              {t('goOn')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
