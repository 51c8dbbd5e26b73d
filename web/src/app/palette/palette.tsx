import { ReceiptText, Search } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Modal } from '../../components/overlay/ant-overlays.tsx'
import textStyles from '../../components/style/text.module.css'
import type { PaletteScope } from '../../lib/browser/palette-state.ts'
import { readJson, stored } from '../../lib/browser/stored.ts'
import { useDebounced } from '../../lib/timing/use-debounced.ts'
import { arrange } from './arrange.ts'
import type { Command } from './command.ts'
import styles from './palette.module.css'
import { paletteText } from './palette.text.ts'
import { requestIdIn } from './request-id.ts'
import { parseSentence } from './sentence/parse-sentence.ts'
import { useCommands } from './use-commands.ts'
import { nothingKnown, useFound } from './use-found.ts'
import { useExamples, useSentenceCommands } from './use-sentence-commands.ts'
import { useSettingCommands } from './use-setting-commands.ts'

/** Shown while nothing is typed; an id that the reader has not is left out. */
const suggested = [
  'page:overview',
  'page:usageLog',
  'page:channels',
  'action:createToken',
  'action:addChannel',
  'page:prices',
  'page:users',
  'page:tokens',
  'page:wallet',
  'page:guide',
]
const suggestedMax = 6

type PaletteProps = { scope: PaletteScope; onClose: () => void }

/** Finds pages, actions, settings, channels, users, tokens, models and requests, and reads simple sentences; by keyboard alone. */
export function Palette({ scope, onClose }: PaletteProps) {
  const t = paletteText.use()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState(true)
  const chosen = useRef<Command>(undefined)
  const isAlone = scope === 'settings'
  const sentence = isAlone ? undefined : parseSentence(typed)
  const requests = useRequestCommands(isAlone ? '' : typed)
  const wanted = isAlone || requests.length > 0 ? '' : (sentence?.name ?? typed.trim())
  const keyword = useDebounced(wanted)
  const commands = useCommands()
  const found = useFound(wanted === '' ? '' : keyword)
  const settings = useSettingCommands(typed, isAlone)
  // What is known of the name that was typed before must not become part of this sentence.
  const sentences = useSentenceCommands(sentence, keyword === wanted ? found.known : nothingKnown)
  const examples = useExamples()
  const recent = recentIds.use()
  const groups = isAlone
    ? settings.matching.length > 0
      ? [{ group: 'settings' as const, commands: settings.matching }]
      : []
    : arrange({
        commands,
        found:
          typed.trim() === ''
            ? [...settings.all, ...examples]
            : [...requests, ...sentences, ...found.commands, ...settings.matching],
        typed,
        recent,
        suggested: suggested
          .filter((id) => !recent.includes(id) && commands.some((command) => command.id === id))
          .slice(0, suggestedMax),
      })
  const flat = groups.flatMap((part) => part.commands)
  const active = flat[Math.min(at, flat.length - 1)]
  const isSearching = found.isSearching || keyword !== wanted
  const id = useId()
  const optionId = (command: Command) => `${id}-${command.group}-${command.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(command: Command) {
    if (command.fills !== undefined) {
      setTyped(command.fills)
      setAt(0)
      return
    }
    chosen.current = command
    setOpen(false)
  }
  /** The command runs once the dialog is gone: a page or dialog that it opens must get the focus. */
  function onClosed() {
    onClose()
    const command = chosen.current
    if (!command?.run) return
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
      title={<span className={textStyles.unseen}>{t(isAlone ? 'settingsTitle' : 'title')}</span>}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
          autoFocus
          role="combobox"
          aria-label={t(isAlone ? 'settingsLabel' : 'label')}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          placeholder={t(isAlone ? 'settingsLabel' : 'label')}
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
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
            <div
              id={`${id}-${group}`}
              className={listed[0]?.heading ? textStyles.unseen : styles.heading}
              role="presentation"
            >
              {t(group)}
            </div>
            {listed.map((command, index) => (
              <Fragment key={command.id}>
                {command.heading && command.heading !== listed[index - 1]?.heading && (
                  <div className={styles.subheading} role="presentation">
                    {command.heading}
                  </div>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys */}
                <div
                  id={optionId(command)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={command === active}
                  className={styles.option}
                  onPointerMove={() => setAt(flat.indexOf(command))}
                  onClick={() => choose(command)}
                >
                  <command.icon aria-hidden />
                  <span className={`${textStyles.shrinkingEllipsis} ${styles.label}`}>{command.label}</span>
                  {command.hint && <span className={`${textStyles.quietEllipsis} ${styles.hint}`}>{command.hint}</span>}
                </div>
              </Fragment>
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

/** The log row of a pasted request id. */
function useRequestCommands(typed: string): Command[] {
  const t = paletteText.use()
  const navigate = useNavigate()
  const id = requestIdIn(typed)
  if (id === undefined) return []
  return [
    {
      id: `request:${id}`,
      group: 'requests',
      icon: ReceiptText,
      label: t('requestLog', { name: id }),
      also: [],
      run: () => void navigate(`/log?request_id=${id}`),
    },
  ]
}

const recentMax = 5

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The pages, actions and settings used last, newest first. Names of channels, users and tokens are not kept in the browser. */
const recentIds = stored<string[]>(
  'palette-recent',
  (text) => readJson(text, isTexts) ?? [],
  (ids) => JSON.stringify(ids),
)

function rememberCommand(id: string) {
  if (!/^(page|action|setting):/.test(id)) return
  recentIds.set([id, ...recentIds.get().filter((each) => each !== id)].slice(0, recentMax))
}
