import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import { SectionList } from './section-list.tsx'
import formStyles from './settings-form.module.css'
import styles from './settings-loading.module.css'
import { type Sections, useCurrentSection } from './use-current-section.ts'

const bars = ['first', 'second', 'third']

/** The shape of the form while the options are on their way; an answer that comes at once flashes nothing. */
export function SettingsLoading({ sections }: { sections: Sections }) {
  const late = useDelayed(150)
  return (
    <div className={formStyles.columns} aria-busy="true">
      <SectionList sections={sections} current={useCurrentSection(sections)} hasChanges={() => false} />
      <div className={late ? styles.bars : `${styles.bars} ${styles.early}`}>
        {bars.map((bar) => (
          <div key={bar} className={styles.bar} />
        ))}
      </div>
    </div>
  )
}
