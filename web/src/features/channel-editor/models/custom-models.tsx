import { Button, Input } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useText } from '../../../lib/text/text.ts'
import styles from '../channel-editor.module.css'
import { modelsText } from './models.text.ts'
import { splitNames } from './split-names.ts'

type CustomModelsProps = { models: string[]; onAdd: (names: string[]) => void }

/** Adds model names that no list has. Names that the channel has already stay in the field with a problem. */
export function CustomModels({ models, onAdd }: CustomModelsProps) {
  const t = useText(modelsText)
  const [typed, setTyped] = useState('')
  const [existing, setExisting] = useState('')

  function add() {
    const names = splitNames(typed)
    const known = names.filter((name) => models.includes(name)).join(', ')
    onAdd(names)
    setExisting(known)
    setTyped(known)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault() // adds a name instead of saving the channel
    add()
  }

  return (
    <Field label={t('custom')} optional problem={existing ? t('exist', { names: existing }) : undefined}>
      {(control) => (
        <div className={layoutStyles.buttons}>
          <Input
            {...control}
            className={styles.mono}
            value={typed}
            placeholder={t('customPlaceholder')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value)
              setExisting('')
            }}
            onKeyDown={onKeyDown}
          />
          <Button disabled={splitNames(typed).length === 0} onClick={add}>
            {t('addCustom')}
          </Button>
        </div>
      )}
    </Field>
  )
}
