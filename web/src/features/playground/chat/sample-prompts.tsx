import type { Mode } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './samples.module.css'

const samples = {
  chat: ['sampleExplain', 'sampleCode', 'sampleTranslate', 'sampleTable'],
  image: ['sampleImage', 'sampleImageLogo'],
  speech: ['sampleSpeech'],
  transcription: [],
} as const satisfies Record<Mode, readonly string[]>

/** Texts to begin with. A click writes one into the field; nothing is sent. */
export function SamplePrompts({ mode }: { mode: Mode }) {
  const t = playgroundText.use()
  const { store } = usePlayground()
  if (samples[mode].length === 0) return null
  return (
    <fieldset className={styles.samples} aria-label={t('samples')}>
      {samples[mode].map((name) => (
        <button key={name} type="button" className={styles.sample} onClick={() => store.setDraft({ text: t(name) })}>
          {t(name)}
        </button>
      ))}
    </fieldset>
  )
}
