import { LinkButton } from '../../../components/page/link-button.tsx'
import textStyles from '../../../components/style/text.module.css'
import styles from '../agent.module.css'
import { questions, termsText } from './terms.text.ts'

/** Short answers to what agents ask, and the way to the handbook. */
export function HelpList() {
  const t = termsText.use()
  return (
    <>
      <dl className={styles.questions}>
        {questions.map((name) => (
          <div key={name}>
            <dt className={textStyles.medium}>{t(`${name}Title`)}</dt>
            <dd className={textStyles.secondary}>{t(`${name}Text`)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <LinkButton to="/guide/agents">{t('guide')}</LinkButton>
      </div>
    </>
  )
}
