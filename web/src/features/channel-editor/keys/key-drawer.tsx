import { channelKeysTextMax, type KeyMode, keyModes } from '@turnpike/contract/routing/channel-keys'
import { Button } from 'antd'
import { useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { TextAreaField } from '../../../components/fields/input-field.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import monoFieldStyles from '../../../components/style/mono-field.module.css'
import styles from '../channel-editor.module.css'
import { keysText } from './keys.text.ts'

type KeyDrawerProps = {
  title: string
  /** One key takes the place of another; otherwise keys are added. */
  isReplacement: boolean
  /** Whether the form offers how a key is chosen: the channel has one key so far. */
  hasModeChoice: boolean
  isSaving: boolean
  problem: string | undefined
  onSave: (key: string, mode: KeyMode | undefined, close: () => void) => void
  onClosed: () => void
}

/** Keys to add, or one to put in the place of another. */
export function KeyDrawer(props: KeyDrawerProps) {
  const { title, isReplacement, hasModeChoice, isSaving, problem, onSave, onClosed } = props
  const t = keysText.use()
  const [key, setKey] = useState('')
  const [mode, setMode] = useState<KeyMode>('random')
  return (
    <SideDrawer
      title={title}
      holdsInput={key.trim() !== ''}
      startsTyping
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button
            type="primary"
            loading={isSaving}
            disabled={key.trim() === ''}
            onClick={() => onSave(key, hasModeChoice ? mode : undefined, close)}
          >
            {t(isReplacement ? 'replace' : 'add')}
          </Button>
        </>
      )}
    >
      <TextAreaField
        label={t(isReplacement ? 'newKey' : 'keys')}
        {...(!isReplacement && { help: t('addText') })}
        problem={problem}
        className={monoFieldStyles.mono}
        value={key}
        maxLength={channelKeysTextMax}
        autoSize={{ minRows: isReplacement ? 2 : 8, maxRows: 20 }}
        autoComplete="off"
        spellCheck={false}
        onChange={setKey}
      />
      {hasModeChoice && (
        <div className={styles.below}>
          <SelectField
            label={t('mode')}
            help={t('modeHelp')}
            value={mode}
            options={keyModes.map((each) => ({ value: each, label: t(each) }))}
            onChange={setMode}
          />
        </div>
      )}
    </SideDrawer>
  )
}
