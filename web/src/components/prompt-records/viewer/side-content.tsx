import type { ShownSide } from '@turnpike/contract/usage/prompt-records'
import { Input, Segmented } from 'antd'
import { ArrowDown, Download, Search } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { saveBlob } from '../../../lib/browser/save-stream.ts'
import { textFileName } from '../../../lib/browser/save-text-file.ts'
import { IconButton } from '../../buttons/quiet-button.tsx'
import { CopyButton } from '../../copy/copy-button.tsx'
import layoutStyles from '../../style/layout.module.css'
import textStyles from '../../style/text.module.css'
import { bytesOf, hexOf, placesOf, readable, type SideView, sizeText, spokenIn, textOf } from './side-text.ts'
import styles from './viewer.module.css'
import { viewerText } from './viewer.text.ts'

/** More than this at once would make the browser slow. */
const shownMax = 200_000

/** One side of a call: readable, as it came, or byte by byte; it can be searched, copied and downloaded. */
export function SideContent({ side, fileName }: { side: ShownSide; fileName: string }) {
  const t = viewerText.use()
  const bytes = useMemo(() => bytesOf(side), [side])
  const text = useMemo(() => textOf(bytes), [bytes])
  const [word, setWord] = useState('')
  const [current, setCurrent] = useState(0)
  const type = side.headers['content-type'] ?? ''
  const spoken = useMemo(() => (text === undefined ? '' : spokenIn(text, type)), [text, type])
  const [view, setView] = useState<SideView>(text === undefined ? 'hex' : spoken === '' ? 'formatted' : 'spoken')
  const whole = useMemo(() => {
    if (view === 'hex' || text === undefined) return hexOf(bytes)
    if (view === 'spoken') return spoken
    return view === 'raw' ? text : readable(text, type)
  }, [view, bytes, text, spoken, type])
  const shown = whole.slice(0, shownMax)
  const places = placesOf(shown, word)
  const code = useRef<HTMLPreElement>(null)
  const goOn = () => {
    const next = (current + 1) % Math.max(1, places.length)
    setCurrent(next)
    code.current?.querySelectorAll('mark')[next]?.scrollIntoView({ block: 'center' })
  }
  const views: SideView[] =
    text === undefined ? ['hex'] : [...(spoken === '' ? [] : (['spoken'] as const)), 'formatted', 'raw', 'hex']
  const head = [
    side.line,
    side.status !== undefined && t('status', { status: side.status }),
    ...Object.entries(side.headers).map(([name, value]) => `${name}: ${value}`),
    side.cut ? t('cut', { kept: sizeText(bytes.length), size: sizeText(side.size) }) : sizeText(side.size),
  ]
  return (
    <div className={styles.side}>
      <div className={styles.facts}>
        {head.filter(Boolean).map((fact) => (
          <span key={String(fact)}>{fact}</span>
        ))}
      </div>
      <div className={layoutStyles.wrappingRow}>
        <Segmented
          size="small"
          aria-label={t('views')}
          value={view}
          options={views.map((value) => ({ value, label: t(value) }))}
          onChange={setView}
        />
        <Input
          className={styles.search}
          size="small"
          allowClear
          prefix={<Search aria-hidden />}
          placeholder={t('search')}
          aria-label={t('search')}
          value={word}
          onChange={(event) => {
            setWord(event.target.value)
            setCurrent(0)
          }}
          onPressEnter={goOn}
        />
        {word !== '' && (
          <span className={textStyles.quietSmall} role="status">
            {t('found', { count: places.length })}
          </span>
        )}
        {places.length > 1 && <IconButton icon={<ArrowDown />} label={t('next')} onClick={goOn} />}
        <span className={styles.end}>
          <CopyButton text={whole} name={t('content')} />
          <IconButton
            icon={<Download />}
            label={t('download')}
            onClick={() => saveBlob(textFileName(fileName, 'bin'), new Blob([bytes]))}
          />
        </span>
      </div>
      <section aria-label={t(side.name)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts must be scrollable by keyboard */}
        <pre ref={code} className={styles.code} tabIndex={0}>
          {shown === '' ? (
            <span className={textStyles.quietSmall}>{t('empty')}</span>
          ) : (
            marked(shown, places, word.length, current)
          )}
        </pre>
      </section>
      {whole.length > shownMax && <p className={textStyles.quietSmall}>{t('long')}</p>}
    </div>
  )
}

/** The text with its matches marked. */
function marked(text: string, places: readonly number[], length: number, current: number): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [index, place] of places.entries()) {
    parts.push(text.slice(at, place))
    parts.push(
      <mark key={place} className={index === current ? styles.current : undefined}>
        {text.slice(place, place + length)}
      </mark>,
    )
    at = place + length
  }
  parts.push(text.slice(at))
  return parts
}
