import { Modal } from 'antd'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import textStyles from '../../components/style/text.module.css'
import { readJson, stored } from '../../lib/browser/stored.ts'
import { useDebounced } from '../../lib/timing/use-debounced.ts'
import { arrange } from './arrange.ts'
import styles from './palette.module.css'
import { paletteText } from './palette.text.ts'
import { type Command, useCommands } from './use-commands.ts'
import { useFound } from './use-found.ts'

/** Finds pages, actions, channels, users, tokens and models by name, by keyboard alone. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = paletteText.use()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(true)
  const chosen = useRef<Command>(undefined)
  const keyword = useDebounced(typed.trim())
  const commands = useCommands()
  const found = useFound(typed.trim() === '' ? '' : keyword)
  const recent = recentIds.use()
  const groups = useMemo(
    () => arrange([...commands, ...found.commands], { typed, recent }),
    [commands, found.commands, typed, recent],
  )
  const flat = groups.flatMap((part) => part.commands)
  const active = flat[Math.min(at, flat.length - 1)]
  const isSearching = found.isSearching || (typed.trim() !== '' && keyword !== typed.trim())
  const id = useId()
  const optionId = (command: Command) => `${id}-${command.group}-${command.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(command: Command) {
    chosen.current = command
    setOpen(false)
  }
  /** The command runs once the dialog is gone: a page or dialog that it opens must get the focus. */
  function onClosed() {
    onClose()
    const command = chosen.current
    if (!command) return
    rememberCommand(command.id)
    command.run()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return // Enter and arrows belong to the input method
    const count = flat.length
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key]
    if (next !== undefined && count > 0) {
      if ((event.key === 'Home' || event.key === 'End') && typed !== '') return // moves the cursor
      event.preventDefault()
      setAt((next + count) % count)
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    }
  }
  return (
    <Modal
      open={open}
      width={560}
      footer={null}
      closable={false}
      style={{ top: 'min(96px, 10vh)' }}
      classNames={{ container: styles.dialog ?? '' }}
      styles={{ container: { padding: 0 }, header: { margin: 0 } }}
      title={<span className={textStyles.unseen}>{t('open')}</span>}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
          autoFocus
          role="combobox"
          aria-label={t('label')}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder={t('label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('results')} className={styles.list} tabIndex={-1}>
        {groups.map(({ group, commands: listed }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <div id={`${id}-${group}`} className={styles.heading} role="presentation">
              {t(group)}
            </div>
            {listed.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                tabIndex={-1}
                aria-selected={command === active}
                className={styles.option}
                onPointerMove={() => setAt(flat.indexOf(command))}
                onClick={() => choose(command)}
              >
                <span className={textStyles.shrinkingEllipsis}>{command.label}</span>
                {command.hint && <span className={styles.hint}>{command.hint}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.state} role="status">
        {isSearching ? t('searching') : flat.length === 0 && t('none', { typed: typed.trim() })}
      </p>
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> {t('move')} <kbd>Enter</kbd> {t('choose')} <kbd>Esc</kbd> {t('close')}
      </p>
    </Modal>
  )
}

const recentMax = 5

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The pages and actions used last, newest first. Names of channels, users and tokens are not kept in the browser. */
const recentIds = stored<string[]>(
  'palette-recent',
  (text) => readJson(text, isTexts) ?? [],
  (ids) => JSON.stringify(ids),
)

function rememberCommand(id: string) {
  if (!/^(page|action):/.test(id)) return
  recentIds.set([id, ...recentIds.get().filter((each) => each !== id)].slice(0, recentMax))
}
