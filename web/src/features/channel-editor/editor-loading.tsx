import { FormSection } from '../../components/form/form-section.tsx'
import { useText } from '../../lib/text/text.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { editorText } from './channel-editor.text.ts'
import styles from './editor-loading.module.css'

const sections = [
  { title: 'basics', bars: ['b1', 'b2'] },
  { title: 'credentials', bars: ['c1', 'c2'] },
  { title: 'modelsSection', bars: ['m1', 'm2', 'm3'] },
] as const

/** In place of the card beside the form. */
export const CardLoading = () => <div className={styles.card} aria-busy="true" />

/** The shape of the form while the channel is on its way; an answer that comes at once flashes nothing. */
export function EditorLoading() {
  const t = useText(editorText)
  const late = useDelayed(150)
  return (
    <div aria-busy="true">
      {sections.map(({ title, bars }) => (
        <FormSection key={title} title={t(title)}>
          {bars.map((bar) => (
            <div key={bar} className={late ? styles.bar : `${styles.bar} ${styles.early}`} />
          ))}
        </FormSection>
      ))}
    </div>
  )
}
