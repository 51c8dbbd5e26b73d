import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { copy } from '../../../components/copy/copy.ts'
import { FormSection } from '../../../components/form/form-section.tsx'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { accountText } from './account.text.ts'
import styles from './personal.module.css'

const shownAtFirst = 10

export function ModelsSection() {
  const t = accountText.use()
  const models = useQuery({ queryKey: ['own models'], queryFn: () => call(catalogueApi.ownModels, { query: {} }) })
  return (
    <FormSection title={t('models')} text={t('modelsText')}>
      <SectionState query={models} lines={1}>
        {(names) =>
          names.length > 0 ? <ModelNames names={names} /> : <p className={textStyles.quiet}>{t('noModels')}</p>
        }
      </SectionState>
    </FormSection>
  )
}

/** The first ten, or all of them; a click copies. */
function ModelNames({ names }: { names: readonly string[] }) {
  const t = accountText.use()
  const [isOpen, setIsOpen] = useState(false)
  const hidden = names.length - shownAtFirst
  return (
    <div>
      <ul className={styles.models}>
        {names.slice(0, isOpen ? undefined : shownAtFirst).map((name) => (
          <li key={name}>
            <button
              type="button"
              className={`${textStyles.mono} ${styles.model}`}
              onClick={() => copy(name, t('model'))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <QuietButton className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t('fewer') : t('more', { count: hidden })}
        </QuietButton>
      )}
    </div>
  )
}
